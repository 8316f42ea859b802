public import DisplayTypes

/// What is the case around the daemon, and what it was told to keep: everything from which its pictures and states follow.
public struct World: Hashable, Sendable {
  /// What is on a connector.
  public struct ScreenSituation: Hashable, Sendable {
    /// Which display.
    public var display: Int
    /// Which of its two lists of modes.
    public var hasOtherModes = false
    /// Its picture is held.
    public var isFrozen = false
    /// Apps whose session was destroyed here, and that nobody has asked for since.
    public var destroyed: Set<String> = []
  }

  /// What was chosen for a display.
  public struct Choices: Hashable, Sendable {
    var foreground: String?
    var support: ExternalSupport?
    var isBlank = false
    var isOff = false
  }

  /// A display that was seen, and where.
  struct Memory: Hashable, Sendable {
    var identity: DisplayIdentity
    var connector: String
    var choices = Choices()
    /// In which stretch between two rests it went last; nil where that may not have been noticed.
    var gone: Int?
  }

  /// What never changes.
  public let household: Household
  /// What is plugged in, by connector.
  public internal(set) var screens: [String: ScreenSituation] = [:]
  var memories: [Memory] = []
  var foreground: String?
  var support: ExternalSupport?
  var appSupport: [String: ExternalSupport] = [:]
  /// Apps whose delegates attach no window.
  public internal(set) var windowless: Set<String> = ["alarm"]
  /// Apps whose scenes the file has taken out.
  public internal(set) var withdrawn: Set<String> = []
  /// Registered apps, and whether their controllers are there.
  public internal(set) var controllers: [String: Bool] = [:]
  /// What scenes show in place of their app's colour, by session.
  var contents: [String: Color] = [:]
  /// What is kept with sessions.
  public internal(set) var values: [String: Int64] = [:]

  /// Everything was at rest when the last thing happened.
  var wasAtRest = true
  /// How often everything was at rest.
  var rests = 0
  /// Which of several displays of which nobody can say which it is.
  var pick = 0
  /// Connectors where a cable was touched since everything was at rest.
  public internal(set) var disturbed: Set<String> = []
  /// Connectors on which no scene could be connected, at one time since everything was at rest.
  var released: Set<String> = []
  /// Sessions whose scenes may have ended since then, since they were to be destroyed.
  public internal(set) var destroying: Set<String> = []
  /// Apps whose scenes were taken out since then.
  var leaving: Set<String> = []
  /// Sessions that are gone for good since then.
  var discarded: Set<String> = []

  /// Begins with nothing plugged in.
  public init(_ household: Household) { self.household = household }

  /// Who is on a connector.
  public func identity(on connector: String) -> DisplayIdentity? {
    screens[connector].map { household.displays[$0.display].identity }
  }

  /// Whether a display that says it is this one is on that connector.
  func hasDisplay(_ identity: DisplayIdentity, on connector: String) -> Bool {
    self.identity(on: connector) == identity
  }

  /// Whether a display that says it is this one was last seen on that connector.
  func remembers(_ identity: DisplayIdentity, on connector: String) -> Bool {
    memories.contains { $0.identity == identity && $0.connector == connector }
  }

  func isReleased(_ connector: String) -> Bool { released.contains(connector) }

  /// What was chosen for the display on a connector.
  public func choices(on connector: String) -> Choices {
    guard let identity = identity(on: connector) else { return Choices() }
    return memories.first { $0.identity == identity && $0.connector == connector }?.choices ?? Choices()
  }

  mutating func choose(on connector: String, _ body: (inout Choices) -> Void) {
    guard let identity = identity(on: connector),
      let index = memories.firstIndex(where: { $0.identity == identity && $0.connector == connector })
    else { return }
    body(&memories[index].choices)
  }

  /// A display is there: its memory comes along, unless one that is equal is connected where that was.
  ///
  /// Of several that are equal and away, it is the one that went last; of those of which nobody can say that, one of them.
  mutating func remember(_ identity: DisplayIdentity, on connector: String) {
    if memories.contains(where: { $0.identity == identity && $0.connector == connector }) { return }
    var away = memories.indices.filter {
      memories[$0].identity == identity && !hasDisplay(identity, on: memories[$0].connector)
    }
    if !away.contains(where: { memories[$0].gone == nil }) {
      let last = away.compactMap { memories[$0].gone }.max()
      away.removeAll { memories[$0].gone != last }
    }
    if let moved = away.dropFirst(pick).first ?? away.first {
      memories[moved].connector = connector
    } else {
      memories.append(Memory(identity: identity, connector: connector, gone: rests))
    }
  }

  /// A display goes from a connector.
  mutating func leave(_ connector: String) {
    guard let identity = identity(on: connector) else { return }
    for index in memories.indices where memories[index].identity == identity && memories[index].connector == connector {
      memories[index].gone = rests
    }
    screens[connector] = nil
  }

  /// Whether the file has an app, or somebody has registered it.
  func exists(_ app: String) -> Bool { household.app(app)?.loss == nil || controllers[app] != nil }

  /// What an app without its controller wants; nil where that is there, or none is needed.
  func loss(_ app: String) -> Household.Loss? { controllers[app] == false ? household.app(app)?.loss : nil }
}

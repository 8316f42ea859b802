public import DisplayTypes

/// The state around the daemon and its kept choices. All pictures and states follow from it.
public struct World: Hashable, Sendable {
  /// The state of a connector.
  public struct ScreenSituation: Hashable, Sendable {
    /// Which display.
    public var display: Int
    /// Which of its two lists of modes.
    public var hasOtherModes = false
    /// Its picture is held.
    public var isFrozen = false
    /// Apps whose session was destroyed here, and was not requested again since then.
    public var destroyed: Set<String> = []
  }

  /// The choices for a display.
  public struct Choices: Hashable, Sendable {
    var foreground: String?
    var support: ExternalSupport?
    var isBlank = false
    var isOff = false
  }

  /// A display that was seen, and its connector.
  struct Memory: Hashable, Sendable {
    var identity: DisplayIdentity
    var connector: String
    var choices = Choices()
    /// The number of the rest before its last unplug; nil if the daemon may not have noticed it.
    var gone: Int?
  }

  /// The fixed data.
  public let household: Household
  /// The plugged displays, by connector.
  public internal(set) var screens: [String: ScreenSituation] = [:]
  var memories: [Memory] = []
  var foreground: String?
  var support: ExternalSupport?
  var appSupport: [String: ExternalSupport] = [:]
  /// Apps whose delegates attach no window.
  public internal(set) var windowless: Set<String> = ["alarm"]
  /// Apps whose scenes were removed from the file.
  public internal(set) var withdrawn: Set<String> = []
  /// Registered apps, and whether their controllers are there.
  public internal(set) var controllers: [String: Bool] = [:]
  /// The contents of scenes that replace their app's colour, by session.
  var contents: [String: Color] = [:]
  /// The values in the user information of sessions.
  public internal(set) var values: [String: Int64] = [:]

  /// Everything was at rest when the last thing happened.
  var wasAtRest = true
  /// How often everything was at rest.
  var rests = 0
  /// The number of the chosen display, among displays that the daemon cannot tell apart.
  var pick = 0
  /// Connectors whose cable has changed since the last rest.
  public internal(set) var disturbed: Set<String> = []
  /// Connectors on which no scene could be connected, at one time since everything was at rest.
  var released: Set<String> = []
  /// Sessions that were to be destroyed since the last rest. Their scenes may have ended.
  public internal(set) var destroying: Set<String> = []
  /// Apps whose scenes were removed from the file since the last rest.
  var leaving: Set<String> = []
  /// Sessions that were discarded since the last rest.
  var discarded: Set<String> = []

  /// Begins with nothing plugged in.
  public init(_ household: Household) { self.household = household }

  /// The identity of the display on a connector.
  public func identity(on connector: String) -> DisplayIdentity? {
    screens[connector].map { household.displays[$0.display].identity }
  }

  /// Whether a display with this identity is on that connector.
  func hasDisplay(_ identity: DisplayIdentity, on connector: String) -> Bool {
    self.identity(on: connector) == identity
  }

  /// Whether a display with this identity was last seen on that connector.
  func remembers(_ identity: DisplayIdentity, on connector: String) -> Bool {
    memories.contains { $0.identity == identity && $0.connector == connector }
  }

  func isReleased(_ connector: String) -> Bool { released.contains(connector) }

  /// The choices for the display on a connector.
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

  /// A display was plugged in. Its memory comes with it, unless an equal display is connected on the connector of that memory.
  ///
  /// If several equal displays are away, it is the one that went last. If that is unknown, it is any of them.
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

  /// A display was unplugged from a connector.
  mutating func leave(_ connector: String) {
    guard let identity = identity(on: connector) else { return }
    for index in memories.indices where memories[index].identity == identity && memories[index].connector == connector {
      memories[index].gone = rests
    }
    screens[connector] = nil
  }

  /// Whether the file has an app, or a controller has registered it.
  func exists(_ app: String) -> Bool { household.app(app)?.loss == nil || controllers[app] != nil }

  /// The loss of an app without its controller; nil if the controller is connected, or none is needed.
  func loss(_ app: String) -> Household.Loss? { controllers[app] == false ? household.app(app)?.loss : nil }
}

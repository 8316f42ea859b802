public import DisplayTypes

/// Reads the daemon's whole log in order, and finds errors: a call out of order or repeated, a call without its event, a gap in the
/// numbers, an end without its reason, two scenes in front of one screen, a session that is lost or found twice.
public struct LogAudit: Hashable, Sendable {
  /// The state of a session in the log.
  public struct Session: Hashable, Sendable {
    /// Its app.
    public var app: String
    /// Its display.
    public var identity: DisplayIdentity
    /// The last connector of its scene.
    public var connector: String
    /// The last call of its scene in this life of the daemon.
    public var last: CallOrder.Call?
    /// Its scene has a window.
    public var hasWindow = false
    /// Whether its first frame was reported since it came to the foreground, or since its screen got a mode.
    public var isPresented = false
    /// It was there when all was at rest, and so on the disk.
    var isWritten = false

    /// The state in which its last call left it.
    public var state: String { CallOrder.state(after: last) }
    /// It has a scene.
    public var isConnected: Bool { state != "unattached" }
    /// Whether its screen shows its scene.
    public var isInFront: Bool { state.hasPrefix("foreground") }
  }

  /// All sessions of the log that were not discarded, by identifier.
  public private(set) var sessions: [String: Session] = [:]
  /// The event that must come next.
  private var awaited: LogEntry.Event?
  private var lastSequence: UInt64 = 0
  /// Scenes in the background, the oldest first.
  private var waiting: [String] = []
  private var connectedScreens: Set<String> = []
  private let backgroundScenes: Int

  /// Begins with a daemon that has never run.
  public init(_ household: Household) { backgroundScenes = household.backgroundScenes }

  /// The daemon was killed.
  public mutating func killed(in world: World) {
    for identifier in world.discarded { sessions[identifier] = nil }
    awaited = nil
    lastSequence = 0
    waiting = []
    connectedScreens = []
    for identifier in sessions.keys {
      sessions[identifier]?.last = nil
      sessions[identifier]?.hasWindow = false
    }
  }

  /// All is at rest, and on the disk.
  mutating func written() {
    for identifier in sessions.keys { sessions[identifier]?.isWritten = true }
  }

  /// The daemon is killed before it has written its last reported sessions.
  mutating func loseUnwritten() { sessions = sessions.filter(\.value.isWritten) }

  /// The error at rest: a call without its event, or too many scenes in the background.
  public var complaintAtRest: String? {
    if let awaited { return "\(awaited) was never told" }
    let count = windowsInBackground
    return count > backgroundScenes ? "\(count) scenes wait in the background, \(backgroundScenes) may" : nil
  }

  /// The connected session of an app on a connector.
  public func connected(_ app: String, on connector: String) -> (identifier: String, session: Session)? {
    sessions.first { $0.value.app == app && $0.value.connector == connector && $0.value.isConnected }
      .map { ($0.key, $0.value) }
  }

  /// Reads the next entry; returns its error.
  public mutating func read(_ entry: LogEntry, in world: World) -> String? {
    switch entry {
    case .call(let call): return expect(.call(call)) ?? called(call, in: world)
    case .update(let session):
      guard sessions[session]?.isConnected == true else { return "\(session) is updated and not connected" }
      sessions[session]?.isPresented = false
      return expect(.update(session: session))
    case .window(let session, let hasWindow):
      sessions[session]?.hasWindow = hasWindow
      return nil
    case .event(let sequence, let event):
      lastSequence += 1
      guard sequence == lastSequence else { return "event \(sequence) came in the place of \(lastSequence)" }
      if let awaited {
        self.awaited = nil
        return awaited == event ? nil : "\(event) came in the place of \(awaited)"
      }
      return readEvent(event, in: world)
    }
  }

  private mutating func expect(_ event: LogEntry.Event) -> String? {
    if let awaited { return "\(event) comes before \(awaited) was told" }
    awaited = event
    return nil
  }

  private mutating func called(_ call: SceneCall, in world: World) -> String? {
    let identifier = call.session
    guard CallOrder.admits(call.call, after: sessions[identifier]?.last) else {
      return "\(call) comes after \(sessions[identifier]?.last?.rawValue ?? "nothing")"
    }
    switch call.call {
    case .willConnect: if let complaint = connects(call, in: world) { return complaint }
    case .willEnterForeground:
      let others = sessions.filter { $0.key != identifier && $0.value.connector == call.screen && $0.value.isInFront }
      if let other = others.first { return "\(call) comes while \(other.key) of \(other.value.app) is in front there" }
      sessions[identifier]?.isPresented = false
    case .didBecomeActive, .willResignActive, .didEnterBackground: break
    case .didDisconnect: if let complaint = ends(call, in: world) { return complaint }
    }
    sessions[identifier]?.last = call.call
    waiting.removeAll { $0 == identifier }
    if sessions[identifier]?.state == "background" { waiting.append(identifier) }
    return nil
  }

  /// The session must be the display's own one, or a new one if there is none.
  private mutating func connects(_ call: SceneCall, in world: World) -> String? {
    guard let identity = world.identity(on: call.screen) else { return "\(call) comes without a display" }
    if let other = connected(call.app, on: call.screen) {
      return "\(call) comes although \(other.identifier) is connected there"
    }
    let own = sessions.filter { $0.value.app == call.app && $0.value.identity == identity }
    let here = own.filter { $0.value.connector == call.screen }
    let elsewhere = own.filter {
      !world.hasDisplay(identity, on: $0.value.connector) && !world.remembers(identity, on: $0.value.connector)
    }
    let found = here.isEmpty ? elsewhere : here
    guard found.isEmpty ? sessions[call.session] == nil : found.keys.contains(call.session) else {
      return "\(call) should have found \(found.keys.sorted()) of \(identity.serial)"
    }
    let isWritten = sessions[call.session]?.isWritten ?? false
    sessions[call.session] = Session(
      app: call.app, identity: identity, connector: call.screen, isWritten: isWritten)
    return nil
  }

  private func ends(_ call: SceneCall, in world: World) -> String? {
    guard let session = sessions[call.session] else { return "\(call) of nobody" }
    switch call.reason {
    case "unplug": return world.disturbed.contains(session.connector) ? nil : "\(call), and nobody touched the cable"
    case "support": return world.isReleased(session.connector) ? nil : "\(call), and the screen may show scenes"
    case "foreground": return world.leaving.contains(session.app) ? nil : "\(call), and its app has scenes"
    case "destroyed": return world.destroying.contains(call.session) ? nil : "\(call), and nobody destroyed it"
    case "reclaimed":
      guard windowsInBackground > backgroundScenes else { return "\(call), and there are no more than may be" }
      let oldest = waiting.first { sessions[$0]?.hasWindow == true }
      return oldest == call.session ? nil : "\(call), and \(oldest ?? "none") waits longer"
    default: return "\(call), and there is no such reason here"
    }
  }

  private var windowsInBackground: Int { waiting.count { sessions[$0]?.hasWindow == true } }

  private mutating func readEvent(_ event: LogEntry.Event, in world: World) -> String? {
    switch event {
    case .call, .update: return "\(event) was told without the call"
    case .present(let identifier):
      guard let session = sessions[identifier], session.isInFront else { return "\(event), and it is not in front" }
      if session.isPresented { return "\(event) comes twice" }
      let due = world.picture(on: session.connector, self)
      if world.wasAtRest, world.cover(on: session.connector, due) == "blank" { return "\(event) of a black picture" }
      sessions[identifier]?.isPresented = true
      return nil
    case .discard(let identifier):
      if sessions[identifier]?.isConnected == true { return "\(event) comes before the end of its scene" }
      guard world.discarded.contains(identifier) else { return "\(event), and nobody destroyed it" }
      sessions[identifier] = nil
      return nil
    case .screenConnected(let screen):
      owesFirstFrames(screen)
      return connectedScreens.insert(screen).inserted ? nil : "\(event) comes twice"
    case .screenDisconnected(let screen):
      return connectedScreens.remove(screen) == nil ? "\(event), and it was not connected" : nil
    case .screenModes(let screen):
      owesFirstFrames(screen)
      return connectedScreens.contains(screen) ? nil : "\(event), and it is not connected"
    case .app: return nil
    case .trouble(let message): return "trouble where there is none: \(message)"
    }
  }

  private mutating func owesFirstFrames(_ screen: String) {
    for (identifier, session) in sessions where session.connector == screen {
      sessions[identifier]?.isPresented = false
    }
  }
}

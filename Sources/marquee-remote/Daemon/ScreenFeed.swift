internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Synchronization

/// Sends the daemon's newest events to the screens pages. An event makes a page load the changed state. Only events of the log are stored. A
/// slow page loses only lines of the log.
final class ScreenFeed: Sendable {
  /// The maximum number of stored lines, and of lines that wait for a slow page.
  static let most = 300

  private struct State {
    var trouble = DaemonTrouble()
    var log = ScreenLog()
    var lines: [EventLine] = []
    var listeners = StreamListeners()
  }

  private struct StateMessage: Encodable {
    let role: RemoteRole
    let daemon: Bool
    let daemonTrouble: String?
    let lines: [EventLine]
  }

  private let state = Mutex(State())

  /// Sets a reason why the daemon cannot be reached; the log stays.
  func setTrouble(_ kind: WritableKeyPath<DaemonTrouble, String?>, _ reason: String?) {
    state.withLock { state in
      guard state.trouble[keyPath: kind] != reason else { return }
      state.trouble[keyPath: kind] = reason
      for listener in state.listeners.all.values {
        listener.stream.send(ScreenFeed.stateMessage(state, for: listener.role))
      }
    }
  }

  /// Stores the displays that are plugged in at the beginning of a stream.
  func begin(_ snapshot: StateSnapshot) { state.withLock { $0.log.begin(snapshot) } }

  /// Sends an event. If it belongs into the log, stores its line.
  func append(_ event: EventInfo) {
    state.withLock { state in
      guard let entry = state.log.entry(for: event) else {
        let message = Array("event: change\ndata: {}\n\n".utf8)
        for listener in state.listeners.all.values { listener.stream.send(message) }
        return
      }
      let line = EventLine(event, entry, monotonic: MonotonicTime.now.nanoseconds, wall: SystemTime.wall)
      state.lines.append(line)
      if state.lines.count > ScreenFeed.most { state.lines.removeFirst() }
      let message = ScreenFeed.message("line", line)
      let observed = ScreenFeed.message("line", line.withoutPath)
      for listener in state.listeners.all.values {
        listener.stream.send(listener.role == .observe ? observed : message)
      }
    }
  }

  /// Sends an event to all pages, to show that their connection works.
  func ping() {
    state.withLock { state in
      for listener in state.listeners.all.values { listener.stream.send(Array("event: ping\ndata: {}\n\n".utf8)) }
    }
  }

  /// Makes a stream that has the whole state first and then each line. Returns nil if there are too many listeners.
  func subscribe(session: String, role: RemoteRole) -> EventStream? {
    let stream = EventStream(most: ScreenFeed.most)
    let key = state.withLock { state in
      let key = state.listeners.add(StreamListeners.Listener(session: session, role: role, stream: stream))
      if key != nil { stream.send(ScreenFeed.stateMessage(state, for: role)) }
      return key
    }
    guard let key else { return nil }
    stream.onClose { [weak self] in self?.state.withLock { $0.listeners.remove(key) } }
    return stream
  }

  /// Ends the streams of these sessions, or all.
  func close(sessions: [String]? = nil) { state.withLock { $0.listeners.close(sessions: sessions) } }

  var sessions: Set<String> { state.withLock { $0.listeners.sessions } }

  private static func stateMessage(_ state: State, for role: RemoteRole) -> [UInt8] {
    let lines = role == .observe ? state.lines.map(\.withoutPath) : state.lines
    let trouble = state.trouble.text
    let message = StateMessage(role: role, daemon: trouble == nil, daemonTrouble: trouble, lines: lines)
    return Array("retry: 1000\n".utf8) + self.message("state", message)
  }

  private static func message(_ name: String, _ value: some Encodable) -> [UInt8] {
    guard let json = try? ControlJSON.encode(value) else { return [] }
    return Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
  }
}

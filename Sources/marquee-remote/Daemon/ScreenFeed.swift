internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// Sends the daemon's newest events to the screens pages.
///
/// An event makes a page load the changed state. A slow page loses only lines of the log.
final class ScreenFeed: Sendable {
  /// The number of stored lines, and of lines that wait for a slow page.
  static let most = 300

  private struct State {
    var connectionTrouble: String? = "marqueed has not been reached yet"
    var answerTrouble: String?
    var trouble: String? { connectionTrouble ?? answerTrouble }
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
  private let clock: @Sendable () -> (monotonic: UInt64, wall: Double)

  init(clock: @escaping @Sendable () -> (monotonic: UInt64, wall: Double) = ScreenFeed.now) {
    self.clock = clock
  }

  /// The daemon is there.
  func connectionDidBegin() {
    state.withLock { state in
      guard state.connectionTrouble != nil else { return }
      state.connectionTrouble = nil
      ScreenFeed.sendState(state)
    }
  }

  /// The daemon cannot be reached; the log stays.
  func connectionDidEnd(_ trouble: String) {
    state.withLock { state in
      guard state.connectionTrouble != trouble else { return }
      state.connectionTrouble = trouble
      ScreenFeed.sendState(state)
    }
  }

  /// Sets the reason why the connected daemon does not answer; nil if it answers.
  func setAnswerTrouble(_ reason: String?) {
    state.withLock { state in
      guard state.answerTrouble != reason else { return }
      state.answerTrouble = reason
      ScreenFeed.sendState(state)
    }
  }

  /// Something has happened.
  func append(_ event: EventInfo) {
    let now = clock()
    let line = EventLine(event, monotonic: now.monotonic, wall: now.wall)
    state.withLock { state in
      state.lines.append(line)
      if state.lines.count > ScreenFeed.most { state.lines.removeFirst() }
      let message = ScreenFeed.message("line", line)
      let observed = ScreenFeed.message("line", line.withoutPath)
      for listener in state.listeners.all.values {
        listener.stream.send(listener.role == .observe ? observed : message)
      }
    }
  }

  /// Shows all pages that their connection works.
  func ping() {
    state.withLock { state in
      for listener in state.listeners.all.values { listener.stream.send(Array("event: ping\ndata: {}\n\n".utf8)) }
    }
  }

  /// A stream with the whole state first, and then each line; nil if there are too many listeners.
  func subscribe(session: String, role: RemoteRole) -> EventStream? {
    let stream = EventStream(most: ScreenFeed.most)
    let listener = StreamListeners.Listener(session: session, role: role, greeting: [], stream: stream)
    let (key, replaced) = state.withLock { state in
      let added = state.listeners.add(listener)
      if added.key != nil { stream.send(ScreenFeed.stateMessage(state, for: role)) }
      return added
    }
    replaced?.stream.finish()
    guard let key else { return nil }
    stream.onClose { [weak self] in _ = self?.state.withLock { $0.listeners.remove(key) } }
    return stream
  }

  /// Ends the streams of sessions that are over, or every listener.
  func close(sessions: [String]? = nil) {
    let ended = state.withLock { $0.listeners.remove(sessions: sessions) }
    for listener in ended { listener.stream.finish() }
  }

  /// The sessions that listen.
  var sessions: Set<String> { state.withLock { Set($0.listeners.all.values.map(\.session)) } }

  private static func sendState(_ state: State) {
    for listener in state.listeners.all.values { listener.stream.send(stateMessage(state, for: listener.role)) }
  }

  private static func stateMessage(_ state: State, for role: RemoteRole) -> [UInt8] {
    let lines = role == .observe ? state.lines.map(\.withoutPath) : state.lines
    let message = StateMessage(role: role, daemon: state.trouble == nil, daemonTrouble: state.trouble, lines: lines)
    return Array("retry: 1000\n".utf8) + self.message("state", message)
  }

  private static func message(_ name: String, _ value: some Encodable) -> [UInt8] {
    guard let json = try? ControlJSON.encode(value) else { return [] }
    return Array("event: \(name)\ndata: ".utf8) + json + Array("\n\n".utf8)
  }

  /// The monotonic clock, as the daemon's (clock_gettime), and the time of day.
  static func now() -> (monotonic: UInt64, wall: Double) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return (UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec), SystemTime.wall)
  }
}

/// A line of the event log on the screens page.
struct EventLine: Encodable, Equatable {
  /// The event's number since the daemon started.
  let number: UInt64
  /// When it happened, in milliseconds since 1970.
  let at: Int
  let event: String
  let screen: String?
  let app: String?
  let session: String?
  private(set) var reason: String?
  let mode: String?

  /// Makes the line of an event.
  ///
  /// `monotonic` (nanoseconds) and `wall` (seconds since 1970) are the current times.
  init(_ event: EventInfo, monotonic: UInt64, wall: Double) {
    number = event.sequence
    let age = Double(monotonic > event.monotonicNanoseconds ? monotonic - event.monotonicNanoseconds : 0) / 1e9
    at = Int(max(0, wall - age) * 1000)
    self.event = event.event.rawValue
    screen = event.screen ?? event.screenInfo?.name
    app = event.app
    session = event.session
    reason = event.reason
    mode = event.mode?.name
  }

  /// The line for users who may only observe.
  var withoutPath: EventLine {
    var line = self
    line.reason = reason?.withoutPath
    return line
  }
}

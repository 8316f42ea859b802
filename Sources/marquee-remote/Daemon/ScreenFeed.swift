internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// The daemon's newest events, and the pages that are told of each.
///
/// The pages ask for what has changed by it. Who reads slowly misses lines of the log, and nothing else.
final class ScreenFeed: Sendable {
  /// How many lines are kept, and wait for one who reads slowly.
  static let most = 300

  private struct State {
    var connectionTrouble: String? = "marqueed has not been reached yet"
    var silence: String?
    var trouble: String? { connectionTrouble ?? silence }
    var lines: [EventLine] = []
    var listeners = StreamListeners()
  }

  private struct Whole: Encodable {
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
  func found() {
    state.withLock { state in
      guard state.connectionTrouble != nil else { return }
      state.connectionTrouble = nil
      ScreenFeed.sendWhole(state)
    }
  }

  /// The daemon cannot be reached; the log stays.
  func lose(_ trouble: String) {
    state.withLock { state in
      guard state.connectionTrouble != trouble else { return }
      state.connectionTrouble = trouble
      ScreenFeed.sendWhole(state)
    }
  }

  /// The daemon answers nobody, for this reason, although it is connected; nil for one that answers.
  func setSilence(_ reason: String?) {
    state.withLock { state in
      guard state.silence != reason else { return }
      state.silence = reason
      ScreenFeed.sendWhole(state)
    }
  }

  /// Something has happened.
  func tell(_ event: EventInfo) {
    let now = clock()
    let line = EventLine(event, monotonic: now.monotonic, wall: now.wall)
    state.withLock { state in
      state.lines.append(line)
      if state.lines.count > ScreenFeed.most { state.lines.removeFirst() }
      let message = ScreenFeed.message("line", line)
      let observed = ScreenFeed.message("line", line.withoutPath)
      for one in state.listeners.all.values { one.stream.send(one.role == .observe ? observed : message) }
    }
  }

  /// Tells all that they are heard.
  func remind() {
    state.withLock { state in
      for one in state.listeners.all.values { one.stream.send(Array("event: ping\ndata: {}\n\n".utf8)) }
    }
  }

  /// All that is known, and then each line; nil where too many listen.
  func listen(session: String, role: RemoteRole) -> EventStream? {
    let stream = EventStream(most: ScreenFeed.most)
    let one = StreamListeners.One(session: session, role: role, greeting: [], stream: stream)
    let (key, before) = state.withLock { state in
      let added = state.listeners.add(one)
      if added.key != nil { stream.send(ScreenFeed.whole(state, for: role)) }
      return added
    }
    before?.stream.finish()
    guard let key else { return nil }
    stream.onClose { [weak self] in _ = self?.state.withLock { $0.listeners.remove(key) } }
    return stream
  }

  /// Ends the streams of sessions that are over, or every one.
  func dismiss(sessions: [String]? = nil) {
    let ended = state.withLock { $0.listeners.remove(sessions: sessions) }
    for one in ended { one.stream.finish() }
  }

  /// The sessions that listen.
  var sessions: Set<String> { state.withLock { Set($0.listeners.all.values.map(\.session)) } }

  private static func sendWhole(_ state: State) {
    for one in state.listeners.all.values { one.stream.send(whole(state, for: one.role)) }
  }

  private static func whole(_ state: State, for role: RemoteRole) -> [UInt8] {
    let lines = role == .observe ? state.lines.map(\.withoutPath) : state.lines
    let whole = Whole(role: role, daemon: state.trouble == nil, daemonTrouble: state.trouble, lines: lines)
    return Array("retry: 1000\n".utf8) + message("state", whole)
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

/// A line of the event log, as the screens page has it.
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

  /// Of an event, where the monotonic clock and the time of day are these now: nanoseconds, and seconds since 1970.
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

/// What the screens page stands on.
struct ScreenPageServices: Sendable {
  /// The log, and the pages that follow it.
  let hub: ScreenFeed
  /// For what is asked and done; a TV takes its time.
  let calls: CallQueue
  /// For small pictures, which may come late.
  let looks: ScreenPictureCache
  /// For pictures of files, some of which are still being written.
  let files: CallQueue
  /// Files of contents.
  let media: MediaFolder
}

internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc
internal import Synchronization

extension ControlClient {
  /// Connects to the daemon at a path, or at the path of the environment.
  static func connect(to path: String?) throws(ClientError) -> ControlClient {
    if let path { try ControlClient(path: path) } else { try ControlClient() }
  }
}

/// Follows a stream of the daemon for all pages together, and connects again after the stream ends. It has its own thread and its own
/// connection.
final class DaemonFollower: Sendable {
  typealias Connect = () throws(ClientError) -> ControlClient
  /// Reads until the connection ends or `shouldContinue` returns false. Calls `shouldContinue` after each message.
  typealias Follow = @Sendable (_ connect: Connect, _ shouldContinue: () -> Bool) throws(ClientError) -> Void

  private let isOver = Atomic(false)

  /// Follows the daemon at `socket`, or at the path of the environment.
  init(
    _ name: String, socket: String?, follow: @escaping Follow,
    didDisconnect: @escaping @Sendable (_ reason: String) -> Void = { _ in }
  ) {
    BlockingThread.start(name) { [self] in
      var backoff = Backoff(first: 100_000_000, longest: 2_000_000_000)
      while !isOver.load(ordering: .acquiring) {
        do throws(ClientError) {
          try follow({ () throws(ClientError) in try ControlClient.connect(to: socket) }) {
            backoff.reset()
            return !isOver.load(ordering: .acquiring)
          }
          didDisconnect("marqueed has ended the connection")
        } catch {
          didDisconnect(error.description)
        }
        guard !isOver.load(ordering: .acquiring) else { return }
        usleep(UInt32(backoff.next() / 1000))
      }
    }
  }

  /// Stops after the next message, or when the connection ends.
  func stop() { isOver.store(true, ordering: .releasing) }
}

/// Forwards pointer positions to the daemon with one call at a time. Of the positions that arrive during a call it forwards only the
/// newest.
final class PointerRelay: Sendable {
  private struct State: Sendable {
    var isSending = false
    var next: ControlTalkCall?
  }

  private let state = Mutex(State())
  private let send: @Sendable (ControlTalkCall) async -> Void

  init(send: @escaping @Sendable (ControlTalkCall) async -> Void) {
    self.send = send
  }

  /// Sends a position after the daemon has replied to the previous one.
  func point(_ call: ControlTalkCall) {
    let begins = state.withLock { state in
      state.next = call
      guard !state.isSending else { return false }
      state.isSending = true
      return true
    }
    if begins { Task { await run() } }
  }

  private func run() async {
    while let call = take() { await send(call) }
  }

  private func take() -> ControlTalkCall? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.isSending = false }
      return state.next
    }
  }
}

/// Reads the daemon's events without a gap. It begins with the newest events before the first connection.
final class EventFollower: Sendable {
  /// The number of earlier events to request.
  private static let before: UInt64 = 100

  private let seen = Mutex<(run: String, sequence: UInt64)?>(nil)
  private let feed: ScreenFeed

  init(_ feed: ScreenFeed) {
    self.feed = feed
  }

  /// Reads events while `shouldContinue` is true. Also returns if a new connection can deliver more events.
  func follow(_ client: ControlClient, shouldContinue: () -> Bool) throws(ClientError) {
    let last = seen.withLock { $0 }
    let events = try client.events(last.map { EventsCall(after: $0.sequence, run: $0.run) } ?? EventsCall())
    guard let first = try events.next(), shouldContinue() else { return }
    let run = first.run ?? ""
    guard last?.run == run || first.sequence == 0 else {
      // The daemon has restarted. Only a new connection that names the new run gets its earlier events.
      let start = first.sequence > EventFollower.before ? first.sequence - EventFollower.before : 0
      return seen.withLock { $0 = (run, start) }
    }
    seen.withLock { $0 = (run, first.event == .resumed ? last?.sequence ?? first.sequence : first.sequence) }
    if let snapshot = first.snapshot { feed.begin(snapshot) }
    feed.setTrouble(\.connection, nil)
    while let event = try events.next(), shouldContinue() {
      seen.withLock { $0 = (run, event.sequence) }
      feed.append(event)
    }
  }
}

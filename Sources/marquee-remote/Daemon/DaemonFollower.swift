internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc
internal import Synchronization

/// Follows something of the daemon's on a thread and a connection of its own, for all pages together, and comes back after the daemon.
final class DaemonFollower: Sendable {
  /// Makes a connection.
  typealias Connect = () throws(ClientError) -> ControlClient
  /// Reads until there is no more, asking after each message whether it goes on.
  typealias Follow = @Sendable (_ connect: Connect, _ goesOn: () -> Bool) throws(ClientError) -> Void

  private let name: String
  private let socket: String?
  private let isOver = Atomic(false)
  private let follow: Follow
  private let lost: @Sendable (String) -> Void

  /// Watches the daemon at `socket`, or where the environment says that it is, from `start` on.
  init(_ name: String, socket: String?, follow: @escaping Follow, lost: @escaping @Sendable (String) -> Void) {
    self.name = name
    self.socket = socket
    self.follow = follow
    self.lost = lost
  }

  /// Follows the talk.
  convenience init(
    socket: String?, told: @escaping @Sendable (TalkInfo?) -> Void, lost: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      "marquee-talk", socket: socket,
      follow: { (connect, goesOn) throws(ClientError) in
        let talk = try connect().talk()
        while let reply = try talk.next(), goesOn() { told(reply.talk) }
      }, lost: lost)
  }

  /// Begins.
  func start() {
    BlockingThread.start(name) { [self] in
      var backoff = Backoff(first: 100_000_000, longest: 2_000_000_000)
      while !isOver.load(ordering: .acquiring) {
        do throws(ClientError) {
          try follow(connect) {
            backoff.reset()
            return !isOver.load(ordering: .acquiring)
          }
          lost("marqueed has ended the connection")
        } catch {
          lost(error.description)
        }
        guard !isOver.load(ordering: .acquiring) else { return }
        SystemTime.rest(Double(backoff.next()) / 1e9)
      }
    }
  }

  private func connect() throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }

  /// Ends once the daemon says something, or is gone.
  func stop() {
    isOver.store(true, ordering: .releasing)
  }
}

/// Hands on where speakers point: one call at a time, and of what came meanwhile only the newest.
final class PointerRelay: Sendable {
  private struct State: Sendable {
    var isUnderWay = false
    var next: ControlTalkCall?
  }

  private let state = Mutex(State())
  private let send: @Sendable (ControlTalkCall) async -> Void

  init(send: @escaping @Sendable (ControlTalkCall) async -> Void) {
    self.send = send
  }

  /// Points there as soon as the daemon has taken what went before.
  func point(_ call: ControlTalkCall) {
    let begins = state.withLock { state in
      state.next = call
      guard !state.isUnderWay else { return false }
      state.isUnderWay = true
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
      if state.next == nil { state.isUnderWay = false }
      return state.next
    }
  }
}

/// Reads the daemon's events without a gap, the newest of those before the first connection included.
final class EventFollower: Sendable {
  /// How many events from before are asked for.
  static let before: UInt64 = 100

  private let seen = Mutex<(run: String, sequence: UInt64)?>(nil)
  private let hub: ScreenFeed

  init(_ hub: ScreenFeed) {
    self.hub = hub
  }

  /// Follows them as long as `goesOn` says so; returns also where another connection can tell more.
  func follow(_ client: ControlClient, goesOn: () -> Bool) throws(ClientError) {
    let last = seen.withLock { $0 }
    let events = try client.events(last.map { EventsCall(after: $0.sequence, run: $0.run) } ?? EventsCall())
    guard let first = try events.next(), goesOn() else { return }
    let run = first.run ?? ""
    guard last?.run == run || first.sequence == 0 else {
      // Another daemon than before: what it did so far is told to who comes back knowing its name.
      let start = first.sequence > EventFollower.before ? first.sequence - EventFollower.before : 0
      return seen.withLock { $0 = (run, start) }
    }
    seen.withLock { $0 = (run, first.event == .resumed ? last?.sequence ?? first.sequence : first.sequence) }
    hub.found()
    while let event = try events.next(), goesOn() {
      seen.withLock { $0 = (run, event.sequence) }
      hub.tell(event)
    }
  }
}

internal import Foundation
internal import Synchronization

/// Who may come in: codes, sessions and how often each may ask.
final class FrontDesk: Sendable {
  private struct State: Sendable {
    var desk = PairingDesk()
    var sessions: SessionBook
    /// Anything, of one address or network (`AddressNetwork`).
    var requests = RateLimit(burst: 400, perSecond: 200)
    /// What changes the talk, of one session.
    var actions = RateLimit(burst: 30, perSecond: 15)
    /// Where somebody points, of one session: these are put together on the way.
    var pointing = RateLimit(burst: 120, perSecond: 70)
    /// Pictures, of one session: the overview of a long deck at once.
    var pictures = RateLimit(burst: 400, perSecond: 50)
  }

  /// What is counted by session.
  enum Counted { case action, pointing, picture }

  private let state: Mutex<State>
  /// One after the other, each with what there is by then.
  private let saving = Mutex(())
  private let clock: Clock
  private let file: SessionFile?
  private let log: @Sendable (String) -> Void

  /// The clocks that it goes by, in seconds.
  struct Clock: Sendable {
    /// One that only goes forward.
    var monotonic: @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
    /// Since 1970.
    var wall: @Sendable () -> Double = { Date().timeIntervalSince1970 }
  }

  init(file: SessionFile?, clock: Clock = Clock(), log: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.clock = clock
    self.log = log
    state = Mutex(State(sessions: SessionBook(file?.load() ?? [])))
  }

  /// A new code; it can be used once.
  func makeCode(_ role: RemoteRole) -> String {
    var generator = SystemRandomNumberGenerator()
    let code = PairingCode.make(using: &generator)
    state.withLock { $0.desk.add(code, role: role, now: clock.monotonic()) }
    return code
  }

  /// Takes a code; a token where it was right.
  func redeem(_ text: String, from address: String, talk: String?) -> (outcome: PairingOutcome, token: String?) {
    let (outcome, token): (PairingOutcome, String?) = state.withLock { state in
      let outcome = state.desk.redeem(text, from: address, now: clock.monotonic())
      guard case .paired(let role) = outcome else { return (outcome, nil) }
      var generator = SystemRandomNumberGenerator()
      return (outcome, state.sessions.begin(role, talk: talk, now: clock.wall(), using: &generator))
    }
    switch outcome {
    case .paired(let role):
      log("paired \(address) (\(role.rawValue))")
      save()
    case .wrong: log("a wrong code from \(address)")
    case .used: log("a code that was used already, from \(address)")
    case .expired: log("a code that has expired, from \(address)")
    case .wait: break
    }
    return (outcome, token)
  }

  /// The session of a token.
  func session(_ token: String) -> SessionRecord? {
    state.withLock { $0.sessions.find(token, now: clock.wall()) }
  }

  /// Ends a session.
  func end(_ digest: String) {
    state.withLock { $0.sessions.end(digest) }
    save()
  }

  /// The daemon's talk, or that there is none: sessions of another one end.
  ///
  /// Returns their digests.
  func follow(_ talk: String?) -> [String] {
    let (ended, changed) = state.withLock { state in
      let before = state.sessions.records
      let ended = if let talk { state.sessions.goOn(with: talk) } else { state.sessions.talkEnded() }
      return (ended, before != state.sessions.records)
    }
    if !ended.isEmpty { log("the talk has ended, and with it \(ended.count) sessions") }
    if changed { save() }
    return ended
  }

  /// Which of these sessions are over: they have ended, expired or given way to newer ones.
  func over(_ digests: Set<String>) -> [String] {
    let now = clock.wall()
    return state.withLock { state in
      digests.subtracting(state.sessions.records.lazy.filter { $0.until > now }.map(\.digest))
    }.sorted()
  }

  /// Whether an address or network (`AddressNetwork`) may ask once more.
  func mayAsk(_ network: String) -> Bool {
    state.withLock { $0.requests.take(network, now: clock.monotonic()) }
  }

  /// Whether a session may do one more of something.
  func may(_ counted: Counted, _ session: String) -> Bool {
    let now = clock.monotonic()
    return state.withLock { state in
      switch counted {
      case .action: state.actions.take(session, now: now)
      case .pointing: state.pointing.take(session, now: now)
      case .picture: state.pictures.take(session, now: now)
      }
    }
  }

  private func save() {
    guard let file else { return }
    do {
      try saving.withLock { _ in try file.save(state.withLock { $0.sessions.records }) }
    } catch {
      log("\(file.path) cannot be written: \(error.localizedDescription). Phones must be paired anew after a restart.")
    }
  }
}

internal import Glibc
internal import KeptFiles
internal import Synchronization

/// Codes, sessions and rate limits.
final class RemoteAccess: Sendable {
  private struct State: Sendable {
    var codes = PairingCodes()
    var sessions: WebSessions
    /// Whether a browser has ever paired for control.
    var isClaimed = false
    /// The talk of the daemon; nil without one.
    var talk: String?
    /// The sessions that start a talk, by their digests, with the talk's identifier once it is known. They continue with it.
    var starting: [String: String?] = [:]
    /// The last logged reason for cards without a code.
    var cardTrouble: String?
    /// All requests of one address or network (`AddressNetwork`).
    var requests = RateLimit(burst: 400, perSecond: 200)
    /// Actions of the talk, of one session.
    var actions = RateLimit(burst: 30, perSecond: 15)
    /// Pointer positions of one session, before `PointerRelay` combines them.
    var pointing = RateLimit(burst: 120, perSecond: 70)
    /// Pictures of one session. The overview of a long deck needs many at once.
    var pictures = RateLimit(burst: 400, perSecond: 50)
  }

  /// The subjects of a session's rate limits.
  enum Counted { case action, pointing, picture }

  private let state: Mutex<State>
  private let clock: AccessClock
  /// Nil if pairings are not stored.
  private let store: PairingStore?
  private let onClaim: @Sendable () -> Void
  private let log: @Sendable (String) -> Void

  /// The clocks, in seconds.
  struct AccessClock: Sendable {
    var monotonic: @Sendable () -> Double = { SystemTime.monotonic }
    /// Since 1970.
    var wall: @Sendable () -> Double = { SystemTime.wall }
    /// Waits until a descriptor is readable, or for so many milliseconds (poll(2)).
    var sleep: @Sendable (inout [pollfd], Int32) -> Int32 = { unsafe poll(&$0, nfds_t($0.count), $1) }
  }

  /// How long the end of the program waits for the disk, and how long a card waits for a code, in milliseconds.
  private static let diskTimeouts = (end: 5_000, card: 2_000)

  /// Stores pairings in a directory, which it creates; nil stores nothing.
  ///
  /// - Parameters:
  ///   - sync: fsync(2), or a test's replacement.
  ///   - onClaim: runs after a browser has paired for control, and after such a pairing could not be stored.
  init(
    directory: String?, sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }, clock: AccessClock = AccessClock(),
    onClaim: @escaping @Sendable () -> Void = {}, log: @escaping @Sendable (String) -> Void
  ) {
    self.clock = clock
    self.onClaim = onClaim
    self.log = log
    guard let directory else {
      store = nil
      state = Mutex(State(sessions: WebSessions()))
      return
    }
    RemoteAccess.makeFolder(directory)
    let store = PairingStore(KeptFile("remote-sessions.json", in: directory, sync: sync), log: log)
    let finding = store.load()
    var record = finding.value ?? PairingRecord()
    switch finding {
    case .nothing, .value: break
    // An unreadable file shows that a browser had paired.
    case .previous, .unreadable: record.claimed = true
    }
    if RemoteAccess.wasClaimed(directory) || record.sessions.contains(where: { $0.role == .control }) {
      record.claimed = true
    }
    self.store = store
    state = Mutex(State(sessions: WebSessions(record.sessions), isClaimed: record.claimed))
    store.begin()
    store.keep(record)
  }

  /// Makes a folder that only this user can open, and its missing parent folders. Ignores failures, because the store reports them when it
  /// writes.
  private static func makeFolder(_ path: String) {
    var whole = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      whole += "/\(part)"
      unsafe mkdir(whole, 0o700)
    }
  }

  /// Whether an earlier version has recorded a pairing for control in its file. An error counts as yes.
  private static func wasClaimed(_ directory: String) -> Bool {
    var status = stat()
    return unsafe lstat("\(directory)/remote-claimed", &status) == 0 || errno != ENOENT
  }

  /// Makes a code for one use: for a talk, or with `.screens` for the screens too.
  func makeCode(_ role: RemoteRole, for purpose: WebSession.Purpose = .screens) -> String {
    let code = PairingCode.make()
    state.withLock { $0.codes.add(code, role: role, for: purpose, now: clock.monotonic()) }
    return code
  }

  /// Makes a code for a set-up card. Returns nil if a browser has paired already, or if a pairing could not be stored.
  func makeCardCode() -> String? {
    let trouble: String?
    if let store {
      store.begin()
      trouble = store.waitUntilKept(milliseconds: RemoteAccess.diskTimeouts.card)
    } else {
      trouble = "without --state the first pairing could not be stored"
    }
    let code = PairingCode.make()
    let (made, isNew) = state.withLock { state -> (String?, Bool) in
      let isNew = trouble != nil && trouble != state.cardTrouble
      state.cardTrouble = trouble
      guard trouble == nil, !state.isClaimed else { return (nil, isNew) }
      state.codes.add(code, role: .control, isCard: true, now: clock.monotonic())
      return (code, false)
    }
    if isNew, let trouble { log("no display shows a code for pairing: \(trouble)") }
    return made
  }

  /// Whether set-up cards get no code because a pairing could not be stored.
  var hasCardTrouble: Bool { state.withLock { $0.cardTrouble != nil && !$0.isClaimed } }

  /// Withdraws a code in the form in which it was made.
  func revoke(_ code: String) { state.withLock { $0.codes.revoke(code) } }

  /// Whether a browser has paired for control, so this machine has an owner.
  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  /// Seconds of the clock that only goes forward.
  var now: Double { clock.monotonic() }

  /// The result of a redeemed code.
  struct Redemption {
    let outcome: PairingOutcome
    /// The browser's token if the code was right.
    var token: String?
    /// The reason why the pairing ends with this program; nil if it is stored, or need not be.
    var trouble: String?
  }

  /// Redeems a code. A right code gives a token for the wanted purpose, if the code allows that purpose. The call returns after the pairing
  /// is on the disk, or after it could not be stored.
  func redeem(
    _ text: String, from address: String, for wanted: WebSession.Purpose = .talk, talk: String?
  ) async -> Redemption {
    let (outcome, token): (PairingOutcome, String?) = state.withLock { state in
      let outcome = state.codes.redeem(text, from: address, now: clock.monotonic())
      guard case .paired(let role, let most, isCard: let isCard) = outcome else { return (outcome, nil) }
      if role == .control {
        state.isClaimed = true
        state.codes.revokeCards()
      }
      // A pairing from a set-up card outlives a talk. So does a pairing before any talk, of a person who looks after the screens.
      let isForScreens = isCard || most == .screens && (wanted == .screens || talk == nil && role == .control)
      let purpose: WebSession.Purpose = isForScreens ? .screens : .talk
      let token = state.sessions.begin(role, for: purpose, talk: talk, lasts: isCard, now: clock.wall())
      keep(state)
      return (outcome, token)
    }
    switch outcome {
    case .paired(let role, _, isCard: let isCard):
      if role == .control { onClaim() }
      let trouble = await waitUntilKept()
      // Otherwise, after a power cut, the machine would have no owner and no code, or another owner.
      if isCard, trouble != nil, let token {
        undoPairing(token)
        return Redemption(outcome: .unkept, trouble: trouble)
      }
      log("paired \(address) (\(role.rawValue))")
      return Redemption(outcome: outcome, token: token, trouble: trouble)
    case .wrong: log("a wrong code from \(address)")
    case .used: log("a used code from \(address)")
    case .expired: log("an expired code from \(address)")
    case .withdrawn: log("a withdrawn code from \(address)")
    case .wait, .unkept: break
    }
    return Redemption(outcome: outcome)
  }

  func session(_ token: String) -> WebSession? {
    state.withLock { $0.sessions.find(token, now: clock.wall()) }
  }

  /// Extends a session that set up the machine. Returns whether its cookie must be extended too.
  func renew(_ session: WebSession) -> Bool {
    guard session.lasts == true else { return false }
    return state.withLock { state in
      guard state.sessions.renew(session.digest, now: clock.wall()) else { return false }
      keep(state)
      return true
    }
  }

  func end(_ digest: String) {
    state.withLock { state in
      state.sessions.end(digest)
      keep(state)
    }
  }

  /// Waits until all changes so far are on the disk. Returns the reason if they are not.
  func waitUntilKept() async -> String? { await store?.waitUntilKept() ?? nil }

  /// Retries a failed write.
  func retry() { store?.retry() }

  /// Retries a failed write at the end of the program, and waits for the disk for a limited time.
  func finish() {
    store?.retry()
    _ = store?.waitUntilKept(milliseconds: RemoteAccess.diskTimeouts.end)
  }

  /// Keeps a session that starts a talk over the end of the talk before.
  func willStartTalk(_ digest: String) { state.withLock { $0.starting[digest] = .some(nil) } }

  /// Sets the talk with which a session continues; nil if the talk was refused.
  func didStartTalk(_ talk: String?, _ digest: String) {
    state.withLock { state in
      if let talk, state.talk != talk { state.starting[digest] = talk } else { state.starting[digest] = nil }
    }
  }

  /// Ends the sessions of all talks except this talk of the daemon, and returns their digests.
  func talkDidChange(_ talk: String?) -> [String] {
    let ended = state.withLock { state in
      state.talk = talk
      for (digest, expected) in state.starting {
        state.sessions.leaveTalk(digest)
        if let talk, expected == talk { state.starting[digest] = nil }
      }
      let ended = if let talk { state.sessions.goOn(with: talk) } else { state.sessions.talkEnded() }
      keep(state)
      return ended
    }
    if !ended.isEmpty { log("the talk has ended, and \(ended.count) sessions with it") }
    return ended
  }

  /// Returns the sessions of this set that have ended or expired, or were replaced by newer ones.
  func ended(among digests: Set<String>) -> [String] {
    let now = clock.wall()
    return state.withLock { state in
      digests.subtracting(state.sessions.records.lazy.filter { !$0.isOver(at: now) }.map(\.digest))
    }.sorted()
  }

  /// Whether an address or network (`AddressNetwork`) may send another request.
  func mayRequest(_ network: String) -> Bool {
    state.withLock { $0.requests.take(network, now: clock.monotonic()) }
  }

  /// Refuses a request for control from an observer, and a request above the rate limit of the session. Returns nil if it is allowed.
  func refusal(_ session: WebSession, _ counted: Counted, for role: RemoteRole = .control) -> HTTPAnswer? {
    guard role == .observe || session.role == .control else { return Answers.observer }
    return may(counted, session.digest) ? nil : Answers.tooMany
  }

  /// Whether the rate limit of a session allows one more.
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

  private func undoPairing(_ token: String) {
    state.withLock { state in
      state.sessions.end(Digest(of: token).hexadecimal)
      // Restores the state before the pairing, so that a card may have a code again.
      state.isClaimed = state.sessions.records.contains { $0.role == .control }
      keep(state)
    }
    onClaim()
  }

  private func keep(_ state: State) {
    store?.keep(PairingRecord(claimed: state.isClaimed, sessions: state.sessions.records))
  }
}

internal import Glibc
internal import KeptFiles
internal import Synchronization

/// Who may come in: codes, sessions and how often each may ask.
final class RemoteAccess: Sendable {
  private struct State: Sendable {
    var codes = PairingCodes()
    var sessions: WebSessions
    /// A browser has once paired for control.
    var isClaimed: Bool
    /// Why no code is made for a card, as it was said last.
    var cardTrouble: String?
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
  private let clock: Clock
  /// Nil where nothing is kept.
  private let store: PairingStore?
  private let onClaim: @Sendable () -> Void
  private let log: @Sendable (String) -> Void

  /// The clocks that it goes by, in seconds.
  struct Clock: Sendable {
    /// One that only goes forward.
    var monotonic: @Sendable () -> Double = { SystemTime.monotonic }
    /// Since 1970.
    var wall: @Sendable () -> Double = { SystemTime.wall }
    /// Sleeps until one of these can be read, or for so many milliseconds, -1 being for ever; how many can be (poll(2)).
    var sleep: @Sendable (inout [pollfd], Int32) -> Int32 = { unsafe poll(&$0, nfds_t($0.count), $1) }
  }

  /// How long the end of the program waits for the disk, and how long a card waits for a code, in milliseconds.
  private static let patience: (end: Int32, card: Int32) = (5_000, 2_000)

  /// Keeps pairings in a directory, which is made where it is missing; nil for nowhere.
  ///
  /// - Parameters:
  ///   - sync: fsync(2), or what a test has in its place.
  ///   - onClaim: is called when a browser has paired for control, and when it could not be kept that one has.
  init(
    directory: String?, sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }, clock: Clock = Clock(),
    onClaim: @escaping @Sendable () -> Void = {}, log: @escaping @Sendable (String) -> Void
  ) {
    self.clock = clock
    self.onClaim = onClaim
    self.log = log
    guard let directory else {
      store = nil
      state = Mutex(State(sessions: WebSessions(), isClaimed: false))
      return
    }
    LocalFolders.makeFolder(directory)
    let store = PairingStore(KeptFile("remote-sessions.json", in: directory, sync: sync), log: log)
    let finding = store.load()
    var record = finding.value ?? PairingRecord()
    switch finding {
    case .nothing, .value: break
    // Who has paired cannot be read any more: somebody has.
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

  /// Whether a file says so that versions before made of it; where that cannot be told it does.
  private static func wasClaimed(_ directory: String) -> Bool {
    var status = stat()
    return unsafe lstat("\(directory)/remote-claimed", &status) == 0 || errno != ENOENT
  }

  /// A new code; it can be used once, for a talk, or with `.screens` for the screens too.
  func makeCode(_ role: RemoteRole, for purpose: WebSession.Purpose = .screens) -> String {
    var generator = SystemRandomNumberGenerator()
    let code = PairingCode.make(using: &generator)
    state.withLock { $0.codes.add(code, role: role, for: purpose, now: clock.monotonic()) }
    return code
  }

  /// A new code for whoever stands before a set-up card first; nil where somebody was first, or where that could not be kept.
  func makeCardCode() -> String? {
    let trouble: String?
    if let store {
      store.begin()
      trouble = store.waitUntilKept(milliseconds: RemoteAccess.patience.card)
    } else {
      trouble = "without --state it could not be kept that a device has paired"
    }
    var generator = SystemRandomNumberGenerator()
    let code = PairingCode.make(using: &generator)
    let (made, isNews) = state.withLock { state -> (String?, Bool) in
      let isNews = trouble != nil && trouble != state.cardTrouble
      state.cardTrouble = trouble
      guard trouble == nil, !state.isClaimed else { return (nil, isNews) }
      state.codes.add(code, role: .control, isCard: true, now: clock.monotonic())
      return (code, false)
    }
    if isNews, let trouble { log("no display shows a code for pairing: \(trouble)") }
    return made
  }

  /// Whether no code was made for a card since it could not be kept that one was used.
  var hasCardTrouble: Bool { state.withLock { $0.cardTrouble != nil && !$0.isClaimed } }

  /// Makes a code useless, as it was made.
  func revoke(_ code: String) { state.withLock { $0.codes.revoke(code) } }

  /// Whether a browser has once paired for control: this machine has somebody who looks after it.
  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  /// Seconds of the clock that only goes forward.
  var now: Double { clock.monotonic() }

  /// What has come of a code that somebody has sent.
  struct Redemption {
    let outcome: PairingOutcome
    /// What the browser shows from now on, where the code was right.
    var token: String?
    /// Why the pairing ends with this program; nil where it is kept, or nothing is to be.
    var trouble: String?
  }

  /// Takes a code; gives a token where it was right, for what is wanted as far as the code is good for that.
  ///
  /// Returns once the pairing is on the disk, or could not be kept.
  func redeem(
    _ text: String, from address: String, for wanted: WebSession.Purpose = .talk, talk: String?
  ) async -> Redemption {
    let (outcome, token): (PairingOutcome, String?) = state.withLock { state in
      let outcome = state.codes.redeem(text, from: address, now: clock.monotonic())
      guard case .paired(let role, let most, isCard: let isCard) = outcome else { return (outcome, nil) }
      if role == .control {
        state.isClaimed = true
        // Two may have read two of them.
        state.codes.revokeCards()
      }
      var generator = SystemRandomNumberGenerator()
      // Who sets the box up does so for longer than a talk.
      let purpose: WebSession.Purpose = isCard ? .screens : most == .screens ? wanted : most
      let token = state.sessions.begin(
        role, for: purpose, talk: talk, lasts: isCard, now: clock.wall(), using: &generator)
      keep(state)
      return (outcome, token)
    }
    switch outcome {
    case .paired(let role, _, isCard: let isCard):
      if role == .control { onClaim() }
      let trouble = await whenKept()
      // After a power cut the box would have no owner and no code, or another would be first.
      if isCard, trouble != nil, let token {
        takeBack(token)
        return Redemption(outcome: .unkept, trouble: trouble)
      }
      log("paired \(address) (\(role.rawValue))")
      return Redemption(outcome: outcome, token: token, trouble: trouble)
    case .wrong: log("a wrong code from \(address)")
    case .used: log("a code that was used already, from \(address)")
    case .expired: log("a code that has expired, from \(address)")
    case .withdrawn: log("a code that a display shows no more, from \(address)")
    case .wait, .unkept: break
    }
    return Redemption(outcome: outcome)
  }

  /// The session of a token.
  func session(_ token: String) -> WebSession? {
    state.withLock { $0.sessions.find(token, now: clock.wall()) }
  }

  /// A session that has set the box up is used; whether it lasts longer by that, and its cookie is to.
  func renew(_ session: WebSession) -> Bool {
    guard session.lasts == true else { return false }
    return state.withLock { state in
      guard state.sessions.renew(session.digest, now: clock.wall()) else { return false }
      keep(state)
      return true
    }
  }

  /// Ends a session, at once.
  func end(_ digest: String) {
    state.withLock { state in
      state.sessions.end(digest)
      keep(state)
    }
  }

  /// Waits until what has changed by now is on the disk; returns why it is not.
  func whenKept() async -> String? { await store?.whenKept() ?? nil }

  /// Tries again what could not be kept.
  func retry() { store?.retry() }

  /// The program ends: tries once more what could not be kept, and waits for the disk, but not for ever.
  func finish() {
    store?.retry()
    _ = store?.waitUntilKept(milliseconds: RemoteAccess.patience.end)
  }

  /// The daemon's talk, or that there is none: sessions of another one end.
  ///
  /// Returns their digests.
  func follow(_ talk: String?) -> [String] {
    let ended = state.withLock { state in
      let ended = if let talk { state.sessions.goOn(with: talk) } else { state.sessions.talkEnded() }
      keep(state)
      return ended
    }
    if !ended.isEmpty { log("the talk has ended, and with it \(ended.count) sessions") }
    return ended
  }

  /// Which of these sessions are over: they have ended, expired or given way to newer ones.
  func over(_ digests: Set<String>) -> [String] {
    let now = clock.wall()
    return state.withLock { state in
      digests.subtracting(state.sessions.records.lazy.filter { !$0.isOver(at: now) }.map(\.digest))
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

  /// Nobody was paired by a card after all.
  private func takeBack(_ token: String) {
    state.withLock { state in
      state.sessions.end(Digest(of: token).hexadecimal)
      // As before: a card may have a code again.
      state.isClaimed = state.sessions.records.contains { $0.role == .control }
      keep(state)
    }
    onClaim()
  }

  private func keep(_ state: State) {
    store?.keep(PairingRecord(claimed: state.isClaimed, sessions: state.sessions.records))
  }
}

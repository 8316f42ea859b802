internal import Glibc
internal import HTTPServer
internal import Synchronization

/// Who may come in: codes, sessions and how often each may ask.
final class FrontDesk: Sendable {
  private struct State: Sendable {
    var desk = PairingDesk()
    var sessions: SessionBook
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
  /// One after the other, each with what there is by then.
  private let saving = Mutex(())
  private let clock: Clock
  private let file: SessionFile?
  private let claim: ClaimFile?
  private let onClaim: @Sendable () -> Void
  private let log: @Sendable (String) -> Void

  /// The clocks that it goes by, in seconds.
  struct Clock: Sendable {
    /// One that only goes forward.
    var monotonic: @Sendable () -> Double = { SystemTime.monotonic }
    /// Since 1970.
    var wall: @Sendable () -> Double = { SystemTime.wall }
    /// Sleeps until one of these can be read, or for so many milliseconds, -1 being for ever; how many can be (poll(2)).
    var sleep: @Sendable (inout [pollfd], Int32) -> Int32 = { poll(&$0, nfds_t($0.count), $1) }
  }

  /// `onClaim` is called when the first browser has paired for control.
  init(
    file: SessionFile?, claim: ClaimFile? = nil, clock: Clock = Clock(), onClaim: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (String) -> Void
  ) {
    let opened = file.map { FrontDesk.open($0, log: log) }
    self.file = opened?.records == nil ? nil : file
    self.claim = claim
    self.clock = clock
    self.onClaim = onClaim
    self.log = log
    let kept = opened?.records ?? []
    // Who has paired cannot be read any more: somebody has.
    let isClaimed = claim?.isThere == true || kept.contains { $0.role == .control } || opened?.isReadable == false
    state = Mutex(State(sessions: SessionBook(kept), isClaimed: isClaimed))
    if isClaimed { _ = keepClaim() }
  }

  /// What a file has kept; no records where what is there can be neither read nor set aside, and so must not be overwritten.
  private static func open(
    _ file: SessionFile, log: @Sendable (String) -> Void
  ) -> (records: [SessionRecord]?, isReadable: Bool) {
    do throws(SessionFile.Failure) {
      switch file.load() {
      case .sessions(let records):
        do throws(SessionFile.Failure) { try file.check() } catch { log(sentence(file, error)) }
        return (records, true)
      case .unreadable(let reason):
        if let aside = try file.setAside() {
          log("\(file.path): \(reason); it was set aside as \(aside), and every device must be paired anew")
        }
        return ([], false)
      }
    } catch {
      log(
        "\(file.path) cannot be read, and not set aside either: \(error.reason). It is not overwritten: pairings end with this "
          + "program until it is taken away.")
      return (nil, false)
    }
  }

  private static func sentence(_ file: SessionFile, _ failure: SessionFile.Failure) -> String {
    "\(file.path) cannot be written: \(failure.reason). Devices must be paired anew after a restart, unless --state names a directory "
      + "that this program’s user may write to."
  }

  /// A new code; it can be used once, for a talk, or with `.screens` for the screens too.
  func makeCode(_ role: RemoteRole, for purpose: SessionRecord.Purpose = .screens) -> String {
    var generator = SystemRandomNumberGenerator()
    let code = PairingCode.make(using: &generator)
    state.withLock { $0.desk.add(code, role: role, for: purpose, now: clock.monotonic()) }
    return code
  }

  /// A new code for whoever stands before a set-up card first; nil where somebody was first, or where that could not be kept.
  func makeCardCode() -> String? {
    var trouble: String?
    if let claim {
      // Tried out by what would be done: an empty file is made where a full disk has no room for what is in it.
      do throws(SessionFile.Failure) { try claim.prepare() } catch {
        trouble = "\(claim.path) cannot be written: \(error.reason)"
      }
      if trouble == nil, let file, let failure = write(to: file) {
        trouble = "\(file.path) cannot be written: \(failure.reason)"
      }
    } else {
      trouble = "without --state it could not be kept that a device has paired"
    }
    var generator = SystemRandomNumberGenerator()
    let code = PairingCode.make(using: &generator)
    let (made, isNews) = state.withLock { state -> (String?, Bool) in
      let isNews = trouble != nil && trouble != state.cardTrouble
      state.cardTrouble = trouble
      guard trouble == nil, !state.isClaimed else { return (nil, isNews) }
      state.desk.add(code, role: .control, isCard: true, now: clock.monotonic())
      return (code, false)
    }
    if isNews, let trouble { log("no display shows a code for pairing: \(trouble)") }
    return made
  }

  /// Whether no code was made for a card since it could not be kept that one was used.
  var hasCardTrouble: Bool { state.withLock { $0.cardTrouble != nil && !$0.isClaimed } }

  /// Makes a code useless, as it was made.
  func revoke(_ code: String) { state.withLock { $0.desk.revoke(code) } }

  /// Whether a browser has once paired for control: this machine has somebody who looks after it.
  var isClaimed: Bool { state.withLock { $0.isClaimed } }

  /// Seconds of the clock that only goes forward.
  var now: Double { clock.monotonic() }

  /// Takes a code; a token where it was right, for what is wanted as far as the code is good for that.
  func redeem(
    _ text: String, from address: String, for wanted: SessionRecord.Purpose = .talk, talk: String?
  ) -> (outcome: PairingOutcome, token: String?) {
    let (outcome, token): (PairingOutcome, String?) = state.withLock { state in
      let outcome = state.desk.redeem(text, from: address, now: clock.monotonic())
      guard case .paired(let role, let most, isCard: let isCard) = outcome else { return (outcome, nil) }
      if role == .control {
        state.isClaimed = true
        // Two may have read two of them.
        state.desk.revokeCards()
      }
      var generator = SystemRandomNumberGenerator()
      // Who sets the box up does so for longer than a talk.
      let purpose: SessionRecord.Purpose = isCard ? .screens : most == .screens ? wanted : most
      let token = state.sessions.begin(
        role, for: purpose, talk: talk, lasts: isCard, now: clock.wall(), using: &generator)
      return (outcome, token)
    }
    switch outcome {
    case .paired(let role, _, isCard: let isCard):
      if role == .control {
        defer { onClaim() }
        if isCard, let token {
          guard keepOwner(token) else { return (.unkept, nil) }
        } else {
          _ = keepClaim()
        }
      }
      log("paired \(address) (\(role.rawValue))")
      if !isCard { save() }
    case .wrong: log("a wrong code from \(address)")
    case .used: log("a code that was used already, from \(address)")
    case .expired: log("a code that has expired, from \(address)")
    case .withdrawn: log("a code that a display shows no more, from \(address)")
    case .wait, .unkept: break
    }
    return (outcome, token)
  }

  /// The session of a token.
  func session(_ token: String) -> SessionRecord? {
    state.withLock { $0.sessions.find(token, now: clock.wall()) }
  }

  /// A session that has set the box up is used; whether it lasts longer by that, and its cookie is to.
  func renew(_ session: SessionRecord) -> Bool {
    guard session.lasts == true else { return false }
    let isRenewed = state.withLock { $0.sessions.renew(session.digest, now: clock.wall()) }
    if isRenewed { save() }
    return isRenewed
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

  /// Keeps whose the box is before it is answered: after a power cut it would have no owner and no code, or another would be first.
  private func keepOwner(_ token: String) -> Bool {
    if save(), keepClaim() { return true }
    state.withLock { state in
      state.sessions.end(Digest(of: token).hexadecimal)
      // As before: a card may have a code again.
      state.isClaimed = state.sessions.records.contains { $0.role == .control }
    }
    if !isClaimed { claim?.takeBack() }
    save()
    return false
  }

  private func keepClaim() -> Bool {
    guard let claim else { return false }
    do throws(SessionFile.Failure) {
      try claim.make()
      return true
    } catch {
      log(
        "\(claim.path) cannot be written: \(error.reason). After a restart a display with nothing to show may have a code for pairing again."
      )
      return false
    }
  }

  /// Whether what there is was kept, as far as anything is.
  @discardableResult
  private func save() -> Bool {
    guard let file, let failure = write(to: file) else { return true }
    log(FrontDesk.sentence(file, failure))
    return false
  }

  /// Why it could not be written; nil where it was.
  private func write(to file: SessionFile) -> SessionFile.Failure? {
    do throws(SessionFile.Failure) {
      try saving.withLock { (_) throws(SessionFile.Failure) in try file.save(state.withLock { $0.sessions.records }) }
      return nil
    } catch {
      return error
    }
  }
}

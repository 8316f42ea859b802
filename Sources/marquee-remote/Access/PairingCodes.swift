/// The one-time codes as a value; its times are seconds of a monotonic clock.
struct PairingCodes {
  /// How long a code can be used.
  static let lifetime = 600.0
  /// How many can be there at once; the oldest goes.
  static let most = 20
  /// The longest pause after a wrong code.
  static let longestPause = 300.0
  /// Wrong codes without a pause, since people mistype.
  static let freeAttempts = 2
  /// Wrong codes of everybody together: far more than people in a room mistype, and far too few to find a code of 37 bits.
  static let wrongAtOnce = 1000.0
  static let wrongPerSecond = 10.0
  /// The pause of a network that has sent wrong codes, while there are too many.
  static let floodPause = 5.0
  /// Addresses whose wrong codes are remembered.
  static let rememberedAddresses = 1000

  private struct Entry {
    let digest: Digest
    let role: RemoteRole
    let purpose: WebSession.Purpose
    /// It is on a set-up card.
    let isCard: Bool
    let until: Double
  }

  private struct Attempts {
    let network: String
    var wrong = 0
    var blockedUntil = 0.0
    var last = 0.0
  }

  private var entries: [Entry] = []
  private var used: [Digest] = []
  private var expired: [Digest] = []
  private var withdrawn: [Digest] = []
  private var attempts: [String: Attempts] = [:]
  private var wrongCodes = TokenBucket(burst: wrongAtOnce, perSecond: wrongPerSecond, now: 0)

  /// Takes a code in; it can be used once from now on, for a talk, or with `.screens` for the screens too.
  mutating func add(
    _ code: String, role: RemoteRole, for purpose: WebSession.Purpose = .screens, isCard: Bool = false, now: Double
  ) {
    expire(now)
    entries.append(
      Entry(
        digest: Digest(of: code), role: role, purpose: purpose, isCard: isCard, until: now + PairingCodes.lifetime))
    if entries.count > PairingCodes.most { PairingCodes.remember(entries.removeFirst().digest, in: &expired) }
  }

  /// Makes all useless that are on set-up cards.
  mutating func revokeCards() {
    for entry in entries where entry.isCard { PairingCodes.remember(entry.digest, in: &withdrawn) }
    entries.removeAll(where: \.isCard)
  }

  /// Withdraws a code before its use.
  mutating func revoke(_ code: String) {
    let digest = Digest(of: code)
    guard let place = entries.firstIndex(where: { $0.digest == digest }) else { return }
    entries.remove(at: place)
    PairingCodes.remember(digest, in: &withdrawn)
  }

  /// Checks a code from an address.
  ///
  /// Each wrong code after the second doubles the pause of its address. If there are too many wrong codes in total, networks
  /// (`AddressNetwork`) that sent some have to wait too, because the owner of an IPv6 network has endless addresses.
  mutating func redeem(_ text: String, from address: String, now: Double) -> PairingOutcome {
    expire(now)
    if let blocked = attempts[address]?.blockedUntil, blocked > now { return .wait(blocked - now) }
    if !wrongCodes.hasOne(now: now), isSender(AddressNetwork.of(address)) { return .wait(PairingCodes.floodPause) }
    guard let code = PairingCode.parse(text) else { return wrong(.wrong, address, now) }
    let digest = Digest(of: code)
    guard let place = entries.firstIndex(where: { $0.digest == digest }) else {
      if used.contains(digest) { return wrong(.used, address, now) }
      if withdrawn.contains(digest) { return wrong(.withdrawn, address, now) }
      return wrong(expired.contains(digest) ? .expired : .wrong, address, now)
    }
    let entry = entries.remove(at: place)
    PairingCodes.remember(digest, in: &used)
    attempts[address] = nil
    return .paired(entry.role, entry.purpose, isCard: entry.isCard)
  }

  /// How many addresses have sent wrong codes.
  var rememberedCount: Int { attempts.count }

  /// Whether a wrong code has come from a network.
  private func isSender(_ network: String) -> Bool { attempts.values.contains { $0.network == network } }

  private mutating func wrong(_ outcome: PairingOutcome, _ address: String, _ now: Double) -> PairingOutcome {
    _ = wrongCodes.take(now: now)
    if attempts[address] == nil, attempts.count >= PairingCodes.rememberedAddresses,
      let oldest = attempts.min(by: { $0.value.last < $1.value.last })?.key
    {
      attempts[oldest] = nil
    }
    var record = attempts[address] ?? Attempts(network: AddressNetwork.of(address))
    record.wrong = min(record.wrong + 1, 1000)
    record.last = now
    let doublings = record.wrong - PairingCodes.freeAttempts
    if doublings >= 0 {
      record.blockedUntil = now + min(Double(1 << min(doublings, 12)), PairingCodes.longestPause)
    }
    attempts[address] = record
    return outcome
  }

  private mutating func expire(_ now: Double) {
    for entry in entries where entry.until <= now { PairingCodes.remember(entry.digest, in: &expired) }
    entries.removeAll { $0.until <= now }
  }

  private static func remember(_ digest: Digest, in list: inout [Digest]) {
    list.append(digest)
    if list.count > 50 { list.removeFirst() }
  }
}

/// The result of a code.
enum PairingOutcome: Equatable {
  /// The code is right, and used up.
  ///
  /// The second value is the widest purpose of the code: a code of a talk pairs for that talk only. The third is true for a code from a
  /// set-up card.
  case paired(RemoteRole, WebSession.Purpose = .screens, isCard: Bool = false)
  /// The code is right, but the pairing could not be stored.
  case unkept
  /// It is none.
  case wrong
  /// It was right once.
  case used
  /// It was right until a while ago.
  case expired
  /// The code was withdrawn: its display shows something else, or another device has paired.
  case withdrawn
  /// The code was not checked. The caller has to wait for so many seconds.
  case wait(Double)
}

/// The format of pairing codes: eight characters that people do not confuse when they read them aloud or copy them.
enum PairingCode {
  /// Neither 0 and O, 1, I and L, 2 and Z, 5 and S, nor 8 and B.
  static let alphabet = Array("ACDEFGHJKMNPQRTUVWXY34679")
  static let length = 8

  /// A new one, of 37 bits.
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "A" })
  }

  /// The typed text in capitals, without blanks and dashes; nil if it cannot be a code.
  static func parse(_ text: String) -> String? {
    let typed = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    return typed.count == length && typed.allSatisfy(alphabet.contains) ? typed : nil
  }

  /// The form for people: `ACDE-FGHJ`.
  static func formatted(_ code: String) -> String {
    "\(code.prefix(length / 2))-\(code.dropFirst(length / 2))"
  }
}

/// Gives out one-time codes and takes them back: a value, whose times are seconds of a clock that only goes forward.
struct PairingCodes {
  /// How long a code can be used.
  static let lifetime = 600.0
  /// How many can be there at once; the oldest goes.
  static let most = 20
  /// The longest pause after a wrong code.
  static let longestPause = 300.0
  /// Wrong codes without a pause, since people mistype.
  static let free = 2
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
    /// It is on a set-up card, for whoever comes first.
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
  private var wrongOnes = TokenBucket(burst: wrongAtOnce, perSecond: wrongPerSecond, now: 0)

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

  /// Makes a code useless that nobody has used.
  mutating func revoke(_ code: String) {
    let digest = Digest(of: code)
    guard let place = entries.firstIndex(where: { $0.digest == digest }) else { return }
    entries.remove(at: place)
    PairingCodes.remember(digest, in: &withdrawn)
  }

  /// Looks at what an address has sent.
  ///
  /// Each wrong code after the second makes it wait twice as long for the next. Those of others do not: only where there are too many of
  /// all together, networks (`AddressNetwork`) that have sent some wait, since who has an IPv6 network has endless addresses.
  mutating func redeem(_ text: String, from address: String, now: Double) -> PairingOutcome {
    expire(now)
    if let blocked = attempts[address]?.blockedUntil, blocked > now { return .wait(blocked - now) }
    if !wrongOnes.hasOne(now: now), isSender(AddressNetwork.of(address)) { return .wait(PairingCodes.floodPause) }
    guard let code = PairingCode.read(text) else { return wrong(.wrong, address, now) }
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
    _ = wrongOnes.take(now: now)
    if attempts[address] == nil, attempts.count >= PairingCodes.rememberedAddresses,
      let oldest = attempts.min(by: { $0.value.last < $1.value.last })?.key
    {
      attempts[oldest] = nil
    }
    var its = attempts[address] ?? Attempts(network: AddressNetwork.of(address))
    its.wrong = min(its.wrong + 1, 1000)
    its.last = now
    let doublings = its.wrong - PairingCodes.free
    if doublings >= 0 {
      its.blockedUntil = now + min(Double(1 << min(doublings, 12)), PairingCodes.longestPause)
    }
    attempts[address] = its
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

/// What comes of a code that somebody has sent.
enum PairingOutcome: Equatable {
  /// It is right, and of no more use from now on.
  ///
  /// The second value is the most that it is for: who has a code of a talk gets a pairing for that talk alone. The third tells whether it was
  /// on a set-up card.
  case paired(RemoteRole, WebSession.Purpose = .screens, isCard: Bool = false)
  /// It is right, but what has to be remembered of that cannot be kept.
  case unkept
  /// It is none.
  case wrong
  /// It was right once.
  case used
  /// It was right until a while ago.
  case expired
  /// It was right until it was taken back: the display shows it no more, or somebody else has paired.
  case withdrawn
  /// It was not looked at: so many seconds must pass before the next one.
  case wait(Double)
}

/// The words of pairing codes: eight characters that nobody mistakes for another when read aloud or copied by hand.
enum PairingCode {
  /// Neither 0 and O, 1, I and L, 2 and Z, 5 and S, nor 8 and B.
  static let alphabet = Array("ACDEFGHJKMNPQRTUVWXY34679")
  static let length = 8

  /// A new one, of 37 bits.
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "A" })
  }

  /// What somebody has typed, in capitals and without blanks and dashes; nil where it cannot be a code.
  static func read(_ text: String) -> String? {
    let typed = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    return typed.count == length && typed.allSatisfy(alphabet.contains) ? typed : nil
  }

  /// As it is written for people: `ACDE-FGHJ`.
  static func written(_ code: String) -> String {
    "\(code.prefix(length / 2))-\(code.dropFirst(length / 2))"
  }
}

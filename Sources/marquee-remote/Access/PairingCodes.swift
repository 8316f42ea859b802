internal import DisplayTypes

/// The one-time codes as a value; its times are seconds of a monotonic clock.
struct PairingCodes {
  static let lifetime = 600.0
  /// The maximum number of valid codes; the oldest is removed.
  static let most = 20
  /// The pauses of an address after wrong codes; the first wrong code is free, because people mistype.
  private static let pauses = Backoff(longest: 300_000_000_000, isFirstFree: true)
  /// The number of wrong codes that all clients together may send at once. People in a room mistype far less often. A search for a code of
  /// 37 bits needs far more.
  static let wrongAtOnce = 1000.0
  private static let wrongPerSecond = 10.0
  /// Seconds that a network with wrong codes has to wait while the total is too high.
  static let floodPause = 5.0
  /// The maximum number of addresses whose wrong codes are counted.
  static let rememberedAddresses = 1000

  private struct Entry {
    let digest: Digest
    let role: RemoteRole
    let purpose: WebSession.Purpose
    /// Whether it is on a set-up card.
    let isCard: Bool
    let until: Double
  }

  private struct Attempts {
    let network: String
    var backoff = PairingCodes.pauses
    var blockedUntil = 0.0
    var last = 0.0
  }

  private var entries: [Entry] = []
  /// The newest codes that are no longer valid, with the reason.
  private var ended: [(digest: Digest, outcome: PairingOutcome)] = []
  private var attempts: [String: Attempts] = [:]
  private var wrongCodes = TokenBucket(burst: wrongAtOnce, perSecond: wrongPerSecond, now: 0)

  /// Adds a code, which can be used once: for a talk, or with `.screens` for the screens too.
  mutating func add(
    _ code: String, role: RemoteRole, for purpose: WebSession.Purpose = .screens, isCard: Bool = false, now: Double
  ) {
    let digest = Digest(of: code)
    end(.expired) { $0.until <= now }
    entries.append(
      Entry(digest: digest, role: role, purpose: purpose, isCard: isCard, until: now + PairingCodes.lifetime))
    if entries.count > PairingCodes.most, let oldest = entries.first?.digest { end(.expired) { $0.digest == oldest } }
  }

  /// Withdraws the codes on set-up cards.
  mutating func revokeCards() { end(.withdrawn, where: \.isCard) }

  /// Withdraws a code before its use.
  mutating func revoke(_ code: String) {
    let digest = Digest(of: code)
    end(.withdrawn) { $0.digest == digest }
  }

  /// Checks a code from an address. Each wrong code after the second doubles the pause of its address. If there are too many wrong codes in
  /// total, networks (`AddressNetwork`) that sent some have to wait too, because the owner of an IPv6 network has endless addresses.
  mutating func redeem(_ text: String, from address: String, now: Double) -> PairingOutcome {
    end(.expired) { $0.until <= now }
    if let blocked = attempts[address]?.blockedUntil, blocked > now { return .wait(blocked - now) }
    if !wrongCodes.hasOne(now: now), isSender(AddressNetwork.of(address)) { return .wait(PairingCodes.floodPause) }
    guard let code = PairingCode.parse(text) else { return wrong(.wrong, address, now) }
    let digest = Digest(of: code)
    guard let entry = entries.first(where: { $0.digest == digest }) else {
      return wrong(ended.last { $0.digest == digest }?.outcome ?? .wrong, address, now)
    }
    end(.used) { $0.digest == digest }
    attempts[address] = nil
    return .paired(entry.role, entry.purpose, isCard: entry.isCard)
  }

  /// The number of addresses that have sent wrong codes.
  var rememberedCount: Int { attempts.count }

  private func isSender(_ network: String) -> Bool { attempts.values.contains { $0.network == network } }

  private mutating func wrong(_ outcome: PairingOutcome, _ address: String, _ now: Double) -> PairingOutcome {
    _ = wrongCodes.take(now: now)
    if attempts[address] == nil, attempts.count >= PairingCodes.rememberedAddresses,
      let oldest = attempts.min(by: { $0.value.last < $1.value.last })?.key
    {
      attempts[oldest] = nil
    }
    var record = attempts[address] ?? Attempts(network: AddressNetwork.of(address))
    record.blockedUntil = now + Double(record.backoff.next()) / 1_000_000_000
    record.last = now
    attempts[address] = record
    return outcome
  }

  private mutating func end(_ outcome: PairingOutcome, where isEnding: (Entry) -> Bool) {
    ended = (ended + entries.filter(isEnding).map { ($0.digest, outcome) }).suffix(150)
    entries.removeAll(where: isEnding)
  }
}

enum PairingOutcome: Equatable {
  /// The code was valid for this role and, at the widest, this purpose.
  case paired(RemoteRole, WebSession.Purpose = .screens, isCard: Bool = false)
  /// The code was valid, but the pairing could not be stored.
  case unkept
  case wrong
  case used
  case expired
  /// The code is no longer valid, because its display shows something else or another device has paired.
  case withdrawn
  /// The code was not checked. The client has to wait for so many seconds.
  case wait(Double)
}

/// The format of pairing codes: eight characters that people do not confuse when they read them aloud or copy them.
enum PairingCode {
  /// Without 0 and O, 1, I and L, 2 and Z, 5 and S, and 8 and B.
  static let alphabet = Array("ACDEFGHJKMNPQRTUVWXY34679")
  static let length = 8

  /// A new code of 37 bits.
  static func make() -> String { String((0..<length).map { _ in alphabet.randomElement() ?? "A" }) }

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

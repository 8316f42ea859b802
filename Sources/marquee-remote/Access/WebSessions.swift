/// The paired browsers: a value, whose times are seconds since 1970.
struct WebSessions {
  /// How long a session lasts at most.
  static let lifetime = 12 * 3600.0
  /// After so long a browser forgets the cookie of one that has set the box up and was not used: longer browsers keep none.
  static let lastingLifetime = 400 * 86400.0
  /// How many there are at most; the oldest goes.
  static let most = 200

  private(set) var records: [WebSession]

  init(_ records: [WebSession] = []) {
    self.records = Array(records.suffix(WebSessions.most))
  }

  /// Takes a browser in, and returns the token that it shows from now on.
  mutating func begin(
    _ role: RemoteRole, for purpose: WebSession.Purpose = .talk, talk: String?, lasts: Bool = false, now: Double,
    using generator: inout some RandomNumberGenerator
  ) -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let token = Digest(of: bytes).hexadecimal
    records.removeAll { $0.isOver(at: now) }
    records.append(
      WebSession(
        digest: Digest(of: token).hexadecimal, role: role,
        until: now + (lasts ? WebSessions.lastingLifetime : WebSessions.lifetime),
        talk: purpose == .talk ? talk : nil, purpose: purpose, lasts: lasts ? true : nil))
    if records.count > WebSessions.most { records.remove(at: records.firstIndex { $0.lasts != true } ?? 0) }
    return token
  }

  /// One that lasts was used: it lasts as long again from now on; false where that is no other time, or it is another one.
  mutating func renew(_ digest: String, now: Double) -> Bool {
    let until = now + WebSessions.lastingLifetime
    guard let place = records.firstIndex(where: { $0.digest == digest }), records[place].lasts == true,
      until - records[place].until >= 86400
    else { return false }
    records[place].until = until
    return true
  }

  /// The session of a token; nil where there is none, or it has ended.
  func find(_ token: String, now: Double) -> WebSession? {
    guard token.utf8.count == 64 else { return nil }
    let digest = Digest(of: token).hexadecimal
    return records.first { $0.digest == digest && !$0.isOver(at: now) }
  }

  /// Ends one.
  mutating func end(_ digest: String) {
    records.removeAll { $0.digest == digest }
  }

  /// A talk goes on: sessions without one are for it, and those of another have ended.
  ///
  /// Returns the digests of these.
  mutating func goOn(with talk: String) -> [String] {
    for place in records.indices where records[place].talk == nil && records[place].purpose != .screens {
      records[place].talk = talk
    }
    return endAll { $0.purpose != .screens && $0.talk != talk }
  }

  /// No talk goes on any more: sessions of one have ended, those for the screens have not.
  ///
  /// Returns their digests.
  mutating func talkEnded() -> [String] {
    endAll { $0.talk != nil }
  }

  private mutating func endAll(_ isOver: (WebSession) -> Bool) -> [String] {
    let ended = records.filter(isOver).map(\.digest)
    records.removeAll(where: isOver)
    return ended
  }
}

/// A paired browser, as it is kept: who has the file has no way in by it.
struct WebSession: Codable, Hashable, Sendable {
  /// What a pairing is for.
  enum Purpose: String, Codable, Hashable, Sendable {
    /// A talk, with which it ends.
    case talk
    /// The screens, whatever talks come and go.
    case screens
  }

  /// The SHA-256 of its token, in hexadecimal digits.
  var digest: String
  /// What it may do.
  var role: RemoteRole
  /// When it ends at the latest, in seconds since 1970.
  var until: Double
  /// The talk that it is for; nil until one goes on, and for the screens.
  var talk: String?
  /// What it is for; nil for a talk, as in files of before.
  var purpose: Purpose?
  /// It set the box up, and may be the only one that can let others in; nil for another.
  ///
  /// It never ends by itself: the clock of a box that has no battery for it begins years ago.
  var lasts: Bool?

  /// Whether its time has passed, at a time in seconds since 1970.
  func isOver(at now: Double) -> Bool { lasts != true && until <= now }
}

/// What somebody who is paired may do.
public enum RemoteRole: String, Codable, Hashable, Sendable {
  /// Look at slides and the timer.
  case observe
  /// Everything.
  case control
}

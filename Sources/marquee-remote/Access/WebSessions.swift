/// The paired browsers as a value; its times are seconds since 1970.
struct WebSessions {
  static let lifetime = 12 * 3600.0
  /// The lifetime of the cookie that set up the machine, after its last use, in seconds. Browsers allow no longer time.
  static let lastingLifetime = 400 * 86400.0
  /// The maximum number of sessions; the oldest is removed.
  static let most = 200

  private(set) var records: [WebSession]

  init(_ records: [WebSession] = []) {
    self.records = Array(records.suffix(WebSessions.most))
  }

  /// Adds a session, and returns the token for its browser.
  mutating func begin(
    _ role: RemoteRole, for purpose: WebSession.Purpose = .talk, talk: String?, lasts: Bool = false, now: Double
  ) -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
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

  /// Extends a lasting session at its use. Returns false for a session that does not last, or that was extended within a day.
  mutating func renew(_ digest: String, now: Double) -> Bool {
    let until = now + WebSessions.lastingLifetime
    guard let place = records.firstIndex(where: { $0.digest == digest }), records[place].lasts == true,
      until - records[place].until >= 86400
    else { return false }
    records[place].until = until
    return true
  }

  /// Returns the session of a token, or nil if there is none or it has ended.
  func find(_ token: String, now: Double) -> WebSession? {
    guard token.utf8.count == 64 else { return nil }
    let digest = Digest(of: token).hexadecimal
    return records.first { $0.digest == digest && !$0.isOver(at: now) }
  }

  mutating func end(_ digest: String) { records.removeAll { $0.digest == digest } }

  /// Assigns sessions without a talk to this talk, and ends the sessions of other talks. Returns the digests of ended sessions.
  mutating func goOn(with talk: String) -> [String] {
    for place in records.indices where records[place].talk == nil && records[place].purpose != .screens {
      records[place].talk = talk
    }
    return endAll { $0.purpose != .screens && $0.talk != talk }
  }

  /// Lets a session continue with the next talk.
  mutating func leaveTalk(_ digest: String) {
    guard let place = records.firstIndex(where: { $0.digest == digest }) else { return }
    records[place].talk = nil
  }

  /// Ends the sessions of a talk; those for the screens stay. Returns the digests of ended sessions.
  mutating func talkEnded() -> [String] { endAll { $0.talk != nil } }

  private mutating func endAll(_ isOver: (WebSession) -> Bool) -> [String] {
    let ended = records.filter(isOver).map(\.digest)
    records.removeAll(where: isOver)
    return ended
  }
}

/// A stored session of a browser. It has only the digest of its token, so the file is not enough to use a session.
struct WebSession: Codable, Hashable, Sendable {
  enum Purpose: String, Codable, Sendable {
    /// A talk. The session ends with it.
    case talk
    /// The screens, independent of talks.
    case screens
  }

  /// The SHA-256 of its token, in hexadecimal digits.
  var digest: String
  var role: RemoteRole
  /// The latest time of its end, in seconds since 1970.
  var until: Double
  /// Nil before a talk begins, and for the screens.
  var talk: String?
  /// Nil stands for a talk, as in files of earlier versions.
  var purpose: Purpose?
  /// Whether the session set up the machine; nil stands for false. It may be the only session that can pair other devices. It never
  /// expires, because the clock of a machine without a battery can start years in the past.
  var lasts: Bool?

  /// Whether the session has expired at `now`, in seconds since 1970.
  func isOver(at now: Double) -> Bool { lasts != true && until <= now }
}

/// The permissions of a paired device.
enum RemoteRole: String, Codable, Sendable {
  /// To see slides and the timer.
  case observe
  case control
}

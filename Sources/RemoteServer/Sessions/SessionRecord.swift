/// A paired browser, as it is kept: who has the file has no way in by it.
struct SessionRecord: Codable, Hashable, Sendable {
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

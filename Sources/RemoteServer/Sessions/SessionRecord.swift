/// A paired browser, as it is kept: who has the file has no way in by it.
struct SessionRecord: Codable, Hashable, Sendable {
  /// The SHA-256 of its token, in hexadecimal digits.
  var digest: String
  /// What it may do.
  var role: RemoteRole
  /// When it ends at the latest, in seconds since 1970.
  var until: Double
  /// The talk that it is for; nil until one goes on.
  var talk: String?
}

/// Why user information was refused.
public enum UserInfoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has this many bytes as JSON.
  case tooLarge(bytes: Int, limit: Int)
  /// Its lists and objects stand in each other deeper than this.
  case tooDeep(limit: Int)
  /// A number is infinite or none.
  case notFinite

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the user information has \(bytes) bytes; up to \(limit) are kept with a session"
    case .tooDeep(let limit): "the user information has more than \(limit) levels of lists and objects"
    case .notFinite: "a number of the user information is not finite"
    }
  }
}

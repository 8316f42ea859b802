/// What an app keeps with a session: named values, bounded, so that no app fills the disk.
public struct UserInfo: Hashable, Sendable {
  /// The most bytes that it may have as JSON without blanks.
  public static let maximumBytes = 16 * 1024
  /// The most levels of lists and objects in each other, its own included.
  public static let maximumLevels = 16

  /// Nothing.
  public static let empty = UserInfo()

  /// The values by their names.
  public let values: [String: UserValue]
  /// The length of its JSON text without blanks; of a number that is not whole, the most that it may be.
  public let byteCount: Int

  private init() {
    values = [:]
    byteCount = UserValue.object([:]).byteCount
  }

  /// Takes values, or refuses what is too large, too deep, or no JSON.
  public init(_ values: [String: UserValue]) throws(UserInfoError) {
    let whole = UserValue.object(values)
    guard whole.isWithin(levels: UserInfo.maximumLevels) else { throw .tooDeep(limit: UserInfo.maximumLevels) }
    let bytes = whole.byteCount
    guard bytes <= UserInfo.maximumBytes else { throw .tooLarge(bytes: bytes, limit: UserInfo.maximumBytes) }
    guard case .object(let normalized) = whole.normalized else { throw .notFinite }
    self.values = normalized
    byteCount = bytes
  }

  /// Whether it has none.
  public var isEmpty: Bool { values.isEmpty }

  /// Whether it says all that a part says.
  public func contains(_ part: UserInfo) -> Bool {
    UserValue.object(values).contains(.object(part.values))
  }
}

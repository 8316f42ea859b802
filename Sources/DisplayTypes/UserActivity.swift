/// What somebody was about to do in a scene: a type and what goes with it, so that another scene can go on with it.
public struct UserActivity: Hashable, Sendable {
  /// The most bytes that the type may have.
  public static let maximumTypeBytes = 256

  /// What is being done, as `com.example.editing`.
  public let type: String
  /// What goes with it.
  public let userInfo: UserInfo

  /// Makes an activity, or refuses a type that is too long.
  public init(type: String, userInfo: UserInfo = .empty) throws(UserInfoError) {
    let bytes = type.utf8.count
    guard bytes <= UserActivity.maximumTypeBytes else {
      throw .tooLarge(bytes: bytes, limit: UserActivity.maximumTypeBytes)
    }
    self.type = type
    self.userInfo = userInfo
  }
}

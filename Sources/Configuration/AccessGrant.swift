public import DisplayTypes

/// The users and groups that have a right.
public struct AccessGrant: Hashable, Sendable {
  /// Names of groups.
  public var groups: [Sourced<String>]
  /// Names of users.
  public var users: [Sourced<String>]

  /// Makes a grant.
  public init(groups: [Sourced<String>] = [], users: [Sourced<String>] = []) {
    self.groups = groups
    self.users = users
  }
}

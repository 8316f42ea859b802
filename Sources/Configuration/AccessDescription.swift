public import DisplayTypes

/// Who may do what over the socket.
///
/// Root and the daemon's own user are always admin; nobody else has a right that is not granted.
public struct AccessDescription: Hashable, Sendable {
  /// Who may look.
  public var observe: AccessGrant
  /// Who may also change what screens show.
  public var control: AccessGrant
  /// Who may do everything.
  public var admin: AccessGrant

  /// Makes a description; what is left out is granted to nobody.
  public init(
    observe: AccessGrant = AccessGrant(), control: AccessGrant = AccessGrant(), admin: AccessGrant = AccessGrant()
  ) {
    self.observe = observe
    self.control = control
    self.admin = admin
  }
}

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

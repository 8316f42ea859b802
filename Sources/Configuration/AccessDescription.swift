public import DisplayTypes

/// Who may do what over the socket.
///
/// Root and the daemon's own user are always admin; nobody else has a right that is not granted.
public struct AccessDescription: Hashable, Sendable {
  /// Who may look.
  public var observe: AccessGrant = AccessGrant()
  /// Who may also change what screens show.
  public var control: AccessGrant = AccessGrant()
  /// Who may do everything.
  public var admin: AccessGrant = AccessGrant()
}

/// The users and groups that have a right.
public struct AccessGrant: Hashable, Sendable {
  /// Names of groups.
  public var groups: [Sourced<String>] = []
  /// Names of users.
  public var users: [Sourced<String>] = []
}

package import ControlProtocol
internal import Glibc

/// The access of peers. Root and the daemon's own user are admins; users without a rule have no access.
package nonisolated struct AccessPolicy: Hashable, Sendable {
  private var users: [UInt32: AccessLevel]
  private var groups: [UInt32: AccessLevel]

  /// Grants access to root and to `daemonUserID` only.
  package init(daemonUserID: UInt32) {
    users = [0: .admin]
    users[daemonUserID] = .admin
    groups = [:]
  }

  /// Grants exactly these levels, also to root. It is for tests, whose user is often root.
  package init(exactly users: [UInt32: AccessLevel]) {
    self.users = users
    groups = [:]
  }

  /// Applies the rules; a name that does not exist on this machine has no effect. Names are looked up only here, because a look-up may wait
  /// for the network.
  package init(_ rules: [AccessRule], daemonUserID: UInt32) {
    self.init(daemonUserID: daemonUserID)
    for rule in rules {
      for id in rule.users.compactMap(Self.userID) { users[id, default: .none].formUnion(rule.level) }
      for id in rule.groups.compactMap(Self.groupID) { groups[id, default: .none].formUnion(rule.level) }
    }
  }

  /// The levels that a peer has by its user and by its groups. A user with `remote` gets nothing by its groups: the program of the web pages
  /// needs its groups for files.
  package func level(for peer: PeerCredentials) -> AccessLevel {
    let own = users[peer.userID] ?? .none
    if own.contains(.remote), !own.contains(.control) { return own }
    return peer.groupIDs.reduce(own) { $0.union(groups[$1] ?? .none) }
  }

  // Only the main thread uses the buffers of these calls.

  /// The number of a user, given by name or number; nil if this machine has no user of this name.
  package static func userID(_ name: String) -> UInt32? { UInt32(name) ?? getpwnam(name)?.pointee.pw_uid }

  /// The number of a group, given by name or number; nil if this machine has no group of this name.
  package static func groupID(_ name: String) -> UInt32? { UInt32(name) ?? getgrnam(name)?.pointee.gr_gid }
}

/// The users and groups with a level of access, each by name or by number.
package nonisolated struct AccessRule {
  let level: AccessLevel
  let users: [String]
  let groups: [String]

  package init(_ level: AccessLevel, users: [String] = [], groups: [String] = []) {
    self.level = level
    self.users = users
    self.groups = groups
  }
}

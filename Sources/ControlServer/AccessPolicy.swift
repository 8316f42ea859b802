public import ControlProtocol
internal import Glibc

/// Which access a peer has: root and the daemon's own user are admin, and whoever is not named has none.
public nonisolated struct AccessPolicy: Hashable, Sendable {
  private var users: [UInt32: AccessLevel]
  private var groups: [UInt32: AccessLevel]

  /// Grants nothing but to root and to `daemonUserID`.
  public init(daemonUserID: UInt32) {
    users = [0: .admin]
    users[daemonUserID] = .admin
    groups = [:]
  }

  /// Grants exactly these levels to users and nothing to anybody else, not even to root: for tests, whose user is often root.
  package init(exactly users: [UInt32: AccessLevel]) {
    self.users = users
    groups = [:]
  }

  /// Grants what `grants` say, and tells names that this machine does not know.
  ///
  /// Names are looked up here, once: a look-up may ask the network and so is never made for a request.
  public init(_ grants: [AccessRule], daemonUserID: UInt32, unknownNames: inout [String]) {
    self.init(daemonUserID: daemonUserID)
    for grant in grants {
      for name in grant.users {
        guard let id = UInt32(name) ?? Self.userID(name) else {
          unknownNames.append("user \(name)")
          continue
        }
        users[id] = max(users[id] ?? .none, grant.level)
      }
      for name in grant.groups {
        guard let id = UInt32(name) ?? Self.groupID(name) else {
          unknownNames.append("group \(name)")
          continue
        }
        groups[id] = max(groups[id] ?? .none, grant.level)
      }
    }
  }

  /// The highest level that the peer has by its user or by any of its groups.
  public func level(for peer: PeerCredentials) -> AccessLevel {
    var level = users[peer.userID] ?? .none
    for group in peer.groupIDs { level = max(level, groups[group] ?? .none) }
    return level
  }

  private static func userID(_ name: String) -> UInt32? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var space = [CChar](repeating: 0, count: 16384)
    guard getpwnam_r(name, &entry, &space, space.count, &found) == 0, found != nil else { return nil }
    return entry.pw_uid
  }

  private static func groupID(_ name: String) -> UInt32? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    // A group's entry lists its members.
    var space = [CChar](repeating: 0, count: 1 << 18)
    guard getgrnam_r(name, &entry, &space, space.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }
}

/// Who gets a level of access, by name, as the configuration says it.
public nonisolated struct AccessRule: Hashable, Sendable {
  /// The level.
  public var level: AccessLevel
  /// Users by name, or by number.
  public var users: [String]
  /// Groups by name, or by number.
  public var groups: [String]

  /// Makes a grant.
  public init(_ level: AccessLevel, users: [String] = [], groups: [String] = []) {
    self.level = level
    self.users = users
    self.groups = groups
  }
}

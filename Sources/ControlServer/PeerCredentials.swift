internal import CLinuxEvents
internal import Glibc
internal import SystemPackage

/// Who is at the other end of a Unix socket, as the kernel knew it when the connection was made.
public nonisolated struct PeerCredentials: Hashable, Sendable, CustomStringConvertible {
  /// The process, for messages only: it may have ended since.
  public var processID: Int32
  /// The effective user.
  public var userID: UInt32
  /// The effective group and all supplementary groups.
  public var groupIDs: Set<UInt32>

  /// Makes credentials, for tests and for peers that are known otherwise.
  public init(processID: Int32, userID: UInt32, groupIDs: Set<UInt32>) {
    self.processID = processID
    self.userID = userID
    self.groupIDs = groupIDs
  }

  /// Asks the kernel (`SO_PEERCRED`, and `SO_PEERGROUPS`, since the former hides supplementary groups; unix(7)).
  init(ofPeerOn descriptor: Int32) throws(Errno) {
    var credentials = marquee_ucred()
    var length = socklen_t(MemoryLayout<marquee_ucred>.size)
    guard getsockopt(descriptor, SOL_SOCKET, MARQUEE_SO_PEERCRED, &credentials, &length) == 0 else {
      throw Errno(rawValue: errno)
    }
    processID = credentials.pid
    userID = credentials.uid
    groupIDs = [credentials.gid]
    groupIDs.formUnion(Self.supplementaryGroups(descriptor))
  }

  /// None where the kernel is older than the option (4.13).
  private static func supplementaryGroups(_ descriptor: Int32) -> [UInt32] {
    var groups = [UInt32](repeating: 0, count: 64)
    while true {
      var length = socklen_t(groups.count * MemoryLayout<UInt32>.stride)
      if getsockopt(descriptor, SOL_SOCKET, MARQUEE_SO_PEERGROUPS, &groups, &length) == 0 {
        return Array(groups.prefix(Int(length) / MemoryLayout<UInt32>.stride))
      }
      // NGROUPS_MAX is 65536.
      guard errno == ERANGE, groups.count < 65536 else { return [] }
      groups = [UInt32](repeating: 0, count: 65536)
    }
  }

  /// The user and the process.
  public var description: String { "uid \(userID), pid \(processID)" }
}

internal import CLinuxEvents
internal import Glibc
internal import SystemPackage

/// The user and the process at the other end of a Unix socket when the connection was made.
package nonisolated struct PeerCredentials: Hashable, Sendable, CustomStringConvertible {
  /// For messages only, because the process may have ended.
  package let processID: Int32
  /// The effective user.
  package let userID: UInt32
  /// The effective group and all supplementary groups.
  let groupIDs: Set<UInt32>
  /// The name of the process when it connected; empty if it had ended.
  package var program = ""

  package var description: String { "uid \(userID), pid \(processID)" }
}

extension PeerCredentials {
  /// Reads `SO_PEERCRED` and `SO_PEERGROUPS`, because the former has no supplementary groups (unix(7)).
  nonisolated init(ofPeerOn descriptor: Int32) throws(Errno) {
    var credentials = marquee_ucred()
    var length = socklen_t(MemoryLayout<marquee_ucred>.size)
    guard getsockopt(descriptor, SOL_SOCKET, MARQUEE_SO_PEERCRED, &credentials, &length) == 0 else {
      throw Errno(rawValue: errno)
    }
    self.init(
      processID: credentials.pid, userID: credentials.uid,
      groupIDs: Set(Self.supplementaryGroups(descriptor) + [credentials.gid]), program: Self.program(credentials.pid))
  }

  /// From proc(5), which waits for no disk; a process may give itself any name.
  private nonisolated static func program(_ processID: Int32) -> String {
    let file = open("/proc/\(processID)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var name = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(file, &name, name.count)
    let isPrinted = UInt8(ascii: " ")...UInt8(ascii: "~")
    let letters = name.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: letters.map { isPrinted.contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// Empty if the kernel does not know the option (before 4.13).
  private nonisolated static func supplementaryGroups(_ descriptor: Int32) -> [UInt32] {
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
}

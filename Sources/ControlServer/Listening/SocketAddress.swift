internal import CLinuxEvents
internal import Glibc

/// A Unix socket's address and its length (unix(7)).
nonisolated struct SocketAddress {
  private var address = sockaddr_un()

  /// The longest path in bytes: the field holds a NUL too.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  init(path: String) throws(ListenerError) {
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.longestPath else { throw .pathTooLong(path: path, limit: Self.longestPath) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls `body` with the address as the socket calls want it.
  func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

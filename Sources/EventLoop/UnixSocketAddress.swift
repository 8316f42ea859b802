internal import Glibc

/// The address of a Unix socket that somebody else listens on (unix(7)).
@safe package struct UnixAddress: Sendable {
  private var name = sockaddr_un()
  private let length: socklen_t

  /// Nil where the path is longer than an address; one that begins with `@` is abstract.
  package init?(_ path: String) {
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
    // An abstract socket is written with @ and named with a zero byte.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    name.sun_family = sa_family_t(AF_UNIX)
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Has what is sent through a socket go there; false with `errno` set.
  package func connect(_ socket: Int32) -> Bool {
    unsafe withUnsafePointer(to: name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe Glibc.connect(socket, $0, length) }
    } == 0
  }
}

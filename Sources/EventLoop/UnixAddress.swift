internal import Glibc

/// The address of a Unix socket (unix(7)).
@safe package struct UnixAddress: Sendable {
  /// The longest path in bytes. The field also holds a NUL.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var name = sockaddr_un()
  private let length: socklen_t

  /// The address of a file; nil with `errno` set if the path is too long.
  package init?(path: String) { self.init(Array(path.utf8)) }

  /// The address in the notation of a service manager: an abstract name has `@` in place of its zero byte.
  package init?(_ text: String) {
    var bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    self.init(bytes)
  }

  private init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.longestPath else {
      errno = ENAMETOOLONG
      return nil
    }
    name.sun_family = sa_family_t(AF_UNIX)
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Connects a socket to the address; false with `errno` set after an error.
  package func connect(_ socket: Int32) -> Bool { unsafe withPointer { unsafe Glibc.connect(socket, $0, length) } == 0 }

  /// Binds a socket to the address; false with `errno` set after an error.
  package func bind(_ socket: Int32) -> Bool { unsafe withPointer { unsafe Glibc.bind(socket, $0, length) } == 0 }

  private func withPointer(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }
}

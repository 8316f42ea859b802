internal import Glibc
package import SystemPackage

/// A Unix stream socket that listens, and its file.
package struct SocketFile {
  /// A failed system call; `addressInUse` if another program listens, `notSocket` if another file has the path.
  package struct Failure: Error {
    package let operation: String
    package let errno: Errno
  }

  /// The socket, which the caller closes.
  package let descriptor: Int32
  private let path: String
  private let numbers: [UInt64]?

  /// Makes the socket; replaces the file of a program that has ended.
  ///
  /// - Parameter keepsMessages: makes a socket of messages (`SOCK_SEQPACKET`) instead of a stream.
  package init(
    at path: String, mode: UInt32, backlog: Int32, isBlocking: Bool, keepsMessages: Bool = false
  ) throws(Failure) {
    self.path = path
    let address = UnixAddress(path: path)
    try Self.demand(address != nil, "bind the socket")
    let type = (keepsMessages ? SOCK_SEQPACKET : SOCK_STREAM).rawValue
    if try Self.exists(at: path) { try Self.removeStale(path, address, type) }
    descriptor = socket(
      AF_UNIX, Int32(type | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)), 0)
    try Self.demand(descriptor >= 0, "make the socket")
    do throws(Failure) {
      try Self.demand(address?.bind(descriptor) == true, "bind the socket")
      try Self.demand(unsafe chmod(path, mode) == 0, "set the mode of")
      try Self.demand(listen(descriptor, backlog) == 0, "listen on")
    } catch {
      close(descriptor)
      throw error
    }
    numbers = Self.numbers(of: path)
  }

  /// Removes the file, unless it belongs to another program by now.
  package func remove() { if numbers != nil, Self.numbers(of: path) == numbers { unsafe unlink(path) } }

  /// Whether a socket exists at a path; throws if the path is another kind of file.
  package static func exists(at path: String) throws(Failure) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw Failure(operation: "replace the file", errno: .notSocket) }
    return true
  }

  /// The device and the inode of a file.
  private static func numbers(of path: String) -> [UInt64]? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }

  private static func removeStale(_ path: String, _ address: UnixAddress?, _ type: UInt32) throws(Failure) {
    let probe = socket(AF_UNIX, Int32(type | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    try demand(probe >= 0, "make the socket")
    defer { close(probe) }
    // EAGAIN: the backlog of the listener is full.
    if address?.connect(probe) == true || errno == EAGAIN {
      throw Failure(operation: "replace the socket", errno: .addressInUse)
    }
    try demand(errno == ECONNREFUSED, "connect to the socket")
    try demand(unsafe unlink(path) == 0 || errno == ENOENT, "remove the stale socket")
  }

  private static func demand(_ isWell: Bool, _ operation: String) throws(Failure) {
    if !isWell { throw Failure(operation: operation, errno: Errno(rawValue: errno)) }
  }
}

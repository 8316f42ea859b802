internal import Glibc
package import SystemPackage

/// A Unix stream socket that listens, and its file.
package struct SocketFile {
  package enum Failure: Error {
    /// Another program listens on the socket.
    case inUse
    case notASocket
    case pathTooLong
    case system(operation: String, Errno)

    fileprivate init(_ operation: String) { self = .system(operation: operation, Errno(rawValue: errno)) }
  }

  /// The socket, which the caller closes.
  package let descriptor: Int32
  private let path: String
  private let identity: Identity?

  /// Makes the socket; replaces the file of a program that has ended.
  package init(at path: String, mode: mode_t, backlog: Int32, isBlocking: Bool) throws(Failure) {
    guard let address = UnixAddress(path: path) else { throw .pathTooLong }
    try Self.removeStale(path, address)
    descriptor = try Self.makeSocket(isBlocking: isBlocking)
    self.path = path
    var failed: String?
    if !address.bind(descriptor) {
      failed = "bind the socket"
    } else if chmod(path, mode) != 0 {
      failed = "set the mode of"
    } else if listen(descriptor, backlog) != 0 {
      failed = "listen on"
    }
    identity = Identity(of: path)
    if let failed {
      defer { close(descriptor) }
      throw Failure(failed)
    }
  }

  /// Removes the file, unless it belongs to another program by now.
  package func remove() {
    if let identity, Identity(of: path) == identity { unlink(path) }
  }

  /// Whether a socket exists at a path; throws if the path is another kind of file.
  package static func exists(at path: String) throws(Failure) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    return true
  }

  private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    init?(of path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  private static func makeSocket(isBlocking: Bool) throws(Failure) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
    let number = socket(AF_UNIX, Int32(kind), 0)
    guard number >= 0 else { throw Failure("make the socket") }
    return number
  }

  private static func removeStale(_ path: String, _ address: UnixAddress) throws(Failure) {
    guard try exists(at: path) else { return }
    let probe = try makeSocket(isBlocking: false)
    defer { close(probe) }
    // EAGAIN: the backlog of the listener is full.
    if address.connect(probe) || errno == EAGAIN { throw .inUse }
    guard errno == ECONNREFUSED else { throw Failure("connect to the socket") }
    guard unlink(path) == 0 || errno == ENOENT else { throw Failure("remove the stale socket") }
  }
}

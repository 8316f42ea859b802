internal import CLinuxEvents
package import ControlProtocol
internal import EventLoop
internal import Glibc
package import SystemPackage

/// A Unix stream socket that listens for clients. An inherited socket is never removed.
package final class ControlListener {
  /// The path of the socket, or the name of an inherited descriptor.
  package let path: String
  private let descriptor: OwnedDescriptor
  private var lock: SocketLock?
  private var file: SocketFile?

  /// The names of an inherited control socket: that of the socket unit, and a short one.
  package static let inheritedNames: Set<String> = ["marqueed.socket", "control"]

  var number: Int32 { descriptor.number }

  /// Makes the socket, and its directory if that is missing. A stale socket is replaced. Every user may connect (0666), because the
  /// credentials of a peer decide on its access.
  package init(at location: SocketLocation) throws(ListenerError) {
    path = location.path
    guard UnixAddress(path: path) != nil else { throw .pathTooLong(path: path, limit: UnixAddress.longestPath) }
    try Self.prepareDirectory(location)
    // Check first, so that no lock file is made beside another program's file.
    do throws(SocketFile.Failure) { _ = try SocketFile.exists(at: path) } catch { throw ListenerError(error, path) }
    // The lock keeps other daemons from replacing a stale socket at the same time.
    var lock: SocketLock? = try SocketLock(socketPath: path)
    do throws(SocketFile.Failure) {
      let file = try SocketFile(at: path, mode: 0o666, backlog: 128, isBlocking: false)
      descriptor = OwnedDescriptor(file.descriptor)
      self.file = file
    } catch {
      if let lock = lock.take() { lock.remove() }
      throw ListenerError(error, path)
    }
    self.lock = lock.take()
  }

  /// Uses a socket of the service manager. The descriptor is closed with this value, also after an error.
  package init(inherited: InheritedDescriptor) throws(ListenerError) {
    path = inherited.name
    descriptor = OwnedDescriptor(inherited.number)
    guard Self.option(SO_DOMAIN, inherited.number) == AF_UNIX, Self.option(SO_ACCEPTCONN, inherited.number) == 1,
      Self.option(SO_TYPE, inherited.number) == Int32(SOCK_STREAM.rawValue)
    else { throw .notAListener(descriptor: inherited.number, name: inherited.name) }
    _ = fcntl(inherited.number, F_SETFD, FD_CLOEXEC)
    let flags = fcntl(inherited.number, F_GETFL)
    guard flags >= 0, fcntl(inherited.number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw Self.failure("prepare", inherited.name)
    }
  }

  /// Removes the socket and its lock, unless they are inherited. The descriptor is closed with this value.
  func remove() {
    file.take()?.remove()
    if let lock = lock.take() { lock.remove() }
  }

  /// The next client, if one waits. Its socket does not block and is closed on exec.
  func accept() throws(Errno) -> Int32? {
    let client = Glibc.accept(number, nil, nil)
    guard client >= 0 else {
      switch errno {
      case EAGAIN, EINTR, ECONNABORTED: return nil
      case let error: throw Errno(rawValue: error)
      }
    }
    // The Glibc module has no accept4. No other code on this thread starts processes in between.
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    return client
  }

  private static func failure(_ operation: String, _ path: String) -> ListenerError {
    .system(operation: operation, path: path, Errno(rawValue: errno))
  }

  private static func option(_ name: Int32, _ number: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  private static func prepareDirectory(_ location: SocketLocation) throws(ListenerError) {
    guard let slash = location.path.lastIndex(of: "/"), slash != location.path.startIndex else { return }
    let directory = String(location.path[..<slash])
    let mode: mode_t
    switch location.directory {
    case .given: return
    case .shared: mode = 0o755
    case .privateTo: mode = 0o700
    }
    guard mkdir(directory, mode) == 0 || errno == EEXIST else { throw failure("create the directory", directory) }
    guard case .privateTo(let userID) = location.directory else { return }
    var status = stat()
    guard lstat(directory, &status) == 0 else { throw failure("read the status of the directory", directory) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == userID, status.st_mode & 0o077 == 0 else {
      throw .foreignDirectory(path: directory, ownerID: status.st_uid)
    }
  }
}

/// The reasons why the control socket cannot be opened.
package nonisolated enum ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another daemon listens on the socket.
  case socketInUse(path: String)
  /// The path does not fit into a socket address (unix(7)).
  case pathTooLong(path: String, limit: Int)
  case notASocket(path: String)
  /// The directory belongs to another user, or others may write to it.
  case foreignDirectory(path: String, ownerID: UInt32)
  /// An inherited descriptor is not a listening Unix socket.
  case notAListener(descriptor: Int32, name: String)
  case system(operation: String, path: String, Errno)

  init(_ failure: SocketFile.Failure, _ path: String) {
    self =
      switch failure.errno {
      case .addressInUse: .socketInUse(path: path)
      case .notSocket: .notASocket(path: path)
      default: .system(operation: failure.operation, path: path, failure.errno)
      }
  }

  package var description: String {
    switch self {
    case .socketInUse(let path):
      "Another marqueed listens on \(path). Stop it first, or give this one its own socket with MARQUEE_SOCKET."
    case .pathTooLong(let path, let limit):
      "The socket's path \(path) is longer than \(limit) bytes. Set MARQUEE_SOCKET to a shorter one."
    case .notASocket(let path):
      "\(path) is not a socket. Remove it, or set MARQUEE_SOCKET to another path."
    case .foreignDirectory(let path, let ownerID):
      "The directory \(path) belongs to uid \(ownerID), or others may write to it. Remove it, or set XDG_RUNTIME_DIR or MARQUEE_SOCKET."
    case .notAListener(let descriptor, let name):
      "The inherited descriptor \(descriptor) (\(name)) is not a listening Unix stream socket. Check the socket unit."
    case .system(let operation, let path, let errno):
      "Could not \(operation) \(path): \(errno.description). Make its directory writable for this user, or set MARQUEE_SOCKET to another path."
    }
  }
}

/// The lock beside a socket (`marquee.sock.lock`), held while a daemon listens there. If two daemons start at the same moment, the lock
/// decides which one may replace a stale socket. The kernel releases it when the daemon ends (flock(2)).
nonisolated struct SocketLock: ~Copyable {
  private let path: String
  private let descriptor: OwnedDescriptor

  init(socketPath: String) throws(ListenerError) {
    path = socketPath + ".lock"
    // A daemon that ends may remove its lock file just after we opened it. Then we must lock a new file.
    for _ in 0..<16 {
      let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard number >= 0 else {
        throw .system(operation: "create the lock file", path: path, Errno(rawValue: errno))
      }
      let candidate = OwnedDescriptor(number)
      guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .socketInUse(path: socketPath) }
      var held = stat()
      var named = stat()
      if fstat(number, &held) == 0, lstat(path, &named) == 0, held.st_ino == named.st_ino, held.st_dev == named.st_dev {
        descriptor = candidate
        return
      }
    }
    throw .socketInUse(path: socketPath)
  }

  /// Removes the file, then releases the lock.
  consuming func remove() { unlink(path) }
}

/// A descriptor that the service manager passed to this process (sd_listen_fds(3)).
package nonisolated struct InheritedDescriptor: Hashable, Sendable {
  package let number: Int32
  /// The name of the socket unit, or its `FileDescriptorName=`, or the name under which the descriptor was stored.
  package let name: String

  /// The inherited descriptors in the environment, if they are for the process `processID`.
  package static func all(environment: [String: String], processID: Int32) -> [InheritedDescriptor] {
    guard let pid = environment["LISTEN_PID"].flatMap({ Int32($0) }), pid == processID,
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0, count <= 1024
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    // SD_LISTEN_FDS_START is 3.
    return (0..<count).map { index in
      let name = Int(index) < names.count ? String(names[Int(index)]) : ""
      return InheritedDescriptor(number: 3 + index, name: name.isEmpty ? "unknown" : name)
    }
  }
}

/// A file descriptor that is closed with its owner (close(2)).
nonisolated struct OwnedDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit { close(number) }
}

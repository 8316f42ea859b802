internal import CLinuxEvents
public import ControlProtocol
internal import EventLoop
internal import Glibc
public import SystemPackage

/// A Unix stream socket that listens for clients.
///
/// One that it made itself is removed when it is closed; an inherited one stays.
public final class ControlListener {
  /// The socket's path; of an inherited one the name of its descriptor.
  public let path: String
  private let descriptor: OwnedDescriptor
  private var lock: SocketLock?
  /// The socket file, so that only our own is removed.
  private var file: (device: UInt64, inode: UInt64)?

  /// Names under which a control socket is inherited: the socket unit's own, and the short one.
  public static let inheritedNames: Set<String> = ["marqueed.socket", "control"]

  var number: Int32 { descriptor.number }

  /// Makes the socket, and its directory where that is missing.
  ///
  /// A stale socket is replaced; `ListenerError.socketInUse` is thrown for one on which a daemon lives. Everybody may connect
  /// (0666): what a peer may do is decided by its credentials.
  public init(at location: SocketLocation) throws(ListenerError) {
    path = location.path
    guard let address = UnixAddress(path: path) else {
      throw .pathTooLong(path: path, limit: UnixAddress.longestPath)
    }
    try Self.prepareDirectory(location)
    // Before anything is made beside what is not ours.
    try Self.refuseOtherThanSocket(path)
    var lock: SocketLock? = try SocketLock(socketPath: path)
    do throws(ListenerError) {
      try Self.removeStale(path, address)
      let number = socket(AF_UNIX, Self.type, 0)
      guard number >= 0 else { throw Self.failure("make the socket", path) }
      descriptor = OwnedDescriptor(number)
      guard address.bind(number) else { throw Self.failure("bind the socket", path) }
      guard chmod(path, 0o666) == 0 else { throw Self.failure("set the mode of", path) }
      guard listen(number, 128) == 0 else { throw Self.failure("listen on", path) }
    } catch {
      if let lock = lock.take() { lock.remove() }
      throw error
    }
    self.lock = lock.take()
    var status = stat()
    if lstat(path, &status) == 0 { file = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }

  /// Takes a socket that the service manager listens on.
  ///
  /// Throws `ListenerError.notAListener` for anything else; the descriptor is closed with this value then too.
  public init(inherited: InheritedDescriptor) throws(ListenerError) {
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

  /// Removes the socket and its lock, if they are its own; the descriptor is closed with the value.
  func retire() {
    var status = stat()
    if let file, lstat(path, &status) == 0, file.device == UInt64(status.st_dev), file.inode == UInt64(status.st_ino) {
      unlink(path)
    }
    file = nil
    if let lock = lock.take() { lock.remove() }
  }

  /// Takes the next client, if there is one; the socket does not block and is closed on exec.
  func accept() throws(Errno) -> Int32? {
    let client = Glibc.accept(number, nil, nil)
    guard client >= 0 else {
      switch errno {
      case EAGAIN, EINTR, ECONNABORTED: return nil
      case let error: throw Errno(rawValue: error)
      }
    }
    // Not accept4, which the Glibc module hides; nothing else starts processes on this thread in between.
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    return client
  }

  private static var type: Int32 { Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue) }

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
    guard lstat(directory, &status) == 0 else { throw failure("look at the directory", directory) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == userID, status.st_mode & 0o077 == 0 else {
      throw .foreignDirectory(path: directory, ownerID: status.st_uid)
    }
  }

  private static func refuseOtherThanSocket(_ path: String) throws(ListenerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
  }

  /// Removes a socket on which nobody listens; we hold the lock, so that no other daemon makes one meanwhile.
  private static func removeStale(_ path: String, _ address: UnixAddress) throws(ListenerError) {
    try refuseOtherThanSocket(path)
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { throw failure("make the socket", path) }
    let probe = OwnedDescriptor(number)
    // EAGAIN: somebody listens whose backlog is full.
    if address.connect(probe.number) || errno == EAGAIN { throw .socketInUse(path: path) }
    guard errno == ECONNREFUSED else { throw failure("connect to the socket that is at", path) }
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove the stale socket", path) }
  }
}

/// Why the control socket could not be opened.
public nonisolated enum ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A living daemon listens there.
  case socketInUse(path: String)
  /// The path does not fit into a socket address (unix(7)).
  case pathTooLong(path: String, limit: Int)
  /// Something else than a socket is there.
  case notASocket(path: String)
  /// The directory belongs to somebody else, or others may write to it.
  case foreignDirectory(path: String, ownerID: UInt32)
  /// An inherited descriptor is no listening Unix socket.
  case notAListener(descriptor: Int32, name: String)
  /// A call to the kernel failed.
  case system(operation: String, path: String, Errno)

  /// What happened, where, and what to do.
  public var description: String {
    switch self {
    case .socketInUse(let path):
      "Another marqueed listens on \(path). Stop it first, or give this one its own socket with MARQUEE_SOCKET."
    case .pathTooLong(let path, let limit):
      "The socket's path \(path) is longer than \(limit) bytes. Set MARQUEE_SOCKET to a shorter one."
    case .notASocket(let path):
      "\(path) is there and is no socket. Remove it, or set MARQUEE_SOCKET to another path."
    case .foreignDirectory(let path, let ownerID):
      "The directory \(path) belongs to uid \(ownerID) or can be written to by others. Remove it, "
        + "or set XDG_RUNTIME_DIR or MARQUEE_SOCKET."
    case .notAListener(let descriptor, let name):
      "The inherited descriptor \(descriptor) (\(name)) is no listening Unix stream socket. Check the socket unit."
    case .system(let operation, let path, let errno):
      "Could not \(operation) \(path): \(errno.description). Is its directory there, and may this user write to it? "
        + "MARQUEE_SOCKET names another place."
    }
  }
}

/// The lock beside a socket (`marquee.sock.lock`), held while a daemon listens there.
///
/// It decides which of two daemons that start at the same moment may replace a stale socket. The kernel lets go of it however
/// the daemon ends (flock(2)).
nonisolated struct SocketLock: ~Copyable {
  private let path: String
  private let descriptor: OwnedDescriptor

  /// Takes the lock of the socket at `socketPath`.
  init(socketPath: String) throws(ListenerError) {
    path = socketPath + ".lock"
    // A daemon that ends removes its lock file, perhaps just after we opened it: then what we locked is no longer there.
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

  /// Removes the file, then lets go of the lock.
  consuming func remove() {
    unlink(path)
  }
}

/// A descriptor that the service manager passed to this process (sd_listen_fds(3)).
public nonisolated struct InheritedDescriptor: Hashable, Sendable {
  /// The descriptor's number.
  public var number: Int32
  /// Its name: the socket unit's, or its `FileDescriptorName=`, or the one it was stored by.
  public var name: String

  /// Makes one.
  public init(number: Int32, name: String) {
    self.number = number
    self.name = name
  }

  /// Those that the environment tells of, if they are meant for the process `processID`.
  public static func all(environment: [String: String], processID: Int32) -> [InheritedDescriptor] {
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

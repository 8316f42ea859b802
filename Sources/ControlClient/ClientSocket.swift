internal import CLinuxEvents
internal import ControlProtocol
internal import Glibc
internal import SystemPackage

/// A connected stream socket, closed with its owner, whose every wait has a deadline.
struct ClientSocket: ~Copyable {
  private let number: Int32
  /// Replaces a wait in tests; nil for real time.
  var time: (any TestedTime)?

  /// How a connection attempt ended if it did not succeed.
  enum ConnectFailure: Error {
    /// There is no listener.
    case nobody
    /// This user may not connect.
    case notPermitted
    /// Anything else.
    case other(Errno)
  }

  private init(number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    // The other side gets the end at once, even if a child process has a copy of the descriptor.
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }

  /// Its number, for poll(2) alone.
  var descriptor: Int32 { number }

  /// Connects to a Unix socket (unix(7)).
  init(at location: SocketLocation) throws(ConnectFailure) {
    guard Self.isTrusted(location) else { throw .notPermitted }
    var address = sockaddr_un()
    let bytes = Array(location.path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .other(.fileNameTooLong) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let number = try Self.open(AF_UNIX)
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
    }
    guard result == 0 else { throw Self.failure(closing: number) }
    self.init(number: number)
  }

  /// Connects to an IPv4 address.
  init(address: String, port: UInt16) throws(ConnectFailure) {
    var internet = sockaddr_in()
    internet.sin_family = sa_family_t(AF_INET)
    internet.sin_port = port.bigEndian
    guard inet_pton(AF_INET, address, &internet.sin_addr) == 1 else { throw .other(.invalidArgument) }
    let number = try Self.open(AF_INET)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: internet) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
    }
    guard result == 0 else { throw Self.failure(closing: number) }
    self.init(number: number)
  }

  private static func open(_ family: Int32) throws(ConnectFailure) -> Int32 {
    let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .other(Errno(rawValue: errno)) }
    // Bounds connect(2) if the daemon's backlog is full or the network is silent.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return number
  }

  private static func failure(closing number: Int32) -> ConnectFailure {
    let error = errno
    close(number)
    return switch error {
    case ENOENT, ECONNREFUSED, ENOTDIR: .nobody
    case EACCES, EPERM: .notPermitted
    default: .other(Errno(rawValue: error))
    }
  }

  /// In a directory that anybody could have made, only a socket of this user or of root is believed.
  private static func isTrusted(_ location: SocketLocation) -> Bool {
    guard case .privateTo(let userID) = location.directory, let slash = location.path.lastIndex(of: "/") else {
      return true
    }
    var status = stat()
    guard lstat(String(location.path[..<slash]), &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFDIR && (status.st_uid == userID || status.st_uid == 0)
      && status.st_mode & 0o022 == 0
  }

  /// Sends everything; false if the other side accepts no more, but may have sent a reason.
  func send(_ bytes: [UInt8], until deadline: Deadline?) throws(ClientError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Glibc.send(number, all.baseAddress.map { $0 + sent }, all.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
        continue
      }
      switch errno {
      case EAGAIN: try wait(for: Int16(POLLOUT), until: deadline)
      case EINTR: continue
      default: return false
      }
    }
    return true
  }

  /// Receives available bytes, at most 64 KiB; none at the end of the stream.
  func receive(until deadline: Deadline?) throws(ClientError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer[..<count]) }
      switch errno {
      case EAGAIN: try wait(for: Int16(POLLIN), until: deadline)
      case EINTR: continue
      case ECONNRESET: return []
      case let error: throw .lost(reason: Errno(rawValue: error).description)
      }
    }
  }

  private func wait(for events: Int16, until deadline: Deadline?) throws(ClientError) {
    guard let time else {
      let isThere = try isReady(for: events, milliseconds: deadline?.millisecondsLeft ?? -1)
      if !isThere, let deadline { throw .timedOut(seconds: deadline.seconds) }
      return
    }
    try time.settle()
    while true {
      if try isReady(for: events, milliseconds: 0) { return }
      let left = deadline?.secondsLeft ?? 1
      if let deadline, left <= 0 { throw .timedOut(seconds: deadline.seconds) }
      try time.pass(atMost: left)
    }
  }

  private func isReady(for events: Int16, milliseconds: Int32) throws(ClientError) -> Bool {
    var entry = pollfd(fd: number, events: events, revents: 0)
    let result = poll(&entry, 1, milliseconds)
    if result < 0, errno != EINTR { throw .lost(reason: Errno(rawValue: errno).description) }
    return result != 0
  }
}

/// A moment by which something must be done.
struct Deadline {
  let seconds: Double
  private let moment: Double
  private let time: (any TestedTime)?

  /// Begins now, on the monotonic clock or on that of a test; nil seconds give no deadline.
  init?(seconds: Double?, on time: (any TestedTime)? = nil) {
    guard let seconds else { return nil }
    self.seconds = seconds
    self.time = time
    moment = (time?.now ?? Self.now) + max(0, seconds)
  }

  /// Seconds left; zero once it has passed.
  var secondsLeft: Double { max(0, moment - (time?.now ?? Self.now)) }

  /// Milliseconds left, rounded up, as poll(2) wants them; zero once it has passed.
  var millisecondsLeft: Int32 {
    let left = secondsLeft * 1000
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), 1e9))
  }

  private static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Time that goes only when a test lets it: while a client waits, the test advances the daemon's clock.
package protocol TestedTime: AnyObject {
  /// Seconds on that clock.
  var now: Double { get }
  /// Returns once the daemon has done everything that is due; no time passes.
  func settle() throws(ClientError)
  /// Lets time pass up to the next thing that is due, at most so many seconds, and returns once the daemon has done it.
  func pass(atMost seconds: Double) throws(ClientError)
}

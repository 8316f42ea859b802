internal import CLinuxEvents
internal import ControlProtocol
internal import Glibc
internal import SystemPackage

/// The owner of a connected stream socket.
///
/// Each wait has a deadline.
struct ClientSocket: ~Copyable {
  private let number: Int32
  /// The clock of a test, which replaces waits; nil for real time.
  var time: (any TestedTime)?

  enum ConnectFailure: Error {
    case noListener
    case notPermitted
    case other(Errno)
  }

  deinit {
    // Report the end to the other side at once, even if a child process has a copy of the descriptor.
    shutdown(number, Int32(SHUT_RDWR))
    close(number)
  }

  /// The descriptor, only for poll(2).
  var descriptor: Int32 { number }

  /// Connects to a Unix socket (unix(7)).
  init(at location: SocketLocation) throws(ConnectFailure) {
    guard Self.isTrusted(location) else { throw .notPermitted }
    var address = sockaddr_un()
    let bytes = Array(location.path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .other(.fileNameTooLong) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    number = try Self.connect(AF_UNIX, to: address)
  }

  /// Connects to an IPv4 address.
  init(address: String, port: UInt16) throws(ConnectFailure) {
    var internet = sockaddr_in()
    internet.sin_family = sa_family_t(AF_INET)
    internet.sin_port = port.bigEndian
    guard inet_pton(AF_INET, address, &internet.sin_addr) == 1 else { throw .other(.invalidArgument) }
    number = try Self.connect(AF_INET, to: internet)
  }

  private static func connect<Address>(_ family: Int32, to address: Address) throws(ConnectFailure) -> Int32 {
    let number = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .other(Errno(rawValue: errno)) }
    // Bounds connect(2) if the daemon's backlog is full or the network is silent.
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(number, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard result == 0 else { throw failure(closing: number) }
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    return number
  }

  private static func failure(closing number: Int32) -> ConnectFailure {
    let error = errno
    close(number)
    return switch error {
    case ENOENT, ECONNREFUSED, ENOTDIR: .noListener
    case EACCES, EPERM: .notPermitted
    default: .other(Errno(rawValue: error))
    }
  }

  /// Whether to accept a socket.
  ///
  /// In a directory that any user could have made, it must belong to this user or root.
  private static func isTrusted(_ location: SocketLocation) -> Bool {
    guard case .privateTo(let userID) = location.directory, let slash = location.path.lastIndex(of: "/") else {
      return true
    }
    var status = stat()
    guard lstat(String(location.path[..<slash]), &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFDIR && (status.st_uid == userID || status.st_uid == 0)
      && status.st_mode & 0o022 == 0
  }

  /// Sends all bytes.
  ///
  /// Returns false if the other side accepts no more bytes, but may have sent a reason.
  func send(_ bytes: [UInt8], until deadline: ReplyDeadline?) throws(ClientError) -> Bool {
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

  /// Receives the available bytes, at most 64 KiB.
  ///
  /// Returns none at the end of the stream.
  func receive(until deadline: ReplyDeadline?) throws(ClientError) -> [UInt8] {
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

  private func wait(for events: Int16, until deadline: ReplyDeadline?) throws(ClientError) {
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

/// The end of the time for a call or a reply.
struct ReplyDeadline {
  let seconds: Double
  private let moment: Double
  private let time: (any TestedTime)?

  /// Makes a deadline from now on, on the monotonic clock or a test's clock.
  ///
  /// Returns nil for nil seconds.
  init?(seconds: Double?, on time: (any TestedTime)? = nil) {
    guard let seconds else { return nil }
    self.seconds = seconds
    self.time = time
    moment = (time?.now ?? Self.now) + max(0, seconds)
  }

  var secondsLeft: Double { max(0, moment - (time?.now ?? Self.now)) }

  /// The milliseconds that are left, rounded up, for poll(2).
  var millisecondsLeft: Int32 { Int32(min((secondsLeft * 1000).rounded(.up), 1e9)) }

  private static var now: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The clock of a test, which advances the daemon's clock while a client waits.
package protocol TestedTime: AnyObject {
  /// The current time in seconds.
  var now: Double { get }
  /// Returns after the daemon has done all due work. No time passes.
  func settle() throws(ClientError)
  /// Advances the clock to the next due work, by at most `seconds`. Returns after the daemon has done the work.
  func pass(atMost seconds: Double) throws(ClientError)
}

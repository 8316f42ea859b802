import Glibc

/// A connected stream socket that reads and writes with a deadline.
struct StreamSocket: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private var unread: [UInt8] = []

  /// Connects to the Unix socket at `path`, whose file is there a moment before anybody listens.
  init(path: String, by deadline: Deadline) throws {
    let descriptor = try Descriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0), "socket")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw VirtualMachineError("The path of a socket is too long: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    try Self.connect(descriptor.number, to: address, name: path, by: deadline)
    self.descriptor = descriptor
  }

  /// Connects to `port` of this machine.
  init(port: UInt16) throws {
    let descriptor = try Descriptor(socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0), "socket")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try Self.connect(descriptor.number, to: address, name: "127.0.0.1:\(port)")
    var yes: Int32 = 1
    setsockopt(descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    self.descriptor = descriptor
  }

  /// With a deadline, who refuses is asked again until then.
  private static func connect<Address>(
    _ descriptor: Int32, to address: Address, name: String, by deadline: Deadline? = nil
  ) throws {
    while true {
      let result = withUnsafeBytes(of: address) { bytes in
        guard let start = bytes.baseAddress else { return Int32(-1) }
        return Glibc.connect(
          descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<Address>.size))
      }
      guard result != 0 else { return }
      let error = errno
      guard error == ECONNREFUSED, deadline?.hasPassed == false else {
        throw VirtualMachineError("Cannot connect to \(name): \(String(cString: strerror(error)))")
      }
      Deadline.pause(milliseconds: 10)
    }
  }

  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8], by deadline: Deadline) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT, by: deadline)
      let count = rest.withUnsafeBytes { send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw VirtualMachineError("send: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  /// Exactly `count` bytes.
  mutating func read(_ count: Int, by deadline: Deadline) throws -> [UInt8] {
    while unread.count < count { try fill(by: deadline) }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  /// The bytes before the next line feed, which is taken too.
  mutating func readLine(by deadline: Deadline) throws -> [UInt8] {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return Array(unread[..<end])
      }
      searched = unread.count
      try fill(by: deadline)
    }
  }

  /// What comes next, nothing at the end of the stream, nil if nothing comes by the deadline; for who reads in no other way.
  func receive(by deadline: Deadline) throws -> [UInt8]? {
    do { try wait(for: POLLIN, by: deadline) } catch { return nil }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor.number, $0.baseAddress, $0.count, 0) }
    guard count >= 0 || errno == ECONNRESET else {
      throw VirtualMachineError("recv: \(String(cString: strerror(errno)))")
    }
    return Array(buffer.prefix(max(0, count)))
  }

  private mutating func fill(by deadline: Deadline) throws {
    try wait(for: POLLIN, by: deadline)
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor.number, $0.baseAddress, $0.count, 0) }
    guard count > 0 else {
      throw VirtualMachineError(count == 0 ? "The other side hung up." : "recv: \(String(cString: strerror(errno)))")
    }
    unread += buffer.prefix(count)
  }

  private func wait(for events: Int32, by deadline: Deadline) throws {
    var request = pollfd(fd: descriptor.number, events: Int16(truncatingIfNeeded: events), revents: 0)
    while true {
      let count = poll(&request, 1, deadline.milliseconds)
      if count > 0 { return }
      if count == 0 || errno != EINTR { throw VirtualMachineError("The other side did not answer in time.") }
    }
  }
}

import Glibc
import TestKit

/// A connected stream socket that reads and writes with a deadline.
struct StreamSocket: ~Copyable, Sendable {
  private let descriptor: Descriptor
  private var unread: [UInt8] = []

  /// Connects to the Unix socket at `path`. The file exists a moment before the server listens.
  init(path: String, by deadline: MachineDeadline) throws {
    descriptor = try Descriptor(Self.connect(to: path, by: deadline), "socket")
  }

  private static func connect(to path: String, by deadline: MachineDeadline) throws -> Int32 {
    while true {
      do throws(TestSocket.Failure) {
        return try TestSocket.connected(to: path)
      } catch {
        guard error.code == ECONNREFUSED, !deadline.hasPassed else { throw VirtualMachineError("\(error)") }
        MachineDeadline.pause(milliseconds: 10)
      }
    }
  }

  /// Connects to `port` of this machine.
  init(port: UInt16) throws {
    descriptor = try Descriptor(TestSocket.connected(toPort: port), "socket")
    var yes: Int32 = 1
    setsockopt(descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8], by deadline: MachineDeadline) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT, by: deadline)
      let count = rest.withUnsafeBytes { send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw VirtualMachineError("send: \(String(cString: strerror(errno)))") }
      rest = rest.dropFirst(count)
    }
  }

  /// Exactly `count` bytes.
  mutating func read(_ count: Int, by deadline: MachineDeadline) throws -> [UInt8] {
    while unread.count < count { try fill(by: deadline) }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  /// The bytes before the next line feed. The line feed is removed too.
  mutating func readLine(by deadline: MachineDeadline) throws -> [UInt8] {
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

  /// Returns the next bytes. The result is empty at the end of the stream, and nil at the deadline. Use it without the other reads.
  func receive(by deadline: MachineDeadline) throws -> [UInt8]? {
    do { try wait(for: POLLIN, by: deadline) } catch { return nil }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor.number, $0.baseAddress, $0.count, 0) }
    guard count >= 0 || errno == ECONNRESET else {
      throw VirtualMachineError("recv: \(String(cString: strerror(errno)))")
    }
    return Array(buffer.prefix(max(0, count)))
  }

  private mutating func fill(by deadline: MachineDeadline) throws {
    try wait(for: POLLIN, by: deadline)
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = buffer.withUnsafeMutableBytes { recv(descriptor.number, $0.baseAddress, $0.count, 0) }
    guard count > 0 else {
      throw VirtualMachineError(count == 0 ? "The other side hung up." : "recv: \(String(cString: strerror(errno)))")
    }
    unread += buffer.prefix(count)
  }

  private func wait(for events: Int32, by deadline: MachineDeadline) throws {
    var request = pollfd(fd: descriptor.number, events: Int16(truncatingIfNeeded: events), revents: 0)
    while true {
      let count = poll(&request, 1, deadline.milliseconds)
      if count > 0 { return }
      if count == 0 || errno != EINTR { throw VirtualMachineError("The other side did not answer in time.") }
    }
  }
}

internal import CLinuxEvents
internal import Glibc
internal import SystemPackage

/// A worker that systemd starts for us when we connect to the socket of a template unit (`Accept=yes`). The worker may belong to another
/// user, so that our signals do not reach it. Therefore it ends with the connection. Its first packet is `MAINPID=` and its number. If it
/// ends by itself, its last packet is `STOPPING=1`, as in sd_notify(3).
@safe final class UnitWorker: Worker {
  private static let start = Array("MAINPID=".utf8)
  private static let end = Array("STOPPING=1".utf8)

  /// The process number that the worker reported; nil before that.
  private(set) var processID: Int32?
  private let slots: WorkerSlots?
  private var connection: PacketSocket
  private var isEnding = false
  private var isClosed = false

  var socket: Int32 { connection.descriptor }
  var endDescriptor: Int32? { nil }
  var isStarted: Bool { processID != nil }

  /// Connects while systemd starts the worker. Packets wait until it runs.
  ///
  /// - Throws: the errors of connect(2), and `resourceTemporarilyUnavailable` if no slot is free.
  init(socketPath: String, longestPacket: Int, slots: WorkerSlots? = nil) throws(Errno) {
    guard let address = UnixAddress(socketPath) else { throw .fileNameTooLong }
    guard slots?.take() ?? true else { throw .resourceTemporarilyUnavailable }
    var isConnected = false
    defer { if !isConnected { slots?.release() } }
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    connection = PacketSocket(descriptor, longestPacket: longestPacket)
    guard address.connect(descriptor) else { throw Errno(rawValue: errno) }
    isConnected = true
    self.slots = slots
  }

  deinit { slots?.release() }

  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    try connection.send(bytes, descriptors: descriptors)
  }

  /// Returns `nothing` for a packet about the worker's start or end.
  func receive() -> ReceivedPacket {
    let received = connection.receive()
    switch received {
    case .packet(let bytes, let descriptors) where processID == nil || Array(bytes) == Self.end:
      for descriptor in descriptors { close(descriptor) }
      if processID != nil {
        isEnding = true
      } else {
        guard let number = Self.processID(in: bytes) else { return .failed(.badMessage) }
        processID = number
      }
      return .nothing
    case .closed:
      isClosed = true
      return .closed
    case .packet, .nothing, .failed: return received
    }
  }

  func kill() { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }

  func reap() -> WorkerEnding? {
    guard isClosed else { return nil }
    guard isStarted else { return .neverStarted }
    return isEnding ? .announced : .disconnected
  }

  private static func processID(in bytes: ArraySlice<UInt8>) -> Int32? {
    guard bytes.starts(with: start), let number = Int32(String(decoding: bytes.dropFirst(start.count), as: UTF8.self)),
      number > 0
    else { return nil }
    return number
  }
}

/// The socket of a template unit for workers. If the unit fails, the daemon starts its workers itself for some time.
package final class WorkerUnit {
  /// The nanoseconds until the unit is tried again after a failure.
  private static let pauseNanoseconds: UInt64 = 60_000_000_000

  package let program: String
  package let path: String
  /// The reason why the unit starts no workers, as a sentence; nil if it does.
  package private(set) var trouble: String?
  /// Called with each new trouble.
  package var didFail: ((String) -> Void)?
  private var nextTry: UInt64 = 0

  /// - Parameter folder: the folder of the socket, which has the name of the program.
  package init(program: String, folder: String) {
    self.program = program
    path = "\(folder)/\(program)"
  }

  /// Starts a worker; returns nil if the unit does not work, or no slot is free.
  ///
  /// - Parameter now: nanoseconds of a monotonic clock.
  package func start(longestPacket: Int, slots: WorkerSlots?, now: UInt64) -> (any Worker)? {
    guard now >= nextTry, slots.map({ $0.count < $0.limit }) ?? true else { return nil }
    do throws(Errno) {
      return try UnitWorker(socketPath: path, longestPacket: longestPacket, slots: slots)
    } catch {
      fail(error.description, now: now)
      return nil
    }
  }

  /// Ends the trouble.
  package func succeed() {
    trouble = nil
    nextTry = 0
  }

  /// Begins a trouble.
  package func fail(_ reason: String, now: UInt64) {
    nextTry = now.addingReportingOverflow(Self.pauseNanoseconds).partialValue
    guard trouble == nil else { return }
    let words = "\(program) runs as this daemon's own user, because its unit does not start it at \(path): \(reason)"
    trouble = words
    didFail?(words)
  }
}

/// Owns our non-blocking end of a worker's socket. It sends and receives packets with descriptors.
@safe struct PacketSocket: ~Copyable {
  let descriptor: Int32
  private var buffer: [UInt8]

  init(_ descriptor: Int32, longestPacket: Int) {
    self.descriptor = descriptor
    buffer = [UInt8](repeating: 0, count: longestPacket)
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe marquee_send_with_descriptors(
        descriptor, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
    }
    guard sent == bytes.count else { throw sent < 0 ? Errno(rawValue: errno) : .messageTooLong }
  }

  /// Receives a packet. The caller owns its descriptors.
  mutating func receive() -> ReceivedPacket {
    var descriptors = [Int32](repeating: -1, count: MARQUEE_MOST_DESCRIPTORS)
    var count: Int32 = 0
    let socket = descriptor
    let received = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe marquee_receive_with_descriptors(socket, bytes.baseAddress, bytes.count, &descriptors, &count)
    }
    if received > 0 {
      return .packet(buffer[..<received], descriptors: Array(descriptors.prefix(Int(count))))
    }
    for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
    guard received < 0 else { return .closed }
    switch errno {
    case EAGAIN, EINTR: return .nothing
    case ECONNRESET: return .closed
    case let error: return .failed(Errno(rawValue: error))
    }
  }
}

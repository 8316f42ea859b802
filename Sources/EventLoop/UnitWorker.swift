internal import CLinuxEvents
internal import Glibc
public import SystemPackage

/// A worker that systemd has started for us: a connection to the socket of a template unit (`Accept=yes`).
///
/// It may belong to another user, so that no signal of ours reaches it: it ends when the connection does. Its first packet is `MAINPID=` and its
/// number, and `STOPPING=1` is the last one if it ends by itself, in the words of sd_notify(3). The credentials of the socket are systemd's.
@safe public final class UnitWorker: Worker {
  private static let start = Array("MAINPID=".utf8)
  private static let end = Array("STOPPING=1".utf8)

  /// What the worker has reported; nil until then.
  public private(set) var processID: Int32?
  private let slots: WorkerSlots?
  private var connection: PacketSocket
  private var isEnding = false
  private var isClosed = false

  /// Packets come and go here; non-blocking.
  public var socket: Int32 { connection.descriptor }
  /// There is none.
  public var endDescriptor: Int32? { nil }
  /// Whether the worker has reported.
  public var isStarted: Bool { processID != nil }

  /// Connects; systemd starts the worker meanwhile, and packets wait for it.
  ///
  /// - Parameters:
  ///   - longestPacket: bytes; of a longer one the rest is lost.
  ///   - slots: those of which the connection takes one.
  /// - Throws: what `connect` says; `resourceTemporarilyUnavailable` if no slot is free, or the socket's queue is full.
  public init(socketPath: String, longestPacket: Int, slots: WorkerSlots? = nil) throws(Errno) {
    guard let address = UnixAddress(socketPath) else { throw .fileNameTooLong }
    guard slots?.take() ?? true else { throw .resourceTemporarilyUnavailable }
    var isConnected = false
    defer { if !isConnected { slots?.giveBack() } }
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    guard address.connect(descriptor) else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    isConnected = true
    self.slots = slots
    connection = PacketSocket(descriptor, longestPacket: longestPacket)
  }

  deinit { slots?.giveBack() }

  /// Sends one packet; never blocks.
  public func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    try connection.send(bytes, descriptors: descriptors)
  }

  /// Takes one packet; never blocks.
  ///
  /// Its descriptors are the caller's. Reports of the worker's start and end are `nothing`.
  public func receive() -> ReceivedPacket {
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

  /// Closes the connection, by which the worker ends.
  public func kill() { shutdown(connection.descriptor, Int32(SHUT_RDWR)) }

  /// How it ended, as far as the connection tells; nil while that is open.
  public func reap() -> WorkerEnding? {
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

/// The socket of a template unit by which systemd starts workers, and whether that works.
///
/// While it does not, we start the workers ourselves.
public final class WorkerUnit {
  /// How long the socket is left alone after a failure, in nanoseconds.
  private static let pause: UInt64 = 60_000_000_000

  /// The program that the unit starts.
  public let program: String
  /// The socket's path.
  public let path: String
  /// Why workers are started by us, as a sentence; nil while the unit starts them.
  public private(set) var trouble: String?
  /// Called with a trouble that was not there before.
  public var didFail: ((String) -> Void)?
  private var nextTry: UInt64 = 0

  /// - Parameter folder: where the socket lies, by the program's name.
  public init(program: String, folder: String) {
    self.program = program
    path = "\(folder)/\(program)"
  }

  /// Has systemd start a worker; nil if it does not do so now.
  ///
  /// - Parameter now: nanoseconds of a clock that is not set.
  public func start(longestPacket: Int, slots: WorkerSlots?, now: UInt64) -> UnitWorker? {
    guard now >= nextTry, slots.map({ $0.count < $0.limit }) ?? true else { return nil }
    do throws(Errno) {
      return try UnitWorker(socketPath: path, longestPacket: longestPacket, slots: slots)
    } catch {
      fail(error.description, now: now)
      return nil
    }
  }

  /// A worker has been started.
  public func succeed() {
    trouble = nil
    nextTry = 0
  }

  /// No worker has been started.
  public func fail(_ reason: String, now: UInt64) {
    nextTry = now.addingReportingOverflow(Self.pause).partialValue
    guard trouble == nil else { return }
    let words = "\(program) runs as this daemon's own user, since its unit does not start it by \(path): \(reason)"
    trouble = words
    didFail?(words)
  }
}

/// Our end of a worker's socket, which keeps packets apart and carries descriptors; no call blocks.
@safe struct PacketSocket: ~Copyable {
  /// Open as long as this lives.
  let descriptor: Int32
  private var buffer: [UInt8]

  /// Takes a non-blocking socket over.
  ///
  /// - Parameter longestPacket: bytes; of a longer one the rest is lost.
  init(_ descriptor: Int32, longestPacket: Int) {
    self.descriptor = descriptor
    buffer = [UInt8](repeating: 0, count: longestPacket)
  }

  deinit { close(descriptor) }

  /// Sends one packet.
  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe marquee_send_with_descriptors(
        descriptor, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
    }
    guard sent == bytes.count else { throw sent < 0 ? Errno(rawValue: errno) : .messageTooLong }
  }

  /// Takes one packet; its descriptors are the caller's.
  mutating func receive() -> ReceivedPacket {
    var descriptors: [Int32] = [-1, -1, -1, -1]
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

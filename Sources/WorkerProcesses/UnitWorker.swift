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

internal import CLinuxEvents
internal import Glibc
public import SystemPackage

/// One life of a program that works for us: its pid, its socket and its pidfd.
///
/// Ends and reaps it when let go of.
@safe public final class WorkerProcess: Worker {
  /// Its number.
  public let pid: Int32
  /// Readable once the process has ended.
  public let pidDescriptor: Int32
  /// Called when its exit status was taken after it was let go of, on any thread.
  package var didEnd: (@Sendable () -> Void)?
  private let slots: WorkerSlots?
  private var isReaped = false
  private var connection: PacketSocket

  /// The same.
  public var processID: Int32? { pid }
  /// Packets come and go here; non-blocking.
  public var socket: Int32 { connection.descriptor }
  /// The same.
  public var endDescriptor: Int32? { pidDescriptor }
  /// It has been started by us.
  public var isStarted: Bool { true }

  /// Starts the program at a path; its end of the socket is its descriptor `number`.
  ///
  /// - Parameters:
  ///   - environment: variables for it, besides the few that it inherits.
  ///   - longestPacket: bytes; of a longer one the rest is lost.
  ///   - slots: those of which the process takes one.
  /// - Throws: `resourceTemporarilyUnavailable` if no slot is free.
  public init(
    path: String, arguments: [String], environment: [String: String] = [:], socketNumber number: Int32,
    longestPacket: Int, slots: WorkerSlots? = nil
  ) throws(Errno) {
    guard slots?.take() ?? true else { throw .resourceTemporarilyUnavailable }
    var isStarted = false
    defer { if !isStarted { slots?.giveBack() } }
    self.slots = slots
    func failure(_ error: Int32) -> Errno { Errno(rawValue: error) }
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw failure(errno) }
    let (near, far) = (pair[0], pair[1])
    defer { close(far) }
    let flags = fcntl(near, F_GETFL, 0)
    guard flags >= 0, fcntl(near, F_SETFL, flags | O_NONBLOCK) == 0 else {
      let error = errno
      close(near)
      throw failure(error)
    }
    let (result, pid) = WorkerLauncher.spawn(
      path, arguments: [path] + arguments, environment: WorkerLauncher.environment(adding: environment),
      socket: far, as: number)
    guard result == 0 else {
      close(near)
      throw failure(result)
    }
    let pidDescriptor = marquee_pidfd_open(pid)
    guard pidDescriptor >= 0 else {
      let error = errno
      close(near)
      Glibc.kill(pid, SIGKILL)
      _ = waitpid(pid, nil, 0)
      throw failure(error)
    }
    isStarted = true
    self.pid = pid
    self.pidDescriptor = pidDescriptor
    connection = PacketSocket(near, longestPacket: longestPacket)
  }

  deinit {
    defer { close(pidDescriptor) }
    guard !isReaped else { return }
    Glibc.kill(pid, SIGKILL)
    let (slots, didEnd) = (slots, didEnd)
    WorkerReaper.reap(pid, pidDescriptor: pidDescriptor) {
      slots?.giveBack()
      didEnd?()
    }
  }

  /// Sends one packet; never blocks.
  public func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    try connection.send(bytes, descriptors: descriptors)
  }

  /// Takes one packet; never blocks.
  ///
  /// Its descriptors are the caller's.
  public func receive() -> ReceivedPacket { connection.receive() }

  /// Ends it; it is reaped as soon as its pidfd says so.
  public func kill() { send(signal: SIGKILL) }

  /// Sends it a signal.
  public func send(signal: Int32) {
    guard !isReaped else { return }
    Glibc.kill(pid, signal)
  }

  /// Takes its exit status; nil while it lives.
  public func reap() -> WorkerEnding? {
    var status: Int32 = 0
    guard !isReaped, unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
    isReaped = true
    slots?.giveBack()
    // wait(2): the low seven bits are the signal, the next byte is the exit status.
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
  }
}

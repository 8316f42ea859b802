internal import CLinuxEvents
internal import Glibc
public import SystemPackage

/// One life of a program that works for us: its pid, its socket and its pidfd.
///
/// Ends and reaps it when let go of.
@safe public final class WorkerProcess {
  /// What a read of the socket gave.
  public enum Received {
    /// One packet; the descriptors are the caller's.
    case packet(ArraySlice<UInt8>, descriptors: [Int32])
    /// Nothing yet.
    case nothing
    /// The other end is closed.
    case closed
    /// The call failed.
    case failed(Errno)
  }

  /// How it ended.
  public enum Ending: Equatable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(signal: Int32)

    /// The same in words.
    public var words: String {
      switch self {
      case .exited(let status): "it exited with status \(status)"
      case .killed(let signal): "it was ended by signal \(signal)"
      }
    }
  }

  /// Its number.
  public let pid: Int32
  /// Packets come and go here; non-blocking.
  public let socket: Int32
  /// Readable once the process has ended.
  public let pidDescriptor: Int32
  /// Called when its exit status was taken after it was let go of, on any thread.
  package var didEnd: (@Sendable () -> Void)?
  private let slots: WorkerSlots?
  private var isReaped = false
  private var buffer: [UInt8]

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
    buffer = [UInt8](repeating: 0, count: longestPacket)
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
    socket = near
  }

  deinit {
    close(socket)
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
    let sent = unsafe bytes.withUnsafeBytes { bytes in
      unsafe marquee_send_with_descriptors(
        socket, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
    }
    guard sent == bytes.count else { throw sent < 0 ? Errno(rawValue: errno) : .messageTooLong }
  }

  /// Takes one packet; never blocks.
  ///
  /// Its descriptors are the caller's.
  public func receive() -> Received {
    var descriptors: [Int32] = [-1, -1, -1, -1]
    var count: Int32 = 0
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

  /// Ends it; it is reaped as soon as its pidfd says so.
  public func kill() { send(signal: SIGKILL) }

  /// Sends it a signal.
  public func send(signal: Int32) {
    guard !isReaped else { return }
    Glibc.kill(pid, signal)
  }

  /// Takes its exit status; nil while it lives.
  public func reap() -> Ending? {
    var status: Int32 = 0
    guard !isReaped, unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
    isReaped = true
    slots?.giveBack()
    // wait(2): the low seven bits are the signal, the next byte is the exit status.
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
  }
}

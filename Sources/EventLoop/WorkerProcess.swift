internal import CLinuxEvents
internal import Glibc
internal import Synchronization
public import SystemPackage

/// A process that works for us, whoever has started it.
///
/// It ends when it is let go of.
public protocol Worker: AnyObject {
  /// Its number, for people; nil while that is not known.
  var processID: Int32? { get }
  /// Packets come and go here; non-blocking.
  var socket: Int32 { get }
  /// Readable once the process has ended; nil if the end of its socket is all that is seen of its end.
  var endDescriptor: Int32? { get }
  /// Whether its program has been started.
  var isStarted: Bool { get }

  /// Sends one packet; never blocks.
  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno)
  /// Takes one packet; never blocks.
  ///
  /// Its descriptors are the caller's.
  func receive() -> ReceivedPacket
  /// Ends it; `endDescriptor` or the socket says when that is done.
  func kill()
  /// How it ended; nil while it lives.
  func reap() -> WorkerEnding?
}

/// What a read of a worker's socket gave.
public enum ReceivedPacket {
  /// One packet; the descriptors are the caller's.
  case packet(ArraySlice<UInt8>, descriptors: [Int32])
  /// Nothing yet.
  case nothing
  /// The other end is closed.
  case closed
  /// The call failed.
  case failed(Errno)
}

/// How a worker ended.
public enum WorkerEnding: Hashable, Sendable {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case killed(signal: Int32)
  /// A unit's worker has announced its end.
  case announced
  /// A unit's worker has closed its socket without a word.
  case disconnected
  /// The unit has ended the connection before the program ran.
  case neverStarted

  /// Whether the worker ended as it should.
  public var isOrderly: Bool { self == .exited(0) || self == .announced }

  /// The same in words.
  public var words: String {
    switch self {
    case .exited(let status): "it exited with status \(status)"
    case .killed(let signal): "it was ended by signal \(signal)"
    case .announced: "it ended by itself"
    case .disconnected: "it ended without a word"
    case .neverStarted: "its unit did not start it"
    }
  }
}

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
    // Standard input and output are `/dev/null`, unless the socket is one of them. A worker closes what else it has got.
    let (result, pid) = ProgramStart.start(
      path, arguments: [path] + arguments, environment: WorkerLauncher.environment(adding: environment),
      files: [(0, nil), (1, nil), (number, far)])
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

/// What a worker inherits.
@safe public enum WorkerLauncher {
  /// What fontconfig, Pango and the C library look at.
  ///
  /// The daemon's other variables are none of a worker's business.
  private static let inherited = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH",
    "PANGO_LANGUAGE", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
  ]

  /// The few variables that are handed on, and others that replace or join them, as `NAME=value`.
  public static func environment(adding others: [String: String]) -> [String] {
    var variables: [String: String] = [:]
    for name in inherited {
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    variables.merge(others) { _, new in new }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

/// Takes the exit status of a process that was killed, so that it is no zombie.
@safe package enum WorkerReaper {
  /// Killed, a process ends at once, unless it is in a call of the kernel that no signal breaks off; in milliseconds.
  private static let patience: Int32 = 100
  private static let stackSize = 256 << 10

  /// Waits a moment for a child's end; where it does not come, a thread of its own waits on.
  ///
  /// The pidfd stays the caller's. `done` is called on whichever thread has taken the status.
  package static func reap(_ pid: Int32, pidDescriptor: Int32, done: (@Sendable () -> Void)? = nil) {
    var watched = pollfd(fd: pidDescriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, patience)
    // -1: it is nobody's child any more.
    guard waitpid(pid, nil, WNOHANG) == 0 else {
      done?()
      return
    }
    // Without a thread for it, it is a zombie once it has ended, until we end too.
    _ = DetachedThread.start(stackSize: stackSize) {
      unsafe marquee_name_thread("reaper")
      while waitpid(pid, nil, 0) < 0, errno == EINTR {}
      done?()
    }
  }
}

/// How many processes may work for us at once, whatever they do.
///
/// A process counts until it is reaped, also one that no signal ends. Its end may be noticed on any thread.
public final class WorkerSlots: Sendable {
  /// The most processes.
  public let limit: Int
  private let used = Atomic(0)

  /// All are free.
  public init(limit: Int) { self.limit = limit }

  /// How many processes there are.
  public var count: Int { used.load(ordering: .acquiring) }

  /// Counts a process that is to be started; false if that would be one too many.
  func take() -> Bool {
    guard used.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > limit else { return true }
    giveBack()
    return false
  }

  /// A process has ended, or could not be started.
  func giveBack() { used.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}

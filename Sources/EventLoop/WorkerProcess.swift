internal import CLinuxEvents
internal import Glibc
internal import Synchronization
package import SystemPackage

/// A process that works for us. It ends when this value is released.
package protocol Worker: AnyObject {
  /// Nil until it is known.
  var processID: Int32? { get }
  /// The non-blocking socket for packets.
  var socket: Int32 { get }
  /// A descriptor that is readable once the process has ended; nil if only the socket shows the end.
  var endDescriptor: Int32? { get }
  var isStarted: Bool { get }

  func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno)
  func receive() -> ReceivedPacket
  /// Starts to end the process. `endDescriptor` or the socket shows the end.
  func kill()
  /// The result of the process; nil until it has ended.
  func reap() -> WorkerEnding?
}

/// The result of a read from a worker's socket.
package enum ReceivedPacket {
  /// A packet. The caller owns the descriptors.
  case packet(ArraySlice<UInt8>, descriptors: [Int32])
  case nothing
  case closed
  case failed(Errno)
}

package enum WorkerEnding: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// A unit's worker has announced its end.
  case announced
  /// A unit's worker has closed its socket without an announcement.
  case disconnected
  /// The unit closed the connection before the program ran.
  case neverStarted

  /// The status as a shell has it: the exit status, or 128 plus the signal; nil for a unit's worker.
  package var status: Int32? {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case .announced, .disconnected, .neverStarted: nil
    }
  }

  package var isOrderly: Bool { self == .exited(0) || self == .announced }

  package var words: String {
    switch self {
    case .exited(let status): "it exited with status \(status)"
    case .killed(let signal): "it was ended by signal \(signal)"
    case .announced: "it ended by itself"
    case .disconnected: "it ended unexpectedly"
    case .neverStarted: "its unit did not start it"
    }
  }
}

/// A child process that works for us, with its pid, its socket and its pidfd. A release ends and reaps it.
@safe package final class WorkerProcess: Worker {
  package let pid: Int32
  /// Readable once the process has ended.
  package let pidDescriptor: Int32
  /// Called on any thread after a process that was alive at its release has been reaped.
  package var didEnd: (@Sendable () -> Void)?
  private let slots: WorkerSlots?
  private var isReaped = false
  private var connection: PacketSocket

  package var processID: Int32? { pid }
  package var socket: Int32 { connection.descriptor }
  package var endDescriptor: Int32? { pidDescriptor }
  package var isStarted: Bool { true }

  /// Starts a program that gets its end of the socket as descriptor `number`.
  ///
  /// - Parameters:
  ///   - environment: variables that are added to the few inherited ones.
  ///   - longestPacket: in bytes. The rest of a longer packet is lost.
  /// - Throws: `resourceTemporarilyUnavailable` if no slot is free.
  package init(
    path: String, arguments: [String], environment: [String: String] = [:], socketNumber number: Int32,
    longestPacket: Int, slots: WorkerSlots? = nil
  ) throws(Errno) {
    guard slots?.take() ?? true else { throw .resourceTemporarilyUnavailable }
    var isStarted = false
    defer { if !isStarted { slots?.release() } }
    self.slots = slots
    func failure(_ error: Int32) -> Errno { Errno(rawValue: error) }
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw failure(errno) }
    let (near, far) = (pair[0], pair[1])
    defer { close(far) }
    connection = PacketSocket(near, longestPacket: longestPacket)
    let flags = fcntl(near, F_GETFL, 0)
    guard flags >= 0, fcntl(near, F_SETFL, flags | O_NONBLOCK) == 0 else { throw failure(errno) }
    // Standard input and output are `/dev/null`, unless the socket takes their number. A worker closes all other descriptors.
    let (result, pid) = ProgramStart.start(
      path, arguments: [path] + arguments, environment: Self.environment(adding: environment),
      files: [(0, nil), (1, nil), (number, far)])
    guard result == 0 else { throw failure(result) }
    let pidDescriptor = marquee_pidfd_open(pid)
    guard pidDescriptor >= 0 else {
      let error = errno
      Glibc.kill(pid, SIGKILL)
      _ = ChildEnd.take(of: pid, within: -1)
      throw failure(error)
    }
    isStarted = true
    self.pid = pid
    self.pidDescriptor = pidDescriptor
  }

  deinit {
    defer { close(pidDescriptor) }
    guard !isReaped else { return }
    Glibc.kill(pid, SIGKILL)
    let (slots, didEnd) = (slots, didEnd)
    ChildEnd.takeInBackground(of: pid) {
      slots?.release()
      didEnd?()
    }
  }

  package func send(_ bytes: [UInt8], descriptors: [Int32]) throws(Errno) {
    try connection.send(bytes, descriptors: descriptors)
  }

  package func receive() -> ReceivedPacket { connection.receive() }

  package func kill() { send(signal: SIGKILL) }

  package func send(signal: Int32) {
    if !isReaped { Glibc.kill(pid, signal) }
  }

  package func reap() -> WorkerEnding? {
    guard !isReaped, let ending = ChildEnd.take(of: pid) else { return nil }
    isReaped = true
    slots?.release()
    return ending
  }

  /// Variables of fontconfig, Pango and the C library.
  private static let inherited = [
    "FONTCONFIG_FILE", "FONTCONFIG_PATH", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH",
    "PANGO_LANGUAGE", "PATH", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
  ]

  private static func environment(adding others: [String: String]) -> [String] {
    var variables: [String: String] = [:]
    for name in inherited {
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    variables.merge(others) { _, new in new }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

/// Collects the ends of child processes, so that no zombie remains.
@safe package enum ChildEnd {
  /// Returns the end of a child, and waits for it up to `milliseconds`, or for ever if that is negative. Returns nil while the child runs,
  /// and if it is not a child any more.
  package static func take(of pid: Int32, within milliseconds: Int32 = 0) -> WorkerEnding? {
    if milliseconds > 0 {
      let descriptor = marquee_pidfd_open(pid)
      defer { close(descriptor) }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&watched, 1, milliseconds) < 0, errno == EINTR {}
    }
    var (status, result): (Int32, Int32) = (0, 0)
    repeat {
      result = unsafe waitpid(pid, &status, milliseconds < 0 ? 0 : WNOHANG)
    } while result < 0 && errno == EINTR
    guard result == pid else { return nil }
    // By wait(2), the low seven bits are the signal, and the next byte is the exit status.
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
  }

  /// Waits 100 ms for the end of a killed child; after that, a separate thread waits. A killed process ends immediately, unless it is in a
  /// system call that no signal interrupts. `done` is called on the thread that collected the end.
  package static func takeInBackground(of pid: Int32, done: (@Sendable () -> Void)? = nil) {
    guard take(of: pid, within: 100) == nil else {
      done?()
      return
    }
    // If no thread can be started, the process stays a zombie until this program ends.
    _ = DetachedThread.start(stackSize: 256 << 10) {
      unsafe marquee_name_thread("reaper")
      _ = take(of: pid, within: -1)
      done?()
    }
  }
}

/// The limit of worker processes. A process counts until it is reaped, on any thread.
package final class WorkerSlots: Sendable {
  package let limit: Int
  private let used = Atomic(0)

  package init(limit: Int) { self.limit = limit }

  package var count: Int { used.load(ordering: .acquiring) }

  /// Takes a slot for a process; false if none is free.
  func take() -> Bool {
    guard used.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > limit else { return true }
    release()
    return false
  }

  func release() { used.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}

internal import CLinuxEvents
internal import Glibc

/// The duties of a worker that systemd has started for a connection of the daemon (`Accept=yes`). In this case the daemon has another user
/// and cannot send signals. To end a worker, it closes the connection.
@safe enum UnitStart {
  private static let stackSize = 128 << 10

  /// Whether systemd has started this process with a socket (sd_listen_fds(3)).
  static let isOurs: Bool = {
    guard let number = unsafe getenv("LISTEN_PID") else { return false }
    return unsafe String(cString: number) == "\(getpid())"
  }()

  /// Watches for the end of the connection, and reports the start to the daemon.
  ///
  /// - Returns: false if the process would not notice the end of the connection while it is at work.
  static func report(on socket: Int32) -> Bool {
    guard watch(socket) else { return false }
    send("MAINPID=\(getpid())", on: socket)
    return true
  }

  static func reportEnd(on socket: Int32) { send("STOPPING=1", on: socket) }

  private static func send(_ state: String, on socket: Int32) {
    let bytes = Array(state.utf8)
    _ = unsafe marquee_send_with_descriptors(socket, bytes, bytes.count, [], 0)
  }

  /// Starts a thread that ends the process at once when the connection ends. A thread has the sandbox of its parent, so the sandbox comes
  /// first.
  private static func watch(_ socket: Int32) -> Bool {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        unsafe marquee_name_thread("hang-up")
        // poll(2) reports the end without a requested event.
        var entry = pollfd(fd: Int32(Int(bitPattern: argument)), events: 0, revents: 0)
        while unsafe poll(&entry, 1, -1) < 0, errno == EINTR {}
        _exit(0)
      }, UnsafeMutableRawPointer(bitPattern: Int(socket)))
    return result == 0
  }
}

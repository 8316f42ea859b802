internal import EventLoop
public import SystemPackage

/// An adapter's own thread: what is asked of the adapter waits there for its driver, and nobody else does.
///
/// A thread that hangs in the kernel cannot be ended; whoever asked gives up on it, and it ends when the kernel lets it go.
public actor CECThread {
  /// Opens the adapter at a path; `CECAdapter.init`, or what a test has.
  public typealias Opening = @Sendable (String) throws(Errno) -> any CECPort

  private nonisolated let mailbox: Mailbox
  private let path: String
  private let open: Opening
  private var conversations: [ObjectIdentifier: CECConversation] = [:]

  /// Starts it; the adapter is not opened yet.
  public init(path: String, open: @escaping Opening) throws(Errno) {
    self.path = path
    self.open = open
    mailbox = try LoopThread.start(name: "cec")
  }

  /// The thread's event loop.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe mailbox.asUnownedSerialExecutor() }

  /// Calls `completion` on that thread as soon as it comes to it.
  public nonisolated func ping(_ completion: @escaping @Sendable () -> Void) {
    mailbox.post(completion)
  }

  /// Tells `completion` on that thread which connector the adapter belongs to; nil where nobody knows.
  ///
  /// One that was not named, and could not wake a display which takes its plug away, is nobody's.
  public nonisolated func findConnector(
    isNamed: Bool, _ completion: @escaping @Sendable (CECAdapter.Connector?) -> Void
  ) {
    mailbox.post { self.assumeIsolated { completion($0.connector(isNamed: isNamed)) } }
  }

  /// Opens the adapter and begins a talk for as long as the ticket counts.
  ///
  /// `place` is what the display's EDID says, for an adapter that cannot know it. `report` is called on that thread, whenever the
  /// display tells something new, and with the end of it; then call `end`.
  public nonisolated func begin(
    _ ticket: CECTicket, _ wish: PowerWish, place: UInt16?, report: @escaping @Sendable (PowerReport) -> Void
  ) {
    mailbox.post { self.assumeIsolated { $0.open(ticket, wish, place, report) } }
  }

  /// Ends the talk with that ticket, and closes its adapter.
  public nonisolated func end(_ ticket: CECTicket) {
    ticket.takeBack()
    mailbox.post { self.assumeIsolated { $0.conversations.removeValue(forKey: ObjectIdentifier(ticket))?.end() } }
  }

  /// Ends the thread, after all that was asked of it.
  public nonisolated func stop() {
    mailbox.post { EventLoop.current?.stop() }
  }

  private func connector(isNamed: Bool) -> CECAdapter.Connector? {
    // What cannot be opened is not known to be anybody's.
    guard let adapter = try? open(path), isNamed || !adapter.needsPlug else { return nil }
    return adapter.connector
  }

  private func open(
    _ ticket: CECTicket, _ wish: PowerWish, _ place: UInt16?, _ report: @escaping @Sendable (PowerReport) -> Void
  ) {
    guard ticket.counts, let loop = EventLoop.current else { return }
    do throws(Errno) {
      conversations[ObjectIdentifier(ticket)] = try CECConversation(
        open(path), ticket, wish: wish, place: place, loop: loop, report: report)
    } catch {
      report(PowerReport(asked: wish, told: .noAdapter, isFinal: true, reason: words(for: error)))
    }
  }

  private func words(for error: Errno) -> String {
    switch error {
    case .noSuchFileOrDirectory, .noSuchAddressOrDevice, .operationNotSupportedByDevice: "there is no \(path)"
    case .permissionDenied: "\(path) may not be opened; its group (usually video) may"
    case .notPermitted:
      "\(path) may not be opened; where it came after the service had been started, \"systemctl restart marqueed\" helps"
    case .inappropriateIOCTLForDevice: "\(path) is no CEC adapter"
    default: "\(path) cannot be used: \(error)"
    }
  }
}

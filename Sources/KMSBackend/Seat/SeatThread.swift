internal import EventLoop
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A report of the seat's thread.
enum SeatReport: Hashable, Sendable {
  /// Cards may be opened.
  case enabled
  /// The cards must be closed, and then `acknowledge` must be called.
  case disabled
  /// The answer to `open`: a descriptor that the receiver owns, or the errno.
  case opened(String, Result<Int32, Errno>)
  /// The seat cannot be used, or not any more. The text has the reason and the next step.
  case failed(String)
}

/// The thread that talks to the seat manager, because each call waits for the manager's answer.
final class SeatThread: Sendable {
  private let actor: SeatActor
  private let mailbox: Mailbox
  private let ended: WakeEvent
  private let reports: SeatReports

  /// - Parameter make: makes the seat on the thread; nil if libseat is missing.
  init(_ manager: SeatManager, make: @escaping @Sendable () -> (any SeatInterface)? = { LibrarySeat() }) throws(Errno) {
    reports = SeatReports(wakeEvent: try WakeEvent())
    ended = try WakeEvent()
    mailbox = try LoopThread.start(name: "seat", ended: ended)
    actor = SeatActor(executor: mailbox, reports: reports)
    mailbox.post { [actor] in actor.assumeIsolated { $0.start(manager, make()) } }
  }

  /// Calls `handler` on the loop's thread for each report, in order.
  func listen(on loop: EventLoop, _ handler: @escaping (SeatReport) -> Void) throws(Errno) -> Watch {
    try loop.watch(reports.wakeEvent.descriptor, for: .readable) { [reports] _ in
      for report in reports.take() { handler(report) }
    }
  }

  func open(_ device: String) { mailbox.post { [actor] in actor.assumeIsolated { $0.open(device) } } }

  /// Call it after the descriptor of the card is closed.
  func close(_ device: String) { mailbox.post { [actor] in actor.assumeIsolated { $0.close(device) } } }

  func acknowledge() { mailbox.post { [actor] in actor.assumeIsolated { $0.acknowledge() } } }

  /// Closes the seat and waits for that.
  func finish(milliseconds: Int32) {
    mailbox.post { [actor] in
      actor.assumeIsolated { $0.finish() }
      EventLoop.current?.stop()
    }
    ended.wait(milliseconds: milliseconds)
  }
}

/// The reports that the receiver has not taken.
private final class SeatReports: Sendable {
  let wakeEvent: WakeEvent
  private let reports = Mutex<[SeatReport]>([])

  init(wakeEvent: WakeEvent) { self.wakeEvent = wakeEvent }

  func add(_ report: SeatReport) {
    reports.withLock { $0.append(report) }
    wakeEvent.signal()
  }

  func take() -> [SeatReport] {
    wakeEvent.reset()
    return reports.withLock { reports in
      let taken = reports
      reports = []
      return taken
    }
  }
}

/// The state of the seat's thread.
private actor SeatActor {
  private let executor: Mailbox
  private let reports: SeatReports
  private var seat: (any SeatInterface)?
  private var watch: Watch?
  private var console: TextConsole?
  /// libseat's numbers of the open devices.
  private var devices: [String: Int32] = [:]

  init(executor: Mailbox, reports: SeatReports) {
    self.executor = executor
    self.reports = reports
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func start(_ manager: SeatManager, _ made: (any SeatInterface)?) {
    guard let made, let loop = EventLoop.current else {
      return reports.add(.failed("libseat is missing; install it (libseat1), or start marqueed with --seat direct"))
    }
    console = TextConsole()
    seat = made
    do throws(Errno) {
      let descriptor = try made.open { [weak self] isEnabled in
        self?.assumeIsolated { $0.changed(isEnabled) }
      }
      watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.assumeIsolated { $0.dispatch() } }
    } catch {
      let name = manager == .auto ? "seatd or logind" : manager.rawValue
      fail("\(name) did not open the seat: \(error); log in on a text console (Ctrl+Alt+F3) and start it there")
    }
  }

  func open(_ device: String) {
    guard let seat else { return reports.add(.opened(device, .failure(Errno(rawValue: ENODEV)))) }
    do throws(Errno) {
      let (identifier, descriptor) = try seat.openDevice(device)
      devices[device] = identifier
      reports.add(.opened(device, .success(descriptor)))
    } catch {
      reports.add(.opened(device, .failure(error)))
    }
  }

  func close(_ device: String) {
    if let identifier = devices.removeValue(forKey: device) { seat?.closeDevice(identifier) }
  }

  func acknowledge() { seat?.acknowledge() }

  func finish() {
    watch?.cancel()
    for identifier in devices.values { seat?.closeDevice(identifier) }
    devices = [:]
    seat?.close()
    seat = nil
    console?.redraw()
    console = nil
  }

  private func dispatch() {
    do throws(Errno) {
      try seat?.dispatch()
    } catch {
      fail("the seat manager has closed the connection: \(error)")
    }
  }

  private func changed(_ isEnabled: Bool) {
    if isEnabled { console?.restore() }
    reports.add(isEnabled ? .enabled : .disabled)
  }

  private func fail(_ reason: String) {
    watch?.cancel()
    watch = nil
    seat?.close()
    seat = nil
    console?.restore()
    reports.add(.failed(reason))
  }
}

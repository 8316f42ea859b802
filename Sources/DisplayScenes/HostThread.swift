internal import EventLoop
internal import KMSBackend
internal import Presentation
internal import SimulatedBackend
internal import SystemPackage

/// The display thread of a host. Sends commands and queries to it.
final class HostThread {
  private let display: DisplayActor
  private let thread: Mailbox
  private let main: Mailbox

  init(main: Mailbox, reports: HostReports) throws(Errno) {
    self.main = main
    thread = try LoopThread.start(name: "display", isUrgent: true)
    display = DisplayActor(executor: thread) { report in
      main.post { MainActor.assumeIsolated { reports.take(report) } }
    }
  }

  func start(_ displays: HostDisplays) {
    thread.post { [display] in
      display.assumeIsolated { $0.start { Self.makeBackend(displays) } }
    }
  }

  private nonisolated static func makeBackend(_ displays: HostDisplays) -> any DisplayBackend {
    guard let loop = EventLoop.current else { preconditionFailure("a backend is made on the display thread") }
    return switch displays {
    case .kms(let devices): KMSBackend(loop: loop, options: KMSBackendOptions(devices: devices))
    case .simulated(let connectors): SimulatedBackend(loop: loop, setup: SimulatedSetup(connectors: connectors))
    }
  }

  func send(_ command: DisplayCommand) {
    thread.post { [display] in display.assumeIsolated { $0.handle(command) } }
  }

  /// Runs a query on the thread; the answer comes in a later turn of the main loop.
  func query<Answer: Sendable>(
    _ question: @escaping @Sendable (SimulatedBackend) -> Answer, then completion: @escaping (Answer) -> Void
  ) {
    let relay = HostAnswer(completion)
    thread.post { [display, main] in
      let answer = display.assumeIsolated { $0.withBackend { ($0 as? SimulatedBackend).map(question) } ?? nil }
      main.post { MainActor.assumeIsolated { relay.complete(answer) } }
    }
  }

  /// Turns the displays off and releases the cards. Waits until that is done, or the time is over.
  func stop(milliseconds: Int32) {
    guard let done = try? WakeEvent() else { return }
    thread.post { [display] in
      display.assumeIsolated { $0.stop() }
      done.signal()
    }
    done.wait(milliseconds: milliseconds)
  }
}

/// Calls a completion on the main thread, and releases it there: the display thread may hold the last reference to the answer itself.
private final class HostAnswer<Answer: Sendable> {
  private var completion: ((Answer) -> Void)?

  init(_ completion: @escaping (Answer) -> Void) { self.completion = completion }

  func complete(_ answer: Answer?) {
    let completion = completion
    self.completion = nil
    if let answer { completion?(answer) }
  }
}

import Composition
import EventLoop
import KMSBackend
import Presentation
import SimulatedBackend

/// Sends commands and queries to the display thread, and receives its reports and answers.
final class DisplayThread {
  private let display: DisplayActor
  private let thread: Mailbox
  private let main: Mailbox
  private let reports = DisplayReports()
  private var sent: UInt64 = 0

  init(_ thread: Mailbox, main: Mailbox) {
    self.thread = thread
    self.main = main
    display = DisplayActor(executor: thread) { [reports] report in
      main.post { MainActor.assumeIsolated { reports.take(report) } }
    }
  }

  /// The number of messages between the main thread and the display thread.
  var traffic: UInt64 { sent &+ reports.count }

  /// Opens the cards and probes their connectors. The main thread takes the reports when its loop runs, so set `journal` and `handler`
  /// before that.
  func start(_ maker: BackendMaker, connectorsWithEDID: Set<String>) {
    thread.post { [display, main, reports] in
      display.assumeIsolated {
        $0.start {
          maker.make(connectorsWithEDID: connectorsWithEDID) { findings in
            main.post { MainActor.assumeIsolated { reports.journal?.note(.probed(findings), at: findings.time) } }
          }
        }
      }
    }
  }

  /// Records commands, probes and answers.
  var journal: JournalWriter? {
    get { reports.journal }
    set { reports.journal = newValue }
  }

  /// Handles each report.
  var handler: (DisplayReport) -> Void {
    get { reports.handler }
    set { reports.handler = newValue }
  }

  /// Receives new frames of surfaces, on any thread.
  var frameReceiver: @Sendable (SurfaceFeed) -> Void {
    { [thread, display] feed in thread.post { display.assumeIsolated { $0.frameCame(in: feed) } } }
  }

  func send(_ command: DisplayCommand) {
    sent &+= 1
    reports.journal?.note(command)
    thread.post { [display] in display.assumeIsolated { $0.handle(command) } }
  }

  /// Runs a query on the thread. The answer comes in a later turn, or never if that thread has ended or hangs.
  func query<Answer: Sendable>(
    _ question: @escaping @Sendable (isolated DisplayActor) -> Answer, then completion: @escaping (Answer) -> Void
  ) {
    let relay = AnswerRelay(completion)
    thread.post { [display, main] in
      let answer = display.assumeIsolated { question($0) }
      main.post { MainActor.assumeIsolated { relay.complete(answer) } }
    }
  }

  func probeConnectors() {
    query { actor in
      actor.withBackend { backend in
        (backend as? KMSBackend)?.probeConnectors()
        _ = (backend as? SimulatedBackend)?.perform([.hotplug])
      }
    } then: { _ in
    }
  }

  /// Turns the displays off and releases the cards. Waits until that is done, or the time is over.
  func stop(milliseconds: Int32) {
    guard let done = try? WakeEvent() else { return }
    thread.post { [display] in
      _ = display.assumeIsolated { $0.stop() }
      done.signal()
    }
    done.wait(milliseconds: milliseconds)
  }
}

private final class DisplayReports {
  var count: UInt64 = 0
  var handler: (DisplayReport) -> Void = { _ in }
  var journal: JournalWriter?

  func take(_ report: DisplayReport) {
    count &+= 1
    handler(report)
  }
}

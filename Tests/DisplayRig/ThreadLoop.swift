internal import DisplayTypes
public import EventLoop
public import Presentation
package import SimulatedBackend
internal import Synchronization

extension EventLoop {
  /// Makes a loop of the calling thread, which turns it.
  public static func ofThisThread() throws -> EventLoop {
    let loop = try EventLoop()
    // One turn makes the loop belong to this thread.
    let stopper = loop.makeTimer { loop.stop() }
    stopper.arm(at: .now)
    loop.run()
    return loop
  }
}

/// A simulated device on a loop of the calling thread. Its clock is stopped at 1 s until the test advances it.
package struct SimulatedLoop {
  package let loop: EventLoop
  package let backend: SimulatedBackend

  package init(setup: SimulatedSetup = SimulatedSetup()) throws {
    loop = try .ofThisThread()
    let clock = SimulatedClock(loop: loop, startingAt: MonotonicTime(nanoseconds: 1_000_000_000))
    backend = SimulatedBackend(loop: loop, setup: setup, clock: clock)
  }
}

/// Passes a value to an actor on the calling thread, so that only one thread uses it.
struct Local<Value>: @unchecked Sendable {
  let value: Value
}

extension DisplayActor {
  /// Starts with a backend of the calling thread, whose loop is the actor's executor.
  public nonisolated func start(on backend: any DisplayBackend) {
    let local = Local(value: backend)
    assumeIsolated { $0.start { local.value } }
  }
}

/// Collects the reports of a display actor.
public final class ReportLog: Sendable {
  private let reports = Mutex<[DisplayReport]>([])

  /// Makes an empty log.
  public init() {}

  /// Adds a report.
  public func add(_ report: DisplayReport) { reports.withLock { $0.append(report) } }

  /// The reports since the last call.
  public func take() -> [DisplayReport] {
    reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }
}

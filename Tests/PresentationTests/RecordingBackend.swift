import DisplayTypes
import Presentation

/// A backend with one moment and no clockwork: it notes each commit, and refuses those that it is told to.
final class RecordingBackend: DisplayBackend, DisplayClock {
  /// Fires when the test says so.
  final class Timer: DisplayTimer {
    let handler: () -> Void
    private(set) var isArmed = false

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    func arm(at time: MonotonicTime) { isArmed = true }
    func disarm() { isArmed = false }

    func fire() {
      isArmed = false
      handler()
    }
  }

  var now = MonotonicTime(nanoseconds: 1_000_000_000)
  var clock: any DisplayClock { self }
  var refusal: DisplayError?
  private(set) var commits: [ScreenCommit] = []
  private var timers: [Timer] = []

  func start(_ handler: @escaping (BackendEvent) -> Void) {}
  func stop() {}

  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    commits.append(commit)
    if let refusal { throw refusal }
    return CommitReceipt()
  }

  func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer {
    let timer = Timer(handler)
    timers.append(timer)
    return timer
  }

  /// Lets the timer fire that was made as the `number`th, from 0, if it is armed.
  func fire(_ number: Int) {
    if timers.indices.contains(number), timers[number].isArmed { timers[number].fire() }
  }
}

import DisplayRig
import DisplayTypes
import Presentation

/// A backend with one moment and without timers: it records each commit, and refuses chosen ones.
final class RecordingBackend: DisplayBackend {
  let manualClock = ManualClock()
  var clock: any DisplayClock { manualClock }
  var refusal: DisplayError?
  private(set) var commits: [ScreenCommit] = []
  var movesPointerAtOnce = false

  @discardableResult
  func takeCommits() -> [ScreenCommit] {
    defer { commits = [] }
    return commits
  }

  func start(_ handler: @escaping (BackendEvent) -> Void) {}
  func stop() -> Bool { true }

  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    commits.append(commit)
    if let refusal { throw refusal }
    if case .movePointer = commit.action, movesPointerAtOnce { return CommitReceipt(presented: clock.now) }
    return CommitReceipt()
  }
}

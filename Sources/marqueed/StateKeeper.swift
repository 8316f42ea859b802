import DisplayTypes
import Logging
import Presentation
import Scenes

/// Keeps the newest state in its file: what could not be written is tried again until it can.
final class StateKeeper {
  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  private(set) var trouble: String?
  private let file: StateFile
  private let clock: any DisplayClock
  private var unkept: PersistentState?
  private var timer: (any DisplayTimer)?
  private let log = Logger(label: "marqueed")

  private static let retryInterval: UInt64 = 10_000_000_000

  init(_ file: StateFile, clock: any DisplayClock) {
    self.file = file
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
  }

  /// Keeps other daemons away from it.
  func lock() throws(DaemonError) { try file.lock() }

  /// Returns when it is on the disk, or `trouble` says why it is not.
  func keep(_ state: PersistentState) {
    unkept = state
    retry()
  }

  /// Tries again what could not be kept.
  func retry() {
    guard let state = unkept else { return }
    do throws(DaemonError) {
      try file.save(state)
      unkept = nil
      timer?.disarm()
      if trouble != nil { log.notice("\(file.path): the newest choices are kept again") }
      trouble = nil
    } catch {
      let text = "not kept, so it would not survive the daemon: \(error)"
      // The same trouble is said once, however often it is met.
      if text != trouble { log.error("the newest choices are \(text)") }
      trouble = text
      timer?.arm(at: clock.now.advanced(by: StateKeeper.retryInterval))
    }
  }
}

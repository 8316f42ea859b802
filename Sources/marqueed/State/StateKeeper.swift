import DisplayTypes
import Logging
import Presentation
import Scenes
import SystemPackage

/// Keeps the newest state in its file: what could not be written is tried again until it can.
///
/// A file that cannot be read is set aside, never overwritten, and never fatal: while it cannot be set aside, nothing is kept.
final class StateKeeper {
  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  private(set) var trouble: String?
  private let file: StateFile
  private let clock: any DisplayClock
  private var unkept: PersistentState?
  /// Why the file that is in the way cannot be read; nil where none is.
  private var obstacle: String?
  private var timer: (any DisplayTimer)?
  /// Why the file belongs to somebody else; known before it is read, said when the daemon starts.
  private var lockFailure: DaemonError?
  private let log = Logger(label: "marqueed")

  private static let retryInterval: UInt64 = 10_000_000_000

  init(_ file: StateFile, clock: any DisplayClock) {
    self.file = file
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
  }

  /// Sets aside what cannot be read; throws where another daemon keeps its state there.
  func begin() throws(DaemonError) {
    if let lockFailure { throw lockFailure }
    retry()
    guard file.isReadOnly, trouble == nil else { return }
    log.error("\(file.path): its file system is read-only, so what is chosen will not survive the daemon")
  }

  /// Keeps other daemons away from it, from now on, and reads what was kept: an empty state where nothing was, or nothing that
  /// can be read.
  ///
  /// Changes nothing: the file could be another daemon's, which `begin` says.
  func load() -> PersistentState {
    do throws(DaemonError) {
      try file.lock()
    } catch {
      lockFailure = error
    }
    switch file.load() {
    case .none: return PersistentState()
    case .state(let state): return state
    case .unreadable(let reason):
      obstacle = reason
      return PersistentState()
    }
  }

  /// Returns when it is on the disk, or `trouble` says why it is not.
  func keep(_ state: PersistentState) {
    unkept = state
    retry()
  }

  /// Tries again what could not be kept.
  func retry() {
    do throws(DaemonError) {
      try removeObstacle()
      guard let state = unkept else { return }
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

  private func removeObstacle() throws(DaemonError) {
    guard let reason = obstacle else { return }
    do throws(Errno) {
      let aside = try file.setAside()
      log.warning("\(file.path): \(reason); it was set aside as \(aside), and everything begins anew")
    } catch {
      // Somebody may have moved it away meanwhile.
      guard error == .noSuchFileOrDirectory else {
        throw .state(
          path: file.path,
          reason: "\(reason), and it cannot be set aside: \(error); it is not overwritten")
      }
    }
    obstacle = nil
  }
}

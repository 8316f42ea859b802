import DisplayTypes
import Presentation
import Scenes

/// Keeps the newest state in its file, as `FileKeeper` does, and other daemons away from it.
final class StateKeeper {
  private let file: StateFile
  private let keeper: FileKeeper<PersistentState>
  /// Why the file belongs to somebody else; known before it is read, said when the daemon starts.
  private var lockFailure: DaemonError?

  init(_ file: StateFile, clock: any DisplayClock) {
    self.file = file
    keeper = FileKeeper(
      file, FileKeeper.Words(what: Self.what, loss: "everything begins anew"), clock: clock)
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  var trouble: String? { keeper.trouble }

  /// The same as a sentence for `status`.
  var warning: String? { trouble.map { "\(Self.what) \($0)" } }

  private static let what = "what is chosen is"

  /// Sets aside what cannot be read, and finds out whether anything can be kept; throws where another daemon keeps its state there.
  func begin() throws(DaemonError) {
    if let lockFailure { throw lockFailure }
    keeper.tryOut()
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
      keeper.meet(obstacle: reason)
      return PersistentState()
    }
  }

  /// Returns when it is on the disk, or `trouble` says why it is not.
  func keep(_ state: PersistentState) { keeper.keep(state) }

  /// Tries again what could not be kept.
  func retry() { keeper.retry() }
}

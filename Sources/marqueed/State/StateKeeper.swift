import DisplayTypes
import KeptFiles
import Presentation
import Scenes

/// Keeps the newest state in its file, as `KeptValue` does, and other daemons away from it.
final class StateKeeper {
  private let file: StateFile
  private let value: KeptValue<PersistentState>
  private let format = StateFile.format
  private let store: KeptStore
  /// Why the file belongs to somebody else; known before it is read, said when the daemon starts.
  private var lockFailure: DaemonError?

  /// How long the start waits to find out whether anything can be kept, in milliseconds.
  private static let patience: Int32 = 2_000

  init(_ file: StateFile, store: KeptStore, clock: any DisplayClock) {
    self.file = file
    self.store = store
    value = KeptValue(file.file, format, store: store, clock: clock)
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  ///
  /// It tells of what `whenKept` waits for.
  var trouble: String? { value.trouble }

  /// The same as a sentence for `status`.
  var warning: String? { trouble.map { "\(format.what) \($0)" } }

  /// Sets aside what cannot be read, and finds out whether anything can be kept; throws where another daemon keeps its state there.
  func begin() throws(DaemonError) {
    if let lockFailure { throw lockFailure }
    value.begin()
    // The first `status` tells of it, unless the disk is slow.
    store.wait(milliseconds: Self.patience)
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
    return value.load().value ?? PersistentState()
  }

  /// Has the newest state written.
  func keep(_ state: PersistentState) { value.keep(state) }

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason; immediately if no change is waiting.
  func whenKept(_ action: @escaping () -> Void) { value.whenKept(action) }
}

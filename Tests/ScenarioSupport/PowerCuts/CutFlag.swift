internal import Synchronization

/// Whether the power was cut: who waits for an answer waits no longer.
final class CutFlag: Sendable {
  private let state = Mutex(false)

  var isCut: Bool { state.withLock { $0 } }

  func cut() { state.withLock { $0 = true } }
}

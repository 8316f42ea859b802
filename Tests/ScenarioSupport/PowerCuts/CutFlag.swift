internal import Synchronization

/// Whether the power was cut. Clients then stop waiting for answers.
final class CutFlag: Sendable {
  private let state = Mutex(false)

  var isCut: Bool { state.withLock { $0 } }

  func cut() { state.withLock { $0 = true } }
}

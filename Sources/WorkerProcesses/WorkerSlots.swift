internal import Synchronization

/// How many processes may work for us at once, whatever they do.
///
/// A process counts until it is reaped, also one that no signal ends. Its end may be noticed on any thread.
public final class WorkerSlots: Sendable {
  /// The most processes.
  public let limit: Int
  private let used = Atomic(0)

  /// All are free.
  public init(limit: Int) { self.limit = limit }

  /// How many processes there are.
  public var count: Int { used.load(ordering: .acquiring) }

  /// Counts a process that is to be started; false if that would be one too many.
  func take() -> Bool {
    guard used.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > limit else { return true }
    giveBack()
    return false
  }

  /// A process has ended, or could not be started.
  func giveBack() { used.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}

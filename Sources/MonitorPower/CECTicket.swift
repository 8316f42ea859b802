internal import Synchronization

/// The right to tell a display something, which whoever gave it may take back from any thread.
///
/// A driver may hold a call up for so long that what was to be said after it is not true any more.
public final class CECTicket: Sendable {
  private let isTakenBack = Atomic(false)

  /// Makes one that counts.
  public init() {}

  /// Whether it still counts.
  public var counts: Bool { !isTakenBack.load(ordering: .acquiring) }

  /// Nothing more is said or reported.
  public func takeBack() { isTakenBack.store(true, ordering: .releasing) }
}

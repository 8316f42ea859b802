internal import Synchronization

/// A value of several threads for whose changes a test can wait.
public final class Watched<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  private let changes: Changes

  /// Each change is told to `changes`, which other values may share.
  public init(_ value: Value, changes: Changes = Changes()) {
    state = Mutex(value)
    self.changes = changes
  }

  /// The value as it is.
  public var value: Value { state.withLock { $0 } }

  /// Changes the value.
  @discardableResult
  public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let result = state.withLock { value in body(&value) }
    changes.tell()
    return result
  }

  /// Suspends the task until the value fits.
  public func wait(until fits: @escaping @Sendable (Value) -> Bool) async throws {
    try await changes.wait { fits(self.value) }
  }
}

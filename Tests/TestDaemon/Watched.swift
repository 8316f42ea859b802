internal import Synchronization

/// A value that several threads share. A test can wait for its changes.
public final class Watched<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  private let changes: Changes

  /// Each change notifies `changes`, which several values may share.
  public init(_ value: Value, changes: Changes = Changes()) {
    state = Mutex(value)
    self.changes = changes
  }

  /// The current value.
  public var value: Value { state.withLock { $0 } }

  /// Changes the value.
  @discardableResult
  public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let result = state.withLock { value in body(&value) }
    changes.notify()
    return result
  }

  /// Suspends the task until the value satisfies the condition.
  public func wait(until fits: @escaping @Sendable (Value) -> Bool) async throws {
    try await changes.wait { fits(self.value) }
  }
}

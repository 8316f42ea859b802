internal import Foundation
internal import Synchronization

/// Wakes a test as soon as a condition holds, without a clock.
///
/// The code that changes the state calls `notify` after each change. It must not hold a lock that a condition takes.
public final class Changes: Sendable {
  private struct Waiter: Sendable {
    let number: UInt64
    let isSo: @Sendable () -> Bool
    let resume: @Sendable (_ isSo: Bool) -> Void
  }

  private struct State {
    var last: UInt64 = 0
    var waiters: [Waiter] = []
    var cancelled: Set<UInt64> = []
  }

  private let state = Mutex(State())

  /// The new object has no waiter.
  public init() {}

  /// Evaluates the conditions of all waiters. Call it after each change.
  public func notify() {
    let ready = state.withLock { state in
      let ready = state.waiters.filter { $0.isSo() }
      state.waiters.removeAll { waiter in ready.contains { $0.number == waiter.number } }
      return ready
    }
    for waiter in ready { waiter.resume(true) }
  }

  /// Suspends the task until the condition holds; throws if the task is cancelled before, for example by a time limit.
  public func wait(until isSo: @escaping @Sendable () -> Bool) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let holds = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Waiter(number: number, isSo: isSo) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      cancel(number)
    }
    guard holds else { throw CancellationError() }
  }

  /// Blocks this thread until the condition holds.
  public func block(until isSo: @escaping @Sendable () -> Bool) {
    let semaphore = DispatchSemaphore(value: 0)
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    add(Waiter(number: number, isSo: isSo) { _ in semaphore.signal() })
    semaphore.wait()
  }

  private func add(_ waiter: Waiter) {
    let holds: Bool? = state.withLock { state in
      guard state.cancelled.remove(waiter.number) == nil else { return false }
      guard !waiter.isSo() else { return true }
      state.waiters.append(waiter)
      return nil
    }
    if let holds { waiter.resume(holds) }
  }

  /// The waiter may not exist yet, or may already be removed.
  private func cancel(_ number: UInt64) {
    let waiter = state.withLock { state in
      guard let place = state.waiters.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return Waiter?.none
      }
      return state.waiters.remove(at: place)
    }
    waiter?.resume(false)
  }
}

internal import Foundation

/// Threads for scenarios, which block while they wait. The few threads of the tests' pool must not block.
public actor ScenarioThreads {
  private static let shared = ScenarioThreads()
  /// Each daemon gets enough time with this number, on a machine with two processors.
  private static let limit = 4

  private var running = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs a scenario on its own thread, at most four at a time.
  @discardableResult
  public static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    await shared.enter()
    let result = await result(of: body)
    await shared.leave()
    return try result.get()
  }

  /// Runs a test that uses a virtual machine on its own thread.
  ///
  /// The number of machines is limited, so there is no limit here. With two limits, a test that has a machine could wait for a thread, and a
  /// test that has a thread could wait for a machine.
  @discardableResult
  public static func runWithMachine<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await result(of: body).get()
  }

  private static func result<Value: Sendable>(
    of body: @escaping @Sendable () throws -> Value
  ) async -> Result<Value, any Error> {
    await withCheckedContinuation { done in
      let thread = Thread {
        done.resume(returning: Result { try body() })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private func enter() async {
    if running < Self.limit {
      running += 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
  }
}

internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads of clients, which end with the power.
final class Clients: Sendable {
  private let group = DispatchGroup()
  private let failures = Mutex<[any Error]>([])

  /// Starts a thread.
  func start(_ body: @escaping @Sendable () throws -> Void) {
    group.enter()
    Thread.detachNewThread { [self] in
      do { try body() } catch { failures.withLock { $0.append(error) } }
      group.leave()
    }
  }

  /// Waits until all have ended.
  func wait() { group.wait() }

  /// What one of them did not expect.
  var failure: (any Error)? { failures.withLock(\.first) }
}

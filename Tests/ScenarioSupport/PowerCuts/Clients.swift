internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads of clients. They end with the power.
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

  /// Waits for the end of all threads.
  func wait() { group.wait() }

  /// The first unexpected error of a client.
  var failure: (any Error)? { failures.withLock(\.first) }
}

import Synchronization

/// A clock in seconds that the test sets.
final class FakeClock: Sendable {
  let now = Mutex(0.0)
}

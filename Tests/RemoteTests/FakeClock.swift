import Synchronization

/// A clock that goes by command, in seconds.
final class FakeClock: Sendable {
  let now = Mutex(0.0)
}

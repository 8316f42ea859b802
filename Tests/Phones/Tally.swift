import Synchronization

/// What all phones together have had.
final class Tally: Sendable {
  let states = Atomic(0)
  let pictures = Atomic(0)
}

/// What a thread does.
final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

import Synchronization

/// The counts of one phone.
final class Tally: Sendable {
  /// Slides in the notifications.
  let slides = Atomic(0)
  /// Pictures of them that it has got.
  let pictures = Atomic(0)

  var counts: (slides: Int, pictures: Int) {
    (slides.load(ordering: .relaxed), pictures.load(ordering: .relaxed))
  }
}

/// The work of a thread.
final class PhoneWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

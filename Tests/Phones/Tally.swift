import Synchronization

/// What one phone has had.
final class Tally: Sendable {
  /// Slides that it was told of.
  let slides = Atomic(0)
  /// Pictures of them that it has got.
  let pictures = Atomic(0)

  var counts: (slides: Int, pictures: Int) {
    (slides.load(ordering: .relaxed), pictures.load(ordering: .relaxed))
  }
}

/// What a thread does.
final class PhoneWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

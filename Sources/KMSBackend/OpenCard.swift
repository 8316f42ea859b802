internal import KernelModeSetting

/// Keeps a card open for as long as somebody on any thread may ask it something: the display thread, or a job that still runs.
final class OpenCard: Sendable {
  let card: Card

  init(_ card: consuming Card) {
    self.card = card
  }
}

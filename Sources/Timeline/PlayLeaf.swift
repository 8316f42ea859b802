public import DisplayTypes

/// What is to be seen at a moment: contents that do not depend on the time any more.
public enum PlayLeaf: Hashable, Sendable {
  case color(Color)
  case pattern(PatternName)
  case banner(BannerDescription)
  /// The text of a clock or a countdown.
  case face(ClockFace)
  /// From its `file`: that is already the one for the screen's shape.
  case image(ImageDescription)
  /// A page of a deck, from 1; likewise.
  case page(DeckDescription, number: Int)
  case ticker(TickerDescription)
  case qrCode(QRCodeDescription)
  /// Regions with timelines of their own.
  case layout(LayoutDescription)
  /// The regions of a set-up card.
  case card(SetupCard)
  /// The schedule wants no signal on the screen.
  case powerOff
  /// Nothing of it can be played now; the reasons, each with its item.
  case nothing([String])

  /// The regions that it consists of; nil where it is no layout.
  public var arrangement: LayoutDescription? {
    switch self {
    case .layout(let layout): layout
    case .card(let card): card.layout
    case .color, .pattern, .banner, .face, .image, .page, .ticker, .qrCode, .powerOff, .nothing: nil
    }
  }
}

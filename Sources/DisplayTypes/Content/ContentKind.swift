/// The kinds of content, by the words of the configuration, the socket and the command line.
public enum ContentKind: String, Hashable, Sendable, CaseIterable {
  case color, pattern, banner, image, slideshow, playlist, schedule, deck, ticker, clock, countdown
  case qrCode = "qr"
  case layout, setup
}

extension ContentDescription {
  /// Which kind it is.
  public var kind: ContentKind {
    switch self {
    case .color: .color
    case .pattern: .pattern
    case .banner: .banner
    case .image: .image
    case .slideshow: .slideshow
    case .playlist: .playlist
    case .schedule: .schedule
    case .deck: .deck
    case .ticker: .ticker
    case .clock: .clock
    case .countdown: .countdown
    case .qrCode: .qrCode
    case .layout: .layout
    case .setup: .setup
    }
  }
}

internal import DisplayTypes
internal import Timeline

extension PlayLeaf {
  /// What the proof of play says of it: its file, else its kind; nil for what is nothing to be proved.
  var playedContent: String? {
    switch self {
    case .image(let image): image.file
    case .page(let deck, _): deck.file
    case .color: "color"
    case .pattern: "pattern"
    case .banner: "banner"
    case .face: "clock"
    case .ticker: "ticker"
    case .qrCode: "qr"
    case .layout: "layout"
    case .card: "setup"
    case .powerOff, .nothing: nil
    }
  }
}

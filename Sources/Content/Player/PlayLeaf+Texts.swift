internal import Timeline

extension PlayLeaf {
  /// Whether it is drawn by the rasteriser, and all of it waits for that.
  var isText: Bool {
    switch self {
    case .banner, .face, .ticker, .qrCode: true
    case .color, .pattern, .image, .page, .layout, .card, .powerOff, .nothing: false
    }
  }

  /// Whether it, or a part of it, may wait for a text.
  var waitsForTexts: Bool { isText || arrangement != nil }
}

internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// The message over a slide, in a strip at the lower edge, or the QR code in the middle. A picture stays until the next one is ready.
final class TalkOverlay {
  enum Kind {
    case message
    case code
  }

  private struct Wish: Equatable {
    var text: String
    var geometry: OutputGeometry
  }

  var didChange: (() -> Void)?
  private(set) var layers: [Layer] = []
  private(set) var trouble: String?
  private let kind: Kind
  private let rasterizer: any Rasterizer
  private var wish: Wish?
  private var layout: (any DrawnLayout)?

  init(_ kind: Kind, rasterizer: any Rasterizer) {
    self.kind = kind
    self.rasterizer = rasterizer
  }

  var isDrawing: Bool { layout != nil }

  /// Draws a text for a geometry; true if this call began the drawing.
  func update(_ text: String?, on geometry: OutputGeometry) -> Bool {
    let wanted = text.map { Wish(text: $0, geometry: geometry) }
    guard wanted != wish else { return false }
    wish = wanted
    layout?.cancel()
    layout = nil
    trouble = nil
    guard let wanted, let place = place(in: geometry) else {
      layers = []
      return false
    }
    begin(wanted, place)
    return true
  }

  func cancel() {
    layout?.cancel()
    layout = nil
    didChange = nil
  }

  private func begin(_ wanted: Wish, _ place: (frame: PointRect, geometry: OutputGeometry)) {
    let layout: any DrawnLayout
    switch kind {
    case .message:
      let background = Color(red: 0x14, green: 0x18, blue: 0x20)
      layout = BannerLayout(BannerDescription(wanted.text, on: background), rasterizer: rasterizer)
    case .code:
      let description = QRCodeDescription(wanted.text, caption: TalkCodeCaption.text(for: wanted.text))
      layout = QRCodeLayout(description, rasterizer: rasterizer)
    }
    self.layout = layout
    layout.prepare(for: place.geometry) { [weak self] result in
      guard let self, wish == wanted else { return }
      self.layout = nil
      switch result {
      case .success(let tree):
        layers = [
          Layer(
            id: LayerID(rawValue: 0), frame: place.frame, contents: .solid(tree.background), clipsSublayers: true,
            sublayers: tree.layers)
        ]
      case .failure(let error):
        layers = []
        trouble = "the \(kind == .message ? "message" : "code") cannot be drawn: \(error)"
      }
      didChange?()
    }
  }

  /// The place of the overlay, and the geometry of the layout within it.
  private func place(in geometry: OutputGeometry) -> (frame: PointRect, geometry: OutputGeometry)? {
    let (all, density) = (geometry.uprightPixels, geometry.pixelsPerPoint)
    guard !all.isEmpty else { return nil }
    let rect: PixelRect
    switch kind {
    case .message:
      let height = all.height * 16 / 100
      rect = PixelRect(x: 0, y: all.height - height, width: all.width, height: height)
    case .code:
      // Make the code square on the panel, also if pixels are not square.
      let shape = density.horizontal / density.vertical
      let height = Int(min(Double(all.height), Double(all.width) / shape) * 0.7)
      let width = Int(Double(height) * shape)
      rect = PixelRect(x: (all.width - width) / 2, y: (all.height - height) / 2, width: width, height: height)
    }
    guard !rect.isEmpty else { return nil }
    return (
      PointRect(rect, density),
      OutputGeometry(mode: rect.size, pixelAspectRatio: density.vertical / density.horizontal, scale: density.vertical)
    )
  }
}

/// The text below the QR code of a talk, for people whose camera cannot read the code.
nonisolated enum TalkCodeCaption {
  /// Longer texts cannot be read from a distance.
  private static let mostBytes = 160

  /// Nil if the text of the code is too long or has control characters. A link of `marquee-remote` has the pairing code after `#`. The code
  /// gets a line of its own, as people type it.
  static func text(for code: String) -> String? {
    guard code.utf8.count <= mostBytes, !code.unicodeScalars.contains(where: \.isControlling) else { return nil }
    let parts = code.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = parts.first, let word = parts.last, address.hasSuffix("/pair") else {
      return code
    }
    let typed = word.utf8.count == 8 ? "\(word.prefix(4))-\(word.dropFirst(4))" : String(word)
    return "\(address)\n\(typed)"
  }
}

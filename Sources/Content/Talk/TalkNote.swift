internal import Composition
internal import DisplayTypes
internal import Rasterizing

/// A text that lies over the slide of one screen: the message, in a strip at the lower edge, or the QR code, in the middle.
///
/// What was drawn stays until what is wanted instead is there.
final class TalkNote {
  /// Which of the two.
  enum Kind {
    case message
    case code
  }

  private struct Wish: Equatable {
    var text: String
    var geometry: OutputGeometry
  }

  /// What is wanted has come, or cannot be drawn.
  var didChange: (() -> Void)?
  /// Its layers; empty while there is nothing.
  private(set) var layers: [Layer] = []
  /// Why it cannot be drawn, as a sentence; nil where all is well.
  private(set) var trouble: String?
  private let kind: Kind
  private let rasterizer: any Rasterizer
  private var wish: Wish?
  private var layout: (any DrawnLayout)?

  init(_ kind: Kind, rasterizer: any Rasterizer) {
    self.kind = kind
    self.rasterizer = rasterizer
  }

  /// Whether it is being drawn.
  var isDrawing: Bool { layout != nil }

  /// Has a text drawn for a geometry; true where that has begun only now.
  func want(_ text: String?, on geometry: OutputGeometry) -> Bool {
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

  /// Nothing is drawn any more.
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
      layout = BannerLayout(BannerDescription(text: wanted.text, background: background), rasterizer: rasterizer)
    case .code:
      let description = QRCodeDescription(text: wanted.text, caption: TalkCodeCaption.text(for: wanted.text))
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

  /// Where it lies, and what it is laid out for.
  private func place(in geometry: OutputGeometry) -> (frame: PointRect, geometry: OutputGeometry)? {
    let (all, density) = (geometry.uprightPixels, geometry.pixelsPerPoint)
    guard !all.isEmpty else { return nil }
    let rect: PixelRect
    switch kind {
    case .message:
      let height = all.height * 16 / 100
      rect = PixelRect(x: 0, y: all.height - height, width: all.width, height: height)
    case .code:
      // As high as wide for who looks at it.
      let shape = density.horizontal / density.vertical
      let height = Int(min(Double(all.height), Double(all.width) / shape) * 0.7)
      let width = Int(Double(height) * shape)
      rect = PixelRect(x: (all.width - width) / 2, y: (all.height - height) / 2, width: width, height: height)
    }
    guard !rect.isEmpty else { return nil }
    return (
      PointRect(rect, density),
      OutputGeometry(
        mode: rect.size, pixelAspectRatio: density.vertical / density.horizontal, scale: density.vertical)
    )
  }
}

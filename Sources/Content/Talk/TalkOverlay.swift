internal import Composition
internal import ContentModel
internal import DisplayTypes
internal import Rasterizing

/// A text that lies over the slide of one screen: the message, in a strip at the lower edge, or the QR code, in the middle.
///
/// What was drawn stays until what is wanted instead is there.
final class TalkOverlay {
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

/// What is written below the QR code of a talk, for those whose camera does not read it.
nonisolated enum TalkCodeCaption {
  /// Longer texts are in no letters that can be read from a distance.
  private static let mostBytes = 160

  /// The text of a code in letters; nil if it is too long, or is none.
  ///
  /// A link of `marquee-remote` has the code for pairing behind `#`: it has a line of its own, as it is typed.
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

internal import Composition
package import DisplayTypes

/// Data that were read from a frame, in the memory in which it was composed.
package struct CapturedFrame: Hashable, Sendable {
  /// 64 bits over the colours of all pixels, as sixteen hexadecimal digits; empty if some of them are private or secret.
  package var hash: String
  /// Whether it contains a secret, which only users with the rights that the secret gives may see.
  package var isSecret: Bool
  private let scannedOut: FramePixels?
  private let points: [PixelPoint: Color]
  private var masks: [PixelRect] = []
  private var pointer: PointerOverlay?

  package init(
    hash: String, pixels: FramePixels? = nil, points: [PixelPoint: Color] = [:], isSecret: Bool = false
  ) {
    self.hash = hash
    self.points = points
    self.isSecret = isSecret
    scannedOut = pixels
  }

  /// The pixels for other users; nil if only the hash was requested. If parts are masked, each read makes a copy, but not on the display
  /// thread.
  package var pixels: FramePixels? {
    guard var pixels = scannedOut else { return nil }
    for mask in masks { pixels.cover(mask) }
    // Placeholders cover the pointer as well.
    if masks.isEmpty, let pointer { pixels.draw(pointer) }
    return pixels
  }

  /// The colour of one pixel for other users, without the pointer; nil if that pixel was not requested, or is outside the frame.
  package func color(at point: PixelPoint) -> Color? {
    let place = PixelRect(x: point.x, y: point.y, width: 1, height: 1)
    if masks.contains(where: { $0.contains(place) }) { return LayerTree.placeholder }
    guard let pixels = scannedOut else { return points[point] }
    let start = (point.y * pixels.size.width + point.x) * 3
    guard PixelRect(size: pixels.size).contains(place), pixels.rgb.count >= start + 3 else { return nil }
    return Color(red: pixels.rgb[start], green: pixels.rgb[start + 1], blue: pixels.rgb[start + 2])
  }

  /// Adds the pointer that a plane shows above the frame. The hash covers only the frame.
  func adding(_ pointer: PointerOverlay?) -> CapturedFrame {
    guard let pointer else { return self }
    var copy = self
    copy.pointer = pointer
    return copy
  }

  /// The capture for other users: a placeholder covers every private layer and all layers above it. It reads no pixel. Private and secret
  /// pixels have no hash, because a hash would confirm a guess.
  func masked(for frame: ResolvedFrame) -> CapturedFrame {
    guard frame.layers.contains(where: { $0.isPrivate || $0.isSecret }) else { return self }
    var copy = self
    copy.hash = ""
    copy.isSecret = frame.isSecret
    for layer in frame.layers where layer.isPrivate { copy.masks.append(layer.bounds) }
    return copy
  }
}

/// The data to read from a frame at its commit.
package enum FrameCapture: Hashable, Sendable {
  case none
  case hash
  /// The hash, and the colours of these pixels.
  case points([PixelPoint])
  /// The hash and the pixels themselves.
  case pixels
}

/// A copy of a frame: rows of red, green and blue bytes, without padding.
package struct FramePixels: Hashable, Sendable {
  package var size: PixelSize
  /// `3 * size.width * size.height` bytes.
  package var rgb: [UInt8]

  package init(size: PixelSize, rgb: [UInt8]) {
    self.size = size
    self.rgb = rgb
  }
}

extension FramePixels {
  /// The pixels as people see them on a screen whose picture is transformed, instead of in the order of scan-out.
  package func upright(from transform: Transform) -> FramePixels {
    let (width, height) = (size.width, size.height)
    guard transform != .normal, width > 0, height > 0, rgb.count == 3 * width * height else { return self }
    // The places of the upright picture's corners among the pixels of the screen: top left, then the steps to the right and down.
    func place(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
      let point = transform.map(x: x, y: y)
      return (Int(point.x), Int(point.y))
    }
    let (corner, right, bottom) = (place(0, 0), place(1, 0), place(0, 1))
    let across = (right.x - corner.x) + (right.y - corner.y) * width
    let down = (bottom.x - corner.x) + (bottom.y - corner.y) * width
    let upright = transform.swapsAxes ? size.transposed : size
    var row = corner.x * (width - 1) + corner.y * (height - 1) * width
    var turned: [UInt8] = []
    turned.reserveCapacity(rgb.count)
    for _ in 0..<upright.height {
      var pixel = row
      for _ in 0..<upright.width {
        turned.append(rgb[3 * pixel])
        turned.append(rgb[3 * pixel + 1])
        turned.append(rgb[3 * pixel + 2])
        pixel += across
      }
      row += down
    }
    return FramePixels(size: upright, rgb: turned)
  }

  mutating func draw(_ pointer: PointerOverlay) {
    let place = pointer.destination
    let visible = place.intersection(PixelRect(size: size))
    let bitmap = pointer.image.bitmap
    guard rgb.count == 3 * size.width * size.height else { return }
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX {
        let source = (y - place.y) * bitmap.stride + (x - place.x) * 4
        let pixel = bitmap.bytes.loadUnaligned(fromByteOffset: source, as: UInt32.self)
        let rest = 255 - Int(pixel >> 24)
        for channel in 0..<3 {
          let index = (y * size.width + x) * 3 + channel
          let own = Int(pixel >> UInt32(16 - 8 * channel) & 0xff)
          rgb[index] = UInt8(clamping: own + (Int(rgb[index]) * rest + 127) / 255)
        }
      }
    }
  }

  /// Fills a private part with the placeholder.
  mutating func cover(_ rect: PixelRect) {
    let rect = rect.intersection(PixelRect(size: size))
    guard !rect.isEmpty, rgb.count == 3 * size.width * size.height else { return }
    let color = LayerTree.placeholder
    for y in rect.y..<rect.y + rect.height {
      for x in rect.x..<rect.x + rect.width {
        let offset = (y * size.width + x) * 3
        rgb[offset] = color.red
        rgb[offset + 1] = color.green
        rgb[offset + 2] = color.blue
      }
    }
  }
}

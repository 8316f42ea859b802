internal import Composition
public import DisplayTypes

/// What was read of a frame, from the memory in which it was composed.
public struct CapturedFrame: Hashable, Sendable {
  /// 64 bits over the colours of all pixels, as sixteen hexadecimal digits; empty where some of them are private or secret.
  public var hash: String
  /// Whether who sees it could do more than look: it is for those alone who may do that anyway.
  public var isSecret: Bool
  private let scannedOut: FramePixels?
  /// What nobody else may see of it.
  private var masks: [PixelRect] = []

  /// Makes a capture; the pixels are those that are scanned out, or nil where only the hash was wanted.
  public init(hash: String, pixels: FramePixels? = nil, isSecret: Bool = false) {
    self.hash = hash
    self.isSecret = isSecret
    scannedOut = pixels
  }

  /// The pixels as others may see them; nil where only the hash was wanted.
  ///
  /// Where something is masked each look makes a copy, which is no work for the display thread.
  public var pixels: FramePixels? {
    guard var pixels = scannedOut else { return nil }
    for mask in masks { pixels.cover(mask) }
    return pixels
  }

  /// The capture as others may see it: the placeholder covers every private layer, and whatever lies above it.
  ///
  /// Costs no look at a pixel. There is no hash of what is private or secret: whoever guesses it could tell by that whether it is right.
  func masked(for frame: ResolvedFrame) -> CapturedFrame {
    guard frame.layers.contains(where: { $0.isPrivate || $0.isSecret }) else { return self }
    var copy = self
    copy.hash = ""
    copy.isSecret = frame.isSecret
    for layer in frame.layers where layer.isPrivate { copy.masks.append(layer.bounds) }
    return copy
  }
}

/// What is to be read of a frame when it is committed.
public enum FrameCapture: Hashable, Sendable {
  case none
  /// The hash of its pixels.
  case hash
  /// The hash and the pixels themselves.
  case pixels
}

/// A copy of a frame: rows of red, green and blue bytes, without padding.
public struct FramePixels: Hashable, Sendable {
  /// Columns and rows.
  public var size: PixelSize
  /// `3 * size.width * size.height` bytes.
  public var rgb: [UInt8]

  /// Takes three bytes a pixel, row by row from the top.
  public init(size: PixelSize, rgb: [UInt8]) {
    self.size = size
    self.rgb = rgb
  }
}

extension FramePixels {
  /// Fills what lies inside with the placeholder.
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

internal import Composition
internal import DisplayTypes

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

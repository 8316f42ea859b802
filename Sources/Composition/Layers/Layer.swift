public import DisplayTypes

/// One layer of a tree with its sublayers, as a value that a `Transaction` changes.
public struct Layer: Equatable, Sendable {
  /// Unique in its tree.
  public var id: LayerID
  /// Its frame in points of its superlayer.
  public var frame: PointRect
  /// Its own content, which lies below its sublayers.
  public var contents: LayerContents
  /// The part of a picture that fills the frame.
  public var contentsRect: UnitRect
  /// The way in which a picture is enlarged or reduced.
  public var sampling: Sampling
  /// From 0, invisible, to 1, opaque; multiplied with the opacity of the layers above.
  public var opacity: Double
  /// Whether sublayers are clipped to the frame.
  public var clipsSublayers: Bool
  /// Whether only the main screen shows the layer and its sublayers; other screens and screenshots show a placeholder.
  public var isPrivate: Bool
  /// Whether the layer or a sublayer contains a secret, such as a code for pairing. Screens show it. Screenshots show it only to callers
  /// who have the rights that the secret gives.
  public var isSecret: Bool
  /// The number of the played item of the layer and its sublayers, for the proof of play; 0 for the item of the superlayer.
  public var item: UInt32
  /// Its animations, which add up in this order.
  public var animations: [LayerAnimation]
  /// Its sublayers, drawn in this order above the layer's own contents.
  public var sublayers: [Layer]

  /// Makes a layer; properties without a value have their defaults.
  public init(
    id: LayerID, frame: PointRect, contents: LayerContents = .none, contentsRect: UnitRect = .whole,
    sampling: Sampling = .smooth, opacity: Double = 1, clipsSublayers: Bool = false, isPrivate: Bool = false,
    isSecret: Bool = false, item: UInt32 = 0, animations: [LayerAnimation] = [], sublayers: [Layer] = []
  ) {
    self.id = id
    self.frame = frame
    self.contents = contents
    self.contentsRect = contentsRect
    self.sampling = sampling
    self.opacity = opacity
    self.clipsSublayers = clipsSublayers
    self.isPrivate = isPrivate
    self.isSecret = isSecret
    self.item = item
    self.animations = animations
    self.sublayers = sublayers
  }
}

/// Identifies a layer within its tree.
public struct LayerID: RawRepresentable, Hashable, Sendable {
  /// Any number, including zero.
  public var rawValue: UInt32

  /// Makes an identifier from its number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The content of a layer.
public enum LayerContents: Sendable {
  /// No content of its own; the layer groups and clips its sublayers.
  case none
  case solid(Color)
  /// A picture, stretched over the layer's frame.
  case bitmap(Bitmap)
  /// A stencil: the colour where the picture (of format `a8`) has coverage.
  case mask(Bitmap, Color)
  /// The pixels of another process, as large as possible within the layer's frame. They change without a new tree.
  case surface(SurfaceFeed)
  /// One frame of a surface, in a resolved frame.
  case frame(SurfaceFrame)
}

extension LayerContents: Equatable {
  /// Pictures are equal if they are the same object, because they never change.
  public static func == (left: LayerContents, right: LayerContents) -> Bool {
    switch (left, right) {
    case (.none, .none): true
    case (.solid(let first), .solid(let second)): first == second
    case (.bitmap(let first), .bitmap(let second)): first === second
    case (.mask(let first, let firstColor), .mask(let second, let secondColor)):
      first === second && firstColor == secondColor
    case (.surface(let first), .surface(let second)): first === second
    case (.frame(let first), .frame(let second)): first === second
    case (.none, _), (.solid, _), (.bitmap, _), (.mask, _), (.surface, _), (.frame, _): false
    }
  }
}

extension LayerContents {
  /// Whether a frame of the surface is due within a second. The presenters wake again for later ones.
  func hasWaitingFrame(at time: MonotonicTime) -> Bool {
    guard case .surface(let feed) = self else { return false }
    return feed.hasWaiting(before: time.advanced(by: LayerContents.nearTime))
  }

  /// In nanoseconds.
  package static let nearTime: UInt64 = 1_000_000_000
}

/// The way in which a picture is enlarged or reduced; at its own size, each way is exact.
public enum Sampling: Hashable, Sendable {
  /// Interpolates between neighbours, for photographs and text.
  case smooth
  /// Takes the nearest pixel, for pixel art and test patterns.
  case sharp
}

/// A part of a picture, in shares of its width and height. The whole picture is 0, 0, 1, 1.
public struct UnitRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The share of the width.
  public var width: Double
  /// The share of the height.
  public var height: Double

  /// Makes a part; drawing cuts off everything outside the picture.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole picture.
  public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)
}

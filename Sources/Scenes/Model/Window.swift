public import Composition
internal import DisplayTypes

/// The layer tree of a scene. In external roles it fills the screen. Belongs to the main thread. The app owns it, and the scene
/// that shows it keeps it too.
public final class Window {
  /// The scene that shows it.
  public internal(set) weak var scene: Scene?
  /// Its layers.
  public private(set) var tree: LayerTree

  /// Makes a window with these layers.
  public init(tree: LayerTree = LayerTree()) { self.tree = tree }

  /// Applies all changes in one frame, or none if one of them is invalid.
  public func commit(_ transaction: Transaction) throws(TransactionError) {
    try tree.apply(transaction)
    scene?.didChange(.tree)
  }

  /// Sets the tree for the pass, which marks the picture itself.
  func fill(with tree: LayerTree) { self.tree = tree }

  /// Replaces the whole tree in one frame.
  public func replace(_ tree: LayerTree) {
    self.tree = tree
    scene?.didChange(.tree)
  }
}

/// The windows of one app on a display. Pure. Windows without their own frame stand side by side over the whole display.
nonisolated struct WindowFrames: Hashable {
  struct Frame: Hashable {
    /// The rectangle on the display, with edges on whole pixels.
    var rect: PointRect
    /// Upright, with the size of the frame.
    var geometry: OutputGeometry
  }

  let frames: [Frame]

  init(of shares: [UnitRect?], in geometry: OutputGeometry) {
    let columns = shares.count { $0 == nil }
    var column = 0
    frames = shares.map { share in
      if let share { return Self.frame(share, in: geometry) }
      defer { column += 1 }
      let width = 1 / Double(columns)
      return Self.frame(UnitRect(x: Double(column) * width, y: 0, width: width, height: 1), in: geometry)
    }
  }

  private static func frame(_ share: UnitRect, in geometry: OutputGeometry) -> Frame {
    if share == .whole { return Frame(rect: PointRect(size: geometry.size), geometry: geometry) }
    let (all, density) = (geometry.uprightPixels, geometry.pixelsPerPoint)
    let left = pixels(share.x, of: all.width)
    let top = pixels(share.y, of: all.height)
    let size = PixelSize(
      width: pixels(share.x + share.width, of: all.width) - left,
      height: pixels(share.y + share.height, of: all.height) - top)
    return Frame(
      rect: PointRect(
        x: Double(left) / density.horizontal, y: Double(top) / density.vertical,
        width: Double(size.width) / density.horizontal, height: Double(size.height) / density.vertical),
      // In an upright geometry, a pixel of a turned picture lies on its side.
      geometry: OutputGeometry(
        mode: size, pixelAspectRatio: density.vertical / density.horizontal, scale: density.vertical))
  }

  private static func pixels(_ share: Double, of side: Int) -> Int {
    Int((min(max(share, 0), 1) * Double(side)).rounded())
  }
}

nonisolated extension UnitRect {
  /// Whether the frame is on the display, and covers at least an eighth of it in each direction.
  package var isWindowFrame: Bool {
    let edges = [x, y, x + width, y + height]
    return edges.allSatisfy { $0 >= 0 && $0 <= 1 } && width >= 0.125 && height >= 0.125
  }
}

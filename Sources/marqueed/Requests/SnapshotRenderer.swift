import Composition
import DisplayTypes
import Drawing
import Presentation
import Scenes

/// Draws what scenes show, on the main thread: a scene in the background or in a stand-in has no frame on any screen.
final class SnapshotRenderer {
  private let renderer = PixmanRenderer()
  private var frame = ResolvedFrame()

  /// No side of a snapshot is longer, in pixels.
  static let longestSide = 320

  /// Draws a snapshot as it is now; nil where there is no memory for it.
  func draw(_ snapshot: SceneSnapshot, at time: MonotonicTime) -> CapturedFrame? {
    let longest = max(snapshot.size.width, snapshot.size.height)
    guard longest > 0 else { return nil }
    let factor = min(1, Double(SnapshotRenderer.longestSide) / longest)
    let size = PixelSize(
      width: max(1, Int((snapshot.size.width * factor).rounded())),
      height: max(1, Int((snapshot.size.height * factor).rounded())))
    let geometry = OutputGeometry(mode: size)
    return draw(snapshot.tree.fitted(from: snapshot.size, into: geometry.size), for: geometry, at: time)
  }

  /// Draws a whole picture as it is now, and tells its hash; nil where there is no memory for it.
  func draw(_ tree: LayerTree, for geometry: OutputGeometry, at time: MonotonicTime) -> CapturedFrame? {
    guard let memory = PixelMemory(size: geometry.mode) else { return nil }
    draw(tree, for: geometry, at: time, into: memory)
    return CapturedFrame(
      hash: FrameHash(of: memory.target).hexadecimal, pixels: memory.pixels, isSecret: frame.isSecret)
  }

  private func draw(_ tree: LayerTree, for geometry: OutputGeometry, at time: MonotonicTime, into memory: PixelMemory) {
    tree.resolve(for: geometry, at: time, frameNumber: 0, into: &frame)
    var damage = DamageRegion()
    damage.add(PixelRect(size: geometry.mode))
    renderer.draw(frame, damage: damage, into: memory.target)
  }
}

extension PixelMemory {
  fileprivate var pixels: FramePixels {
    FramePixels(size: target.size, rgb: target.rgbRows(of: PixelRect(size: target.size)))
  }
}

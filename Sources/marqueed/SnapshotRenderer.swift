import Composition
import DisplayTypes
import Drawing
import Presentation
import Scenes

/// Draws small pictures of what scenes show, on the main thread: a scene in the background has no frame on any screen.
final class SnapshotRenderer {
  private let renderer = PixmanRenderer()
  private var frame = ResolvedFrame()

  /// No side of a snapshot is longer, in pixels.
  static let longestSide = 320

  /// Draws a snapshot as it is now; nil where there is no memory for it.
  func draw(_ snapshot: SceneSnapshot, at time: MonotonicTime) -> FramePixels? {
    let longest = max(snapshot.size.width, snapshot.size.height)
    guard longest > 0 else { return nil }
    let factor = min(1, Double(SnapshotRenderer.longestSide) / longest)
    let size = PixelSize(
      width: max(1, Int((snapshot.size.width * factor).rounded())),
      height: max(1, Int((snapshot.size.height * factor).rounded())))
    guard let memory = PixelMemory(size: size) else { return nil }
    let geometry = OutputGeometry(mode: size)
    let tree = snapshot.tree.fitted(from: snapshot.size, into: geometry.size)
    tree.resolve(for: geometry, at: time, frameNumber: 0, into: &frame)
    var damage = DamageRegion()
    damage.add(PixelRect(size: size))
    renderer.draw(frame, damage: damage, into: memory.target)
    return FramePixels(size: size, rgb: memory.target.rgbRows(of: PixelRect(size: size)))
  }
}

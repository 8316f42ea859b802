import Composition
import DisplayTypes

/// Resolves, draws and copies the frames of a tree one after the other, as a backend with two buffers does.
final class FrameDrawing {
  private let tree: LayerTree
  private let geometry: OutputGeometry
  private let renderer = PixmanRenderer()
  private let shadow: PixelMemory
  private let buffers: [PixelMemory]
  private var missing = [DamageRegion(), DamageRegion()]
  private var shown = ResolvedFrame()
  private var next = ResolvedFrame()
  private var frameNumber: UInt64 = 0
  /// Pixels that were drawn so far.
  private(set) var drawnPixels = 0

  /// Nil if the geometry has no pixels.
  init?(_ tree: LayerTree, _ geometry: OutputGeometry) {
    guard let shadow = PixelMemory(size: geometry.mode), let first = PixelMemory(size: geometry.mode),
      let second = PixelMemory(size: geometry.mode)
    else { return nil }
    self.tree = tree
    tree.startAnimations(at: .zero)
    self.geometry = geometry
    self.shadow = shadow
    buffers = [first, second]
  }

  func draw(frames: Int) {
    for _ in 0..<frames {
      tree.resolve(
        for: geometry, at: MonotonicTime(nanoseconds: frameNumber * 16_666_667), frameNumber: frameNumber, into: &next)
      var damage = DamageRegion()
      next.addDamage(since: shown, to: &damage)
      for index in missing.indices { missing[index].add(damage) }
      renderer.draw(next, damage: damage, into: shadow.target)
      let buffer = Int(frameNumber % 2)
      PixelCopy.copy(missing[buffer], from: shadow.target, to: buffers[buffer].target)
      missing[buffer] = DamageRegion()
      for index in 0..<damage.count { drawnPixels += damage[index].area }
      swap(&shown, &next)
      frameNumber += 1
    }
  }
}

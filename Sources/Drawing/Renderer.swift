public import Composition

/// Draws resolved frames into pixels.
///
/// A renderer lives on the display thread and keeps what it needs from frame to frame, so each screen has its own. The one that exists
/// draws with pixman on the CPU; one that draws with the GPU would stand beside it.
public protocol Renderer: AnyObject {
  /// Makes the pixels of `damage` in `target` show `frame`; no other pixel is written.
  ///
  /// What `target` held within the damage does not matter. Damage outside the target or the frame is cut off. Pixels are read back
  /// where layers are translucent, so `target` should be cached memory.
  func draw(_ frame: ResolvedFrame, damage: DamageRegion, into target: PixelTarget)
}

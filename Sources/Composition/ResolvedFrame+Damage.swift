internal import DisplayTypes

extension ResolvedFrame {
  /// Adds to `damage` the pixels in which this frame may differ from the one before it.
  ///
  /// Layers are compared place by place. One that is added, removed or exchanged damages what it covers and what was there; equal
  /// neighbours damage nothing. Another size, picture area, transform or background damages everything.
  public func addDamage(since previous: ResolvedFrame, to damage: inout DamageRegion) {
    let panel = PixelRect(size: size)
    guard size == previous.size, transform == previous.transform, pictureArea == previous.pictureArea,
      background == previous.background
    else {
      damage.add(panel)
      return
    }
    let shared = min(layers.count, previous.layers.count)
    for index in 0..<shared where layers[index] != previous.layers[index] {
      damage.add(previous.layers[index].bounds.intersection(panel))
      damage.add(layers[index].bounds.intersection(panel))
    }
    for index in shared..<layers.count { damage.add(layers[index].bounds.intersection(panel)) }
    for index in shared..<previous.layers.count { damage.add(previous.layers[index].bounds.intersection(panel)) }
  }
}

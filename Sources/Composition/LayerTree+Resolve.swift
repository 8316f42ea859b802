public import DisplayTypes

extension LayerTree {
  /// Evaluates the tree for one moment on one geometry.
  ///
  /// - Parameters:
  ///   - time: when the frame will be on the screen.
  ///   - frameNumber: how many frames of this tree the screen has shown before.
  ///   - frame: overwritten; its array's memory is used again.
  public func resolve(
    for geometry: OutputGeometry, at time: MonotonicTime, frameNumber: UInt64, into frame: inout ResolvedFrame
  ) {
    frame.size = geometry.mode
    frame.transform = geometry.transform
    frame.pictureArea = geometry.pictureArea
    frame.background = background
    frame.layers.removeAll(keepingCapacity: true)
    let context = ResolveContext(geometry: geometry, time: time, frameNumber: frameNumber)
    for layer in layers {
      context.resolve(layer, originX: 0, originY: 0, opacity: 1, clip: frame.pictureArea, into: &frame.layers)
    }
  }
}

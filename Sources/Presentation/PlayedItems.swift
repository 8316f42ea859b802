internal import Composition
internal import DisplayTypes

/// Which played items each frame carries; allocates only when they change.
struct PlayedItems {
  /// In the frame that was drawn last.
  private var drawn: [UInt32] = []
  /// In the frame that is on the screen.
  private var shown: [UInt32] = []
  private var last = MonotonicTime.zero
  private var frames: UInt64 = 0

  /// More at a time are not told apart from those before them.
  static let most = 64

  /// A frame was drawn, and will be on the screen with the next flip.
  mutating func drew(_ frame: ResolvedFrame) {
    drawn.removeAll(keepingCapacity: true)
    for layer in frame.layers where layer.item != 0 && drawn.count < Self.most && !drawn.contains(layer.item) {
      drawn.append(layer.item)
    }
  }

  /// The frame that was drawn last is on the screen; the result is what there is to tell of it.
  mutating func presented(on screen: ScreenID, at time: MonotonicTime, isEstimated: Bool) -> PlayedFrame? {
    defer {
      last = time
      frames += 1
    }
    guard drawn != shown else { return nil }
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: drawn)
    return PlayedFrame(
      screen: screen, items: drawn, timestamp: time, isEstimated: isEstimated, before: last, frames: frames)
  }
}

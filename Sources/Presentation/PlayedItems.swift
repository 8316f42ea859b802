internal import Composition
package import DisplayTypes

/// The played items in each frame; allocates only when they change.
struct PlayedItems {
  private var drawn: [UInt32] = []
  private var shown: [UInt32] = []
  private var last = MonotonicTime.zero
  private var frames: UInt64 = 0

  /// The largest number of items in a frame; further items are not reported separately.
  static let maxItems = 64

  /// Records that a frame was drawn, and will be on the screen with the next flip.
  mutating func drew(_ frame: ResolvedFrame) {
    drawn.removeAll(keepingCapacity: true)
    for layer in frame.layers where layer.item != 0 && drawn.count < Self.maxItems && !drawn.contains(layer.item) {
      drawn.append(layer.item)
    }
  }

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

/// The first frame of a screen with other played items than in the frame before it.
public struct PlayedFrame: Hashable, Sendable {
  package var screen: ScreenID
  /// The items' numbers (`Layer.item`), from the lowest layer to the topmost; empty if the screen went dark.
  package var items: [UInt32]
  package var timestamp: MonotonicTime
  /// Whether the time is from our clock: for a modeset, a dark screen, or a driver without usable timestamps.
  package var isEstimated: Bool
  /// The time of the last frame with the former items; zero if there was none.
  package var before: MonotonicTime
  package var frames: UInt64
}

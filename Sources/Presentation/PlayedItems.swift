internal import Composition
public import DisplayTypes

/// Which played items each frame carries; allocates only when they change.
struct PlayedItems {
  /// In the frame that was drawn last.
  private var drawn: [UInt32] = []
  /// In the frame that is on the screen.
  private var shown: [UInt32] = []
  private var last = MonotonicTime.zero
  private var frames: UInt64 = 0

  /// More items at a time are merged with those before them.
  static let maxItems = 64

  /// A frame was drawn, and will be on the screen with the next flip.
  mutating func drew(_ frame: ResolvedFrame) {
    drawn.removeAll(keepingCapacity: true)
    for layer in frame.layers where layer.item != 0 && drawn.count < Self.maxItems && !drawn.contains(layer.item) {
      drawn.append(layer.item)
    }
  }

  /// The last drawn frame is on the screen; returns the report about it.
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

/// The first frame of a screen that carries other played items than the one before it.
public struct PlayedFrame: Hashable, Sendable {
  /// Its screen.
  public var screen: ScreenID
  /// The items' numbers (`Layer.item`), from the lowest layer to the topmost; empty if the screen went dark.
  public var items: [UInt32]
  /// When it was on the screen, on the monotonic clock.
  public var timestamp: MonotonicTime
  /// Whether that is our clock's, since the driver gave none that can be true: always with a modeset and for a screen that goes dark.
  public var isEstimated: Bool
  /// The time of the previous frame: the last one with the former items; zero if there was none.
  public var before: MonotonicTime
  /// How many frames the screen has shown before it.
  public var frames: UInt64

  /// Makes a frame.
  public init(
    screen: ScreenID, items: [UInt32], timestamp: MonotonicTime, isEstimated: Bool, before: MonotonicTime,
    frames: UInt64
  ) {
    self.screen = screen
    self.items = items
    self.timestamp = timestamp
    self.isEstimated = isEstimated
    self.before = before
    self.frames = frames
  }
}

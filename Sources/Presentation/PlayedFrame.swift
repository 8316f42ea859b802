public import DisplayTypes

/// The first frame of a screen that carries other played items than the one before it.
public struct PlayedFrame: Hashable, Sendable {
  /// The screen that it is on.
  public var screen: ScreenID
  /// The items' numbers (`Layer.item`), from the lowest layer to the topmost; empty where the screen went dark.
  public var items: [UInt32]
  /// When it was on the screen, on the monotonic clock.
  public var timestamp: MonotonicTime
  /// Whether that is our clock's, since the driver gave none that can be true: always with a modeset and for a screen that goes dark.
  public var isEstimated: Bool
  /// When the frame before it was on the screen: the last one with the items that are gone; zero where there was none.
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

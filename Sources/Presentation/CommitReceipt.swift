public import DisplayTypes

/// What `DisplayBackend.commit` knows at once.
public struct CommitReceipt: Sendable {
  /// When an update in place was done; nil for everything that ends later.
  public var presented: MonotonicTime?
  /// What was to be read of a flip's or an update's frame.
  public var captured: CapturedFrame?

  /// Makes a receipt.
  public init(presented: MonotonicTime? = nil, captured: CapturedFrame? = nil) {
    self.presented = presented
    self.captured = captured
  }
}

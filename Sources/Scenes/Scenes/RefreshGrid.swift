internal import DisplayTypes

/// When a screen refreshes: at a moment that is known, and at equal intervals from there on.
nonisolated struct RefreshGrid: Hashable {
  /// A moment at which a frame came on the screen.
  var anchor: MonotonicTime
  /// From one refresh to the next, in nanoseconds.
  var interval: UInt64
}

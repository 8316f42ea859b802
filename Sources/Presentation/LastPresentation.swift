internal import DisplayTypes

/// What came on a screen last, as records of frames tell it.
struct LastPresentation {
  /// When; zero before the first.
  private(set) var time = MonotonicTime.zero
  private var isEstimated = true
  private var sequence: UInt64 = 0

  /// A frame is on the screen.
  mutating func presented(at time: MonotonicTime, isEstimated: Bool) {
    self.time = time
    self.isEstimated = isEstimated
    sequence += 1
  }

  /// What became of a frame that was asked for.
  func record(_ ending: FlipRecord.Ending, on screen: ScreenID) -> FlipRecord {
    FlipRecord(screen: screen, sequence: sequence, timestamp: time, isEstimated: isEstimated, ending: ending)
  }
}

import DisplayTypes

/// The kernel's `DRM_MODE_FLAG_*` bits (drm_mode.h) that EDID timings need.
struct TimingFlags: OptionSet {
  let rawValue: UInt32

  static let positiveHorizontalSync = TimingFlags(rawValue: 1 << 0)
  static let negativeHorizontalSync = TimingFlags(rawValue: 1 << 1)
  static let positiveVerticalSync = TimingFlags(rawValue: 1 << 2)
  static let negativeVerticalSync = TimingFlags(rawValue: 1 << 3)
  static let interlaced = TimingFlags(rawValue: ScreenMode.Flag.interlaced)
  static let doubleClock = TimingFlags(rawValue: ScreenMode.Flag.doubleClock)

  /// Both sync pulses positive.
  static let positive: TimingFlags = [.positiveHorizontalSync, .positiveVerticalSync]
  /// Both sync pulses negative.
  static let negative: TimingFlags = [.negativeHorizontalSync, .negativeVerticalSync]
  /// Horizontal positive, vertical negative: reduced blanking.
  static let positiveNegative: TimingFlags = [.positiveHorizontalSync, .negativeVerticalSync]
  /// Horizontal negative, vertical positive: CVT and GTF.
  static let negativePositive: TimingFlags = [.negativeHorizontalSync, .positiveVerticalSync]
}

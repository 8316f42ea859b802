internal import DisplayTypes

/// What is tried on a display that says nothing of itself and was never seen: modes that everything shows.
nonisolated enum FailSafeModes {
  /// 1024x768 and 640x480 at 60 Hz (VESA DMT); the kernel guesses up to the same size.
  static let all: [ScreenMode] = [
    ScreenMode(
      clockKilohertz: 65_000, horizontal: ModeTiming(display: 1024, syncStart: 1048, syncEnd: 1184, total: 1344),
      vertical: ModeTiming(display: 768, syncStart: 771, syncEnd: 777, total: 806), flags: negativeSyncs),
    ScreenMode(
      clockKilohertz: 25_175, horizontal: ModeTiming(display: 640, syncStart: 656, syncEnd: 752, total: 800),
      vertical: ModeTiming(display: 480, syncStart: 490, syncEnd: 492, total: 525), flags: negativeSyncs),
  ]

  /// `DRM_MODE_FLAG_NHSYNC | DRM_MODE_FLAG_NVSYNC`.
  private static let negativeSyncs: UInt32 = 1 << 1 | 1 << 3
}

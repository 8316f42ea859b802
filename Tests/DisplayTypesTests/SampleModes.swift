import DisplayTypes

/// Timings from the standards, with their true clocks.
enum SampleModes {
  private static func timing(_ display: UInt16, _ start: UInt16, _ end: UInt16, _ total: UInt16) -> ModeTiming {
    ModeTiming(display: display, syncStart: start, syncEnd: end, total: total)
  }

  /// CTA-861 VIC 16.
  static let fullHD = ScreenMode(
    clockKilohertz: 148_500, horizontal: timing(1920, 2008, 2052, 2200), vertical: timing(1080, 1084, 1089, 1125))
  /// VIC 16 at 60 × 1000/1001.
  static let fullHDTwin = ScreenMode(
    clockKilohertz: 148_352, horizontal: timing(1920, 2008, 2052, 2200), vertical: timing(1080, 1084, 1089, 1125))
  /// CTA-861 VIC 5.
  static let interlaced = ScreenMode(
    clockKilohertz: 74_250, horizontal: timing(1920, 2008, 2052, 2200), vertical: timing(1080, 1084, 1094, 1125),
    flags: ScreenMode.Flag.interlaced)
  /// CTA-861 VIC 2, 4:3.
  static let ntscNarrow = ScreenMode(
    clockKilohertz: 27_000, horizontal: timing(720, 736, 798, 858), vertical: timing(480, 489, 495, 525),
    pictureAspect: .fourByThree)
  /// CTA-861 VIC 3, 16:9.
  static let ntscWide = ScreenMode(
    clockKilohertz: 27_000, horizontal: timing(720, 736, 798, 858), vertical: timing(480, 489, 495, 525),
    pictureAspect: .sixteenByNine)
  /// DMT 640x480.
  static let vga = ScreenMode(
    clockKilohertz: 25_175, horizontal: timing(640, 656, 752, 800), vertical: timing(480, 490, 492, 525))
  /// A firmware framebuffer's mode (`DRM_MODE_INIT`): no blanking.
  static let firmware = ScreenMode(
    clockKilohertz: 47_185, horizontal: timing(1024, 1024, 1024, 1024), vertical: timing(768, 768, 768, 768))
}

public import DisplayTypes

extension ScreenMode {
  /// The usual timing of a size and refresh: from CTA-861, otherwise from DMT, otherwise computed with reduced blanking.
  ///
  /// If `interlaced`, `refreshMillihertz` counts fields. 59.94 Hz and similar rates differ from 60 Hz. The timing has no picture aspect.
  /// Nil for a size outside 16...16384 pixels, a refresh outside 1...1000 Hz, and interlaced formats that CTA-861 lacks.
  ///
  /// Source: CTA-861-H section 4, VESA DMT 1.0 revision 13, VESA CVT 1.2 (reduced blanking version 1).
  public static func standard(
    width: Int, height: Int, refreshMillihertz: Int = 60_000, interlaced: Bool = false
  ) -> ScreenMode? {
    let size = PixelSize(width: width, height: height)
    if let mode = consumerMode(size: size, refreshMillihertz: refreshMillihertz, interlaced: interlaced) { return mode }
    guard !interlaced else { return nil }
    if let mode = monitorMode(size: size, refreshMillihertz: refreshMillihertz) { return mode }
    return CoordinatedVideoTiming.mode(
      width: width, height: height, refresh: Double(refreshMillihertz) / 1000, blanking: .reduced)
  }

  /// The CTA format at one of its two rates, within 0.02 Hz.
  private static func consumerMode(size: PixelSize, refreshMillihertz: Int, interlaced: Bool) -> ScreenMode? {
    for code in CTAMode.codes {
      guard var mode = CTAMode.mode(code: code), mode.size == size, mode.isInterlaced == interlaced else { continue }
      mode.pictureAspect = nil
      for clock in [mode.clockKilohertz, CTAMode.alternateClock(of: mode)] {
        mode.clockKilohertz = clock
        if isNear(mode.refreshMillihertz, refreshMillihertz, within: 20) { return mode }
      }
    }
    return nil
  }

  /// The DMT timing within 0.35 Hz (DMT calls 59.79 Hz "60"); if there are several, the one with the lowest clock.
  private static func monitorMode(size: PixelSize, refreshMillihertz: Int) -> ScreenMode? {
    DMTModeTable.rows.map(\.mode)
      .filter { $0.size == size && !$0.isInterlaced && isNear($0.refreshMillihertz, refreshMillihertz, within: 350) }
      .min { $0.clockKilohertz < $1.clockKilohertz }
  }

  private static func isNear(_ left: Int, _ right: Int, within tolerance: Int) -> Bool {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    return !overflow && difference.magnitude <= UInt(tolerance)
  }
}

import DisplayTypes

/// VESA's older formula for the timing of any size (Generalized Timing Formula 1.1, default parameters).
enum GeneralizedTimingFormula {
  /// The timing of a progressive size at `refresh` hertz; nil outside 16...16384 pixels and 1...1000 Hz.
  static func mode(width: Int, height: Int, refresh: Double) -> ScreenMode? {
    guard (16...16384).contains(width), (16...16384).contains(height), refresh >= 1, refresh <= 1000 else { return nil }
    let active = (width + 4) / 8 * 8
    let estimate = (1_000_000 / refresh - 550) / Double(height + 1)
    guard estimate > 0.1 else { return nil }
    let syncAndBackPorch = Int((550 / estimate).rounded())
    let lines = height + syncAndBackPorch + 1
    // Microseconds a line.
    let line = 1_000_000 / (refresh * Double(lines))
    let dutyCycle = 30 - 300 * line / 1000
    guard dutyCycle > 0 else { return nil }
    let blanking = Int((Double(active) * dutyCycle / (100 - dutyCycle) / 16).rounded()) * 16
    let total = active + blanking
    let sync = Int((0.08 * Double(total) / 8).rounded()) * 8
    guard sync <= blanking / 2 else { return nil }
    return BlankedTiming(
      clockKilohertz: Int((Double(total) / line * 1000).rounded()),
      horizontal: .init(active: active, frontPorch: blanking / 2 - sync, sync: sync, blanking: blanking),
      vertical: .init(active: height, frontPorch: 1, sync: 3, blanking: syncAndBackPorch + 1),
      flags: .negativePositive
    ).mode
  }
}

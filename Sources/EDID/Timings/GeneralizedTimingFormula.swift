import DisplayTypes

/// VESA's older formula for the timing of any size (Generalized Timing Formula 1.1).
enum GeneralizedTimingFormula {
  /// The four parameters of a blanking curve in the form of an EDID: M, 2C, K and 2J.
  struct Curve: Equatable {
    var gradient: Int
    var doubledOffset: Int
    var scaling: Int
    var doubledWeight: Int

    /// The curve of displays that do not state one.
    static let first = Curve(gradient: 600, doubledOffset: 80, scaling: 128, doubledWeight: 40)
  }

  /// The timing of a progressive size, rounded as in drm_modes.c `drm_gtf_mode_complex`.
  ///
  /// Nil outside 16...16384 pixels and 1...1000 Hz. The kernel rounds the line rate to whole hertz, so the clock differs a little from
  /// the formula's clock.
  static func mode(size: PixelSize, hertz: Int, curve: Curve) -> ScreenMode? {
    guard (16...16384).contains(size.width), (16...16384).contains(size.height), (1...1000).contains(hertz) else {
      return nil
    }
    let active = (size.width + 4) / 8 * 8
    let visibleTime = (1_000_000 - 550 * hertz) / 500
    guard visibleTime > 0 else { return nil }
    let lineRate = (size.height + 1) * 2000 * hertz / visibleTime
    guard lineRate > 0 else { return nil }
    let syncAndBackPorch = (550 * lineRate / 1000 + 500) / 1000
    let offset = ((curve.doubledOffset - curve.doubledWeight) * curve.scaling / 256 + curve.doubledWeight) / 2
    let duty = offset * 1000 - curve.scaling * curve.gradient / 256 * 1_000_000 / lineRate
    guard (1..<100_000).contains(duty) else { return nil }
    let blanking = (active * duty / (100_000 - duty) + 8) / 16 * 16
    let total = active + blanking
    let sync = (total * 8 / 100 + 4) / 8 * 8
    guard sync <= blanking / 2 else { return nil }
    return BlankedTiming(
      clockKilohertz: total * lineRate / 1000,
      horizontal: .init(active: active, frontPorch: blanking / 2 - sync, sync: sync, blanking: blanking),
      vertical: .init(active: size.height, frontPorch: 1, sync: 3, blanking: syncAndBackPorch + 1),
      flags: curve == .first ? .negativePositive : .positiveNegative
    ).mode
  }
}

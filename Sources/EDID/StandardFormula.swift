import DisplayTypes

/// The formula by which a display makes the standard timings that DMT lacks (drm_edid.c `standard_timing_level`).
enum StandardFormula: Equatable {
  case none
  case generalized
  /// GTF with a second curve above a line rate in kHz.
  case secondary(above: Int, curve: GeneralizedTimingFormula.Curve)
  case coordinated

  init(base: BaseBlock, rangeLimits: [ByteWindow]) {
    let hasDefault = base.bytes[24] & 0x01 != 0
    guard base.revision >= 2 else {
      self = .none
      return
    }
    if base.revision >= 4 && hasDefault {
      self = .coordinated
    } else if let limits = rangeLimits.last(where: { $0[10] == 2 }), limits[12] > 0 {
      self = .secondary(
        above: limits[12] * 2,
        curve: .init(
          gradient: limits.word(14), doubledOffset: limits[13], scaling: limits[16], doubledWeight: limits[17]))
    } else {
      self = hasDefault ? .generalized : .none
    }
  }

  /// The timing of a size and refresh; nil where the display makes none.
  func mode(size: PixelSize, hertz: Int) -> ScreenMode? {
    switch self {
    case .none: return nil
    case .coordinated:
      return CoordinatedVideoTiming.mode(
        width: size.width, height: size.height, refresh: Double(hertz), blanking: .normal)
    case .generalized:
      return GeneralizedTimingFormula.kernelMode(size: size, hertz: hertz, curve: .first)
    case .secondary(let limit, let curve):
      let first = GeneralizedTimingFormula.kernelMode(size: size, hertz: hertz, curve: .first)
      guard let first, first.horizontal.total > 0 else { return nil }
      let total = Int(first.horizontal.total)
      let lineKilohertz = (Int(first.clockKilohertz) + total / 2) / total
      return lineKilohertz > limit
        ? GeneralizedTimingFormula.kernelMode(size: size, hertz: hertz, curve: curve) : first
    }
  }
}

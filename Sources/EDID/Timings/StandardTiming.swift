import DisplayTypes

/// A timing that an EDID states in two bytes: width, shape and refresh (EDID 1.4 section 3.9).
struct StandardTiming {
  let size: PixelSize
  let refresh: Int

  /// Reads two bytes; nil for an unused place (01 01, and on some displays 00 00 or 20 20).
  init?(_ first: Int, _ second: Int, revision: Int) {
    guard (first, second) != (1, 1), (first, second) != (0, 0), (first, second) != (0x20, 0x20) else { return nil }
    let width = first * 8 + 248
    let height =
      switch second >> 6 {
      // Before 1.3, this value meant a square picture.
      case 0: revision < 3 ? width : width * 10 / 16
      case 1: width * 3 / 4
      case 2: width * 4 / 5
      default: width * 9 / 16
      }
    refresh = (second & 0x3F) + 60
    // There is no code for 1366x768. Displays of that size state 1360x765 or 1368x769 (drm_edid.c `drm_mode_std`).
    let means1366 = refresh == 60 && ((width, height) == (1360, 765) || (width, height) == (1368, 769))
    size = means1366 ? PixelSize(width: 1366, height: 768) : PixelSize(width: width, height: height)
  }

  /// The kernel's timing of this size and refresh (drm_edid.c `drm_mode_std`): from DMT, otherwise from a formula.
  ///
  /// Reduced blanking has priority if the display supports it.
  func mode(formula: StandardFormula, takesReducedBlanking: Bool) -> ScreenMode? {
    if size == PixelSize(width: 1366, height: 768) { return Self.mode1366 }
    let reduced = takesReducedBlanking ? DMTMode.mode(size: size, hertz: refresh, isReduced: true) : nil
    return reduced ?? DMTMode.mode(size: size, hertz: refresh, isReduced: false)
      ?? formula.mode(size: size, hertz: refresh)
  }

  /// CVT's 1360x768 with six more visible pixels, and a sync pulse that is one pixel earlier.
  private static var mode1366: ScreenMode? {
    var mode = CoordinatedVideoTiming.mode(width: 1360, height: 768, refresh: 60, blanking: .normal)
    mode?.horizontal = ModeTiming(display: 1366, syncStart: 1431, syncEnd: 1567, total: 1776)
    return mode
  }
}

/// The formula of a display for standard timings that DMT lacks (drm_edid.c `standard_timing_level`).
enum StandardFormula: Equatable {
  case none
  case generalized
  /// GTF, with a second curve above a line rate in kHz.
  case secondary(above: Int, curve: GeneralizedTimingFormula.Curve)
  case coordinated

  init(base: BaseBlock, rangeLimits: [ByteWindow]) {
    let hasDefault = base.bytes[24] & 0x01 != 0
    if base.revision < 2 {
      self = .none
    } else if base.revision >= 4 && hasDefault {
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

  /// The timing of a size and refresh; nil if the formula has none.
  func mode(size: PixelSize, hertz: Int) -> ScreenMode? {
    switch self {
    case .none: return nil
    case .coordinated:
      return CoordinatedVideoTiming.mode(
        width: size.width, height: size.height, refresh: Double(hertz), blanking: .normal)
    case .generalized: return GeneralizedTimingFormula.mode(size: size, hertz: hertz, curve: .first)
    case .secondary(let limit, let curve):
      let first = GeneralizedTimingFormula.mode(size: size, hertz: hertz, curve: .first)
      guard let first, first.horizontal.total > 0 else { return nil }
      let total = Int(first.horizontal.total)
      let lineKilohertz = (Int(first.clockKilohertz) + total / 2) / total
      return lineKilohertz > limit ? GeneralizedTimingFormula.mode(size: size, hertz: hertz, curve: curve) : first
    }
  }
}

/// The timings that an EDID names by single bits.
enum EstablishedTimings {
  /// The modes of the bits set in bytes 0x23 to 0x25 of the base block (EDID 1.4 section 3.8).
  static func modes(base: ByteWindow) -> [ScreenMode] {
    table.enumerated().compactMap { index, mode in
      base[0x23 + index / 8] & (0x80 >> (index % 8)) != 0 ? mode : nil
    }
  }

  /// The modes of the bits set in an Established Timings III descriptor (EDID 1.4 section 3.10.3.9, tag 0xF7).
  static func modes(descriptor: ByteWindow) -> [ScreenMode] {
    thirdTable.enumerated().compactMap { index, identifier in
      descriptor[6 + index / 8] & (0x80 >> (index % 8)) != 0 ? DMTMode.mode(identifier: identifier) : nil
    }
  }

  /// The timings from bit 7 of byte 0x23 to bit 7 of byte 0x25, by DMT identifiers.
  ///
  /// No VESA table has the IBM and Apple timings. Their figures are those of the kernel and of edid-decode.
  private static let table: [ScreenMode?] =
    [
      TimingRow(28320, 720, 738, 846, 900, 400, 412, 414, 449, .negativePositive).mode,
      TimingRow(35500, 720, 738, 846, 900, 400, 421, 423, 449, .negative).mode,
      DMTMode.mode(identifier: 0x04),
      TimingRow(30240, 640, 704, 768, 864, 480, 483, 486, 525, .negative).mode,
    ] + [0x05, 0x06, 0x08, 0x09, 0x0A, 0x0B].map(DMTMode.mode(identifier:)) + [
      TimingRow(57284, 832, 864, 928, 1152, 624, 625, 628, 667, .negative).mode
    ] + [0x0F, 0x10, 0x11, 0x12, 0x24].map(DMTMode.mode(identifier:)) + [
      TimingRow(100_000, 1152, 1200, 1328, 1456, 870, 873, 876, 915, .positive).mode
    ]

  /// The DMT identifiers from bit 7 of byte 6 to bit 4 of byte 11.
  private static let thirdTable: [Int] = [
    0x01, 0x02, 0x03, 0x07, 0x0E, 0x0C, 0x13, 0x15,
    0x16, 0x17, 0x18, 0x19, 0x20, 0x21, 0x23, 0x25,
    0x27, 0x2E, 0x2F, 0x30, 0x31, 0x29, 0x2A, 0x2B,
    0x2C, 0x39, 0x3A, 0x3B, 0x3C, 0x33, 0x34, 0x35,
    0x36, 0x37, 0x3E, 0x3F, 0x41, 0x42, 0x44, 0x45,
    0x46, 0x47, 0x49, 0x4A,
  ]
}

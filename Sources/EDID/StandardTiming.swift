import DisplayTypes

/// A timing that an EDID names by two bytes: width, shape and refresh (EDID 1.4 section 3.9).
struct StandardTiming {
  let size: PixelSize
  let refresh: Int

  /// Reads two bytes; nil for an unused place (01 01; some fill it with 00 00 or 20 20).
  init?(_ first: Int, _ second: Int, revision: Int) {
    guard (first, second) != (1, 1), (first, second) != (0, 0), (first, second) != (0x20, 0x20) else { return nil }
    let width = first * 8 + 248
    let height =
      switch second >> 6 {
      // Before 1.3 this meant a square picture.
      case 0: revision < 3 ? width : width * 10 / 16
      case 1: width * 3 / 4
      case 2: width * 4 / 5
      default: width * 9 / 16
      }
    refresh = (second & 0x3F) + 60
    // No code can say 1366x768; displays that mean it say 1360x765 or 1368x769 (drm_edid.c `drm_mode_std`).
    let means1366 = refresh == 60 && ((width, height) == (1360, 765) || (width, height) == (1368, 769))
    size = means1366 ? PixelSize(width: 1366, height: 768) : PixelSize(width: width, height: height)
  }

  /// The kernel's timing of this size and refresh: DMT's, else a formula's.
  ///
  /// The one with reduced blanking comes first if the display takes it.
  ///
  /// Source: drm_edid.c `drm_mode_std`.
  func mode(formula: StandardFormula, takesReducedBlanking: Bool) -> ScreenMode? {
    if size == PixelSize(width: 1366, height: 768) { return Self.mode1366 }
    let blankings = takesReducedBlanking ? [true, false] : [false]
    for isReduced in blankings {
      if let mode = DMTMode.mode(size: size, hertz: refresh, isReduced: isReduced) { return mode }
    }
    return formula.mode(size: size, hertz: refresh)
  }

  /// CVT's 1360x768 with six more pixels shown, and its sync pulse one pixel earlier.
  private static var mode1366: ScreenMode? {
    var mode = CoordinatedVideoTiming.mode(width: 1360, height: 768, refresh: 60, blanking: .normal)
    mode?.horizontal = ModeTiming(display: 1366, syncStart: 1431, syncEnd: 1567, total: 1776)
    return mode
  }
}

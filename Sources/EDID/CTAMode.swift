import DisplayTypes

/// The timings that CTA-861 numbers by video identification code (VIC), and those that HDMI 1.4 numbers by its own.
enum CTAMode {
  /// The timing of a code; nil for codes that stand for none.
  ///
  /// Source: CTA-861-H section 4 (1 to 127, 193 to 219).
  static func mode(code: Int) -> ScreenMode? {
    let rows: [TimingRow]
    let index: Int
    if code < 128 {
      rows = CTAModeTable.first
      index = code - 1
    } else {
      rows = CTAModeTable.second
      index = code - 193
    }
    guard rows.indices.contains(index) else { return nil }
    return rows[index].mode
  }

  /// Every code that has a timing, in order.
  static let codes: [Int] = Array(1...127) + Array(193...219)

  /// The code in a short video descriptor's byte: its top bit marks a native format for codes up to 64.
  ///
  /// Source: CTA-861-H section 7.5.1.
  static func code(ofDescriptor byte: Int) -> Int {
    (129...192).contains(byte) ? byte & 0x7F : byte
  }

  /// The timing of an HDMI VIC (HDMI 1.4b section 8.2.3.1); nil for codes other than 1 to 4.
  static func mode(hdmiCode: Int) -> ScreenMode? {
    switch hdmiCode {
    case 1: mode(code: 95)
    case 2: mode(code: 94)
    case 3: mode(code: 93)
    case 4: mode(code: 98)
    default: nil
    }
  }

  /// The clock at the other of the two rates that a code stands for (60 and 59.94, 24 and 23.976, …), else the same.
  ///
  /// Source: drm_edid.c `cea_mode_alternate_clock`: the 480-line formats are listed at 59.94 Hz, the others at 60.
  static func alternateClock(of mode: ScreenMode) -> UInt32 {
    let clock = UInt64(mode.clockKilohertz)
    guard wholeHertz(of: mode) % 6 == 0 else { return mode.clockKilohertz }
    let isSlow = mode.vertical.display == 240 || mode.vertical.display == 480
    return UInt32(clamping: isSlow ? (clock * 1001 + 500) / 1000 : (clock * 1000 + 500) / 1001)
  }

  /// The table's mode whose timing `mode` has, at either rate, its clock within `tolerance` kHz.
  static func match(_ mode: ScreenMode, tolerance: UInt32) -> (code: Int, mode: ScreenMode)? {
    for code in codes {
      guard let candidate = Self.mode(code: code) else { continue }
      guard candidate.horizontal == mode.horizontal, candidate.vertical == mode.vertical else { continue }
      guard candidate.flags == mode.flags else { continue }
      guard mode.pictureAspect == nil || mode.pictureAspect == candidate.pictureAspect else { continue }
      let clocks = [candidate.clockKilohertz, alternateClock(of: candidate)]
      if clocks.contains(where: { distance($0, mode.clockKilohertz) <= tolerance }) { return (code, candidate) }
    }
    return nil
  }

  /// The clock, moved to that of a CTA mode of the same timing when it is 5 kHz or less off it.
  ///
  /// Detailed timings round their clock to 10 kHz (drm_edid.c `fixup_detailed_cea_mode_clock`).
  static func clockCorrected(_ mode: ScreenMode) -> ScreenMode {
    guard let (_, match) = match(mode, tolerance: 5) else { return mode }
    var corrected = mode
    let alternate = alternateClock(of: match)
    let isNearer = distance(match.clockKilohertz, mode.clockKilohertz) <= distance(alternate, mode.clockKilohertz)
    corrected.clockKilohertz = isNearer ? match.clockKilohertz : alternate
    return corrected
  }

  /// The refresh rounded to whole hertz, as the kernel's `drm_mode_vrefresh`.
  static func wholeHertz(of mode: ScreenMode) -> Int { (mode.refreshMillihertz + 500) / 1000 }

  private static func distance(_ left: UInt32, _ right: UInt32) -> UInt32 {
    left > right ? left - right : right - left
  }
}

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

  /// The clock at the other of the two rates of a code (60 and 59.94, 24 and 23.976, …), otherwise the same clock.
  ///
  /// Source: drm_edid.c `cea_mode_alternate_clock`: the 480-line formats are listed at 59.94 Hz, the others at 60.
  static func alternateClock(of mode: ScreenMode) -> UInt32 {
    let clock = UInt64(mode.clockKilohertz)
    guard wholeHertz(of: mode) % 6 == 0 else { return mode.clockKilohertz }
    let isSlow = mode.vertical.display == 240 || mode.vertical.display == 480
    return UInt32(clamping: isSlow ? (clock * 1001 + 500) / 1000 : (clock * 1000 + 500) / 1001)
  }

  /// The table's mode with the timing of `mode` at either rate, with its clock within `tolerance` kHz.
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

/// The rows behind `CTAMode`: CTA-861 video identification codes and their timings.
///
/// Figures: CTA-861-H tables 1 to 3, in the kernel's representation (drm_edid.c `edid_cea_modes_1`, `edid_cea_modes_193`):
/// pixel-doubled formats carry the single clock and width with `doubleClock`, interlaced ones count frame lines.
enum CTAModeTable {
  /// Codes 1 to 127.
  static let first: [TimingRow] = [
    TimingRow(25175, 640, 656, 752, 800, 480, 490, 492, 525, .negative, .fourByThree),  // 1
    TimingRow(27000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .fourByThree),
    TimingRow(27000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .sixteenByNine),
    TimingRow(74250, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(74250, 1920, 2008, 2052, 2200, 1080, 1084, 1094, 1125, [.positive, .interlaced], .sixteenByNine),
    TimingRow(13500, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(13500, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(13500, 720, 739, 801, 858, 240, 244, 247, 262, [.negative, .doubleClock], .fourByThree),
    TimingRow(13500, 720, 739, 801, 858, 240, 244, 247, 262, [.negative, .doubleClock], .sixteenByNine),
    TimingRow(54000, 2880, 2956, 3204, 3432, 480, 488, 494, 525, [.negative, .interlaced], .fourByThree),  // 10
    TimingRow(54000, 2880, 2956, 3204, 3432, 480, 488, 494, 525, [.negative, .interlaced], .sixteenByNine),
    TimingRow(54000, 2880, 2956, 3204, 3432, 240, 244, 247, 262, .negative, .fourByThree),
    TimingRow(54000, 2880, 2956, 3204, 3432, 240, 244, 247, 262, .negative, .sixteenByNine),
    TimingRow(54000, 1440, 1472, 1596, 1716, 480, 489, 495, 525, .negative, .fourByThree),
    TimingRow(54000, 1440, 1472, 1596, 1716, 480, 489, 495, 525, .negative, .sixteenByNine),
    TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(27000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .fourByThree),
    TimingRow(27000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .sixteenByNine),
    TimingRow(74250, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(74250, 1920, 2448, 2492, 2640, 1080, 1084, 1094, 1125, [.positive, .interlaced], .sixteenByNine),  // 20
    TimingRow(13500, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(13500, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(13500, 720, 732, 795, 864, 288, 290, 293, 312, [.negative, .doubleClock], .fourByThree),
    TimingRow(13500, 720, 732, 795, 864, 288, 290, 293, 312, [.negative, .doubleClock], .sixteenByNine),
    TimingRow(54000, 2880, 2928, 3180, 3456, 576, 580, 586, 625, [.negative, .interlaced], .fourByThree),
    TimingRow(54000, 2880, 2928, 3180, 3456, 576, 580, 586, 625, [.negative, .interlaced], .sixteenByNine),
    TimingRow(54000, 2880, 2928, 3180, 3456, 288, 290, 293, 312, .negative, .fourByThree),
    TimingRow(54000, 2880, 2928, 3180, 3456, 288, 290, 293, 312, .negative, .sixteenByNine),
    TimingRow(54000, 1440, 1464, 1592, 1728, 576, 581, 586, 625, .negative, .fourByThree),
    TimingRow(54000, 1440, 1464, 1592, 1728, 576, 581, 586, 625, .negative, .sixteenByNine),  // 30
    TimingRow(148500, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(74250, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(74250, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(74250, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(108000, 2880, 2944, 3192, 3432, 480, 489, 495, 525, .negative, .fourByThree),
    TimingRow(108000, 2880, 2944, 3192, 3432, 480, 489, 495, 525, .negative, .sixteenByNine),
    TimingRow(108000, 2880, 2928, 3184, 3456, 576, 581, 586, 625, .negative, .fourByThree),
    TimingRow(108000, 2880, 2928, 3184, 3456, 576, 581, 586, 625, .negative, .sixteenByNine),
    TimingRow(72000, 1920, 1952, 2120, 2304, 1080, 1126, 1136, 1250, [.positiveNegative, .interlaced], .sixteenByNine),
    TimingRow(148500, 1920, 2448, 2492, 2640, 1080, 1084, 1094, 1125, [.positive, .interlaced], .sixteenByNine),  // 40
    TimingRow(148500, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(54000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .fourByThree),
    TimingRow(54000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .sixteenByNine),
    TimingRow(27000, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(27000, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1094, 1125, [.positive, .interlaced], .sixteenByNine),
    TimingRow(148500, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(54000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .fourByThree),
    TimingRow(54000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .sixteenByNine),
    TimingRow(27000, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(27000, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(108000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .fourByThree),
    TimingRow(108000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, .sixteenByNine),
    TimingRow(54000, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(54000, 720, 732, 795, 864, 576, 580, 586, 625, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(108000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .fourByThree),
    TimingRow(108000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, .sixteenByNine),
    TimingRow(54000, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .fourByThree),
    TimingRow(54000, 720, 739, 801, 858, 480, 488, 494, 525, [.negative, .interlaced, .doubleClock], .sixteenByNine),
    TimingRow(59400, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, .sixteenByNine),  // 60
    TimingRow(74250, 1280, 3700, 3740, 3960, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(74250, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(297000, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(297000, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(59400, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1280, 3700, 3740, 3960, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(148500, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),  // 70
    TimingRow(148500, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(74250, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(148500, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(297000, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(297000, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(59400, 1680, 3040, 3080, 3300, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(59400, 1680, 2908, 2948, 3168, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),  // 80
    TimingRow(59400, 1680, 2380, 2420, 2640, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(82500, 1680, 1940, 1980, 2200, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(99000, 1680, 1940, 1980, 2200, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(165000, 1680, 1740, 1780, 2000, 720, 725, 730, 825, .positive, .sixtyFourByTwentySeven),
    TimingRow(198000, 1680, 1740, 1780, 2000, 720, 725, 730, 825, .positive, .sixtyFourByTwentySeven),
    TimingRow(99000, 2560, 3558, 3602, 3750, 1080, 1084, 1089, 1100, .positive, .sixtyFourByTwentySeven),
    TimingRow(90000, 2560, 3008, 3052, 3200, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(118800, 2560, 3328, 3372, 3520, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(185625, 2560, 3108, 3152, 3300, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(198000, 2560, 2808, 2852, 3000, 1080, 1084, 1089, 1100, .positive, .sixtyFourByTwentySeven),  // 90
    TimingRow(371250, 2560, 2778, 2822, 2970, 1080, 1084, 1089, 1250, .positive, .sixtyFourByTwentySeven),
    TimingRow(495000, 2560, 3108, 3152, 3300, 1080, 1084, 1089, 1250, .positive, .sixtyFourByTwentySeven),
    TimingRow(297000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(297000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(297000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(594000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(594000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(297000, 4096, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(297000, 4096, 5064, 5152, 5280, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(297000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),  // 100
    TimingRow(594000, 4096, 5064, 5152, 5280, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(594000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(297000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(297000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(297000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(594000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(594000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(90000, 1280, 2240, 2280, 2500, 720, 725, 730, 750, .positive, .sixteenByNine),
    TimingRow(90000, 1280, 2240, 2280, 2500, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),
    TimingRow(99000, 1680, 2490, 2530, 2750, 720, 725, 730, 750, .positive, .sixtyFourByTwentySeven),  // 110
    TimingRow(148500, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, .sixteenByNine),
    TimingRow(148500, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, .sixtyFourByTwentySeven),
    TimingRow(198000, 2560, 3558, 3602, 3750, 1080, 1084, 1089, 1100, .positive, .sixtyFourByTwentySeven),
    TimingRow(594000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(594000, 4096, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(594000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(1188000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(1188000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixteenByNine),
    TimingRow(1188000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(1188000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),  // 120
    TimingRow(396000, 5120, 7116, 7204, 7500, 2160, 2168, 2178, 2200, .positive, .sixtyFourByTwentySeven),
    TimingRow(396000, 5120, 6816, 6904, 7200, 2160, 2168, 2178, 2200, .positive, .sixtyFourByTwentySeven),
    TimingRow(396000, 5120, 5784, 5872, 6000, 2160, 2168, 2178, 2200, .positive, .sixtyFourByTwentySeven),
    TimingRow(742500, 5120, 5866, 5954, 6250, 2160, 2168, 2178, 2475, .positive, .sixtyFourByTwentySeven),
    TimingRow(742500, 5120, 6216, 6304, 6600, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(742500, 5120, 5284, 5372, 5500, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
    TimingRow(1485000, 5120, 6216, 6304, 6600, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),
  ]

  /// Codes 193 to 219.
  static let second: [TimingRow] = [
    TimingRow(1485000, 5120, 5284, 5372, 5500, 2160, 2168, 2178, 2250, .positive, .sixtyFourByTwentySeven),  // 193
    TimingRow(1188000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, .sixteenByNine),
    TimingRow(1188000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, .sixteenByNine),
    TimingRow(1188000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, .sixteenByNine),
    TimingRow(2376000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, .sixteenByNine),
    TimingRow(2376000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, .sixteenByNine),
    TimingRow(2376000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, .sixteenByNine),
    TimingRow(4752000, 7680, 9792, 9968, 10560, 4320, 4336, 4356, 4500, .positive, .sixteenByNine),  // 200
    TimingRow(4752000, 7680, 8032, 8208, 8800, 4320, 4336, 4356, 4500, .positive, .sixteenByNine),
    TimingRow(1188000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(1188000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(1188000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(2376000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(2376000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(2376000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(4752000, 7680, 9792, 9968, 10560, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(4752000, 7680, 8032, 8208, 8800, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(1485000, 10240, 11732, 11908, 12500, 4320, 4336, 4356, 4950, .positive, .sixtyFourByTwentySeven),  // 210
    TimingRow(1485000, 10240, 12732, 12908, 13500, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(1485000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(2970000, 10240, 11732, 11908, 12500, 4320, 4336, 4356, 4950, .positive, .sixtyFourByTwentySeven),
    TimingRow(2970000, 10240, 12732, 12908, 13500, 4320, 4336, 4356, 4400, .positive, .sixtyFourByTwentySeven),
    TimingRow(2970000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(5940000, 10240, 12432, 12608, 13200, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(5940000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, .sixtyFourByTwentySeven),
    TimingRow(1188000, 4096, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
    TimingRow(1188000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, .twoFiftySixByOneThirtyFive),
  ]
}

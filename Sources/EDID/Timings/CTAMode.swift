import DisplayTypes

/// The timings that CTA-861 numbers by video identification code (VIC), and those that HDMI 1.4 numbers itself.
enum CTAMode {
  /// The timing of a code; nil for unassigned codes (CTA-861-H section 4: 1 to 127, 193 to 219 are assigned).
  static func mode(code: Int) -> ScreenMode? { CTAModeTable.modes[code] }

  /// All codes with a timing, in order.
  static let codes = CTAModeTable.modes.keys.sorted()

  /// The code in the byte of a short video descriptor.
  ///
  /// For codes up to 64, its top bit marks a native format (CTA-861-H section 7.5.1).
  static func code(ofDescriptor byte: Int) -> Int {
    (129...192).contains(byte) ? byte & 0x7F : byte
  }

  /// The timing of an HDMI VIC (HDMI 1.4b section 8.2.3.1); nil for codes other than 1 to 4.
  static func mode(hdmiCode: Int) -> ScreenMode? {
    [1: 95, 2: 94, 3: 93, 4: 98][hdmiCode].flatMap(mode(code:))
  }

  /// The clock at the other of the two rates of a code (60 and 59.94, 24 and 23.976, …); without one, the same clock.
  ///
  /// Source: drm_edid.c `cea_mode_alternate_clock`. The 480-line formats are listed at 59.94 Hz, the others at 60.
  static func alternateClock(of mode: ScreenMode) -> UInt32 {
    let clock = UInt64(mode.clockKilohertz)
    guard wholeHertz(of: mode) % 6 == 0 else { return mode.clockKilohertz }
    let isSlow = mode.vertical.display == 240 || mode.vertical.display == 480
    return UInt32(clamping: isSlow ? (clock * 1001 + 500) / 1000 : (clock * 1000 + 500) / 1001)
  }

  /// The table's mode that has the timing of `mode` at either rate, with a clock within `tolerance` kHz.
  static func match(_ mode: ScreenMode, tolerance: UInt32) -> (code: Int, mode: ScreenMode)? {
    for code in codes {
      guard let candidate = Self.mode(code: code), candidate.horizontal == mode.horizontal,
        candidate.vertical == mode.vertical, candidate.flags == mode.flags,
        mode.pictureAspect == nil || mode.pictureAspect == candidate.pictureAspect
      else { continue }
      let clocks = [candidate.clockKilohertz, alternateClock(of: candidate)]
      if clocks.contains(where: { distance($0, mode.clockKilohertz) <= tolerance }) { return (code, candidate) }
    }
    return nil
  }

  /// The clock of a CTA mode with the same timing if it differs by at most 5 kHz; otherwise the same clock.
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

  /// The refresh rounded to whole hertz, as in the kernel's `drm_mode_vrefresh`.
  static func wholeHertz(of mode: ScreenMode) -> Int { (mode.refreshMillihertz + 500) / 1000 }

  private static func distance(_ left: UInt32, _ right: UInt32) -> UInt32 {
    left > right ? left - right : right - left
  }
}

/// The rows of `CTAMode`: each timing with its video identification codes by picture aspect.
///
/// Source: CTA-861-H tables 1 to 3, in the kernel's form (drm_edid.c `edid_cea_modes_1`, `edid_cea_modes_193`). Pixel-doubled formats
/// have the single clock and width with `doubleClock`. Interlaced formats count frame lines.
enum CTAModeTable {
  static let modes: [Int: ScreenMode] = rows.reduce(into: [:]) { modes, row in
    for (code, aspect) in row.codes {
      modes[code] = row.mode
      modes[code]?.pictureAspect = aspect
    }
  }

  private static let rows: [TimingRow] = [
    TimingRow(25175, 640, 656, 752, 800, 480, 490, 492, 525, .negative, at4x3: 1),
    TimingRow(27000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, at4x3: 2, at16x9: 3),
    TimingRow(74250, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, at16x9: 4, at64x27: 69),
    TimingRow(74250, 1920, 2008, 2052, 2200, 1080, 1084, 1094, 1125, [.positive, .interlaced], at16x9: 5),
    TimingRow(13500, 720, 739, 801, 858, 480, 488, 494, 525, .standardInterlaced, at4x3: 6, at16x9: 7),
    TimingRow(13500, 720, 739, 801, 858, 240, 244, 247, 262, [.negative, .doubleClock], at4x3: 8, at16x9: 9),
    TimingRow(54000, 2880, 2956, 3204, 3432, 480, 488, 494, 525, [.negative, .interlaced], at4x3: 10, at16x9: 11),
    TimingRow(54000, 2880, 2956, 3204, 3432, 240, 244, 247, 262, .negative, at4x3: 12, at16x9: 13),
    TimingRow(54000, 1440, 1472, 1596, 1716, 480, 489, 495, 525, .negative, at4x3: 14, at16x9: 15),
    TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, at16x9: 16, at64x27: 76),
    TimingRow(27000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, at4x3: 17, at16x9: 18),
    TimingRow(74250, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, at16x9: 19, at64x27: 68),
    TimingRow(74250, 1920, 2448, 2492, 2640, 1080, 1084, 1094, 1125, [.positive, .interlaced], at16x9: 20),
    TimingRow(13500, 720, 732, 795, 864, 576, 580, 586, 625, .standardInterlaced, at4x3: 21, at16x9: 22),
    TimingRow(13500, 720, 732, 795, 864, 288, 290, 293, 312, [.negative, .doubleClock], at4x3: 23, at16x9: 24),
    TimingRow(54000, 2880, 2928, 3180, 3456, 576, 580, 586, 625, [.negative, .interlaced], at4x3: 25, at16x9: 26),
    TimingRow(54000, 2880, 2928, 3180, 3456, 288, 290, 293, 312, .negative, at4x3: 27, at16x9: 28),
    TimingRow(54000, 1440, 1464, 1592, 1728, 576, 581, 586, 625, .negative, at4x3: 29, at16x9: 30),
    TimingRow(148500, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, at16x9: 31, at64x27: 75),
    TimingRow(74250, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, at16x9: 32, at64x27: 72),
    TimingRow(74250, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, at16x9: 33, at64x27: 73),
    TimingRow(74250, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, at16x9: 34, at64x27: 74),
    TimingRow(108000, 2880, 2944, 3192, 3432, 480, 489, 495, 525, .negative, at4x3: 35, at16x9: 36),
    TimingRow(108000, 2880, 2928, 3184, 3456, 576, 581, 586, 625, .negative, at4x3: 37, at16x9: 38),
    TimingRow(72000, 1920, 1952, 2120, 2304, 1080, 1126, 1136, 1250, [.positiveNegative, .interlaced], at16x9: 39),
    TimingRow(148500, 1920, 2448, 2492, 2640, 1080, 1084, 1094, 1125, [.positive, .interlaced], at16x9: 40),
    TimingRow(148500, 1280, 1720, 1760, 1980, 720, 725, 730, 750, .positive, at16x9: 41, at64x27: 70),
    TimingRow(54000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, at4x3: 42, at16x9: 43),
    TimingRow(27000, 720, 732, 795, 864, 576, 580, 586, 625, .standardInterlaced, at4x3: 44, at16x9: 45),
    TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1094, 1125, [.positive, .interlaced], at16x9: 46),
    TimingRow(148500, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive, at16x9: 47, at64x27: 71),
    TimingRow(54000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, at4x3: 48, at16x9: 49),
    TimingRow(27000, 720, 739, 801, 858, 480, 488, 494, 525, .standardInterlaced, at4x3: 50, at16x9: 51),
    TimingRow(108000, 720, 732, 796, 864, 576, 581, 586, 625, .negative, at4x3: 52, at16x9: 53),
    TimingRow(54000, 720, 732, 795, 864, 576, 580, 586, 625, .standardInterlaced, at4x3: 54, at16x9: 55),
    TimingRow(108000, 720, 736, 798, 858, 480, 489, 495, 525, .negative, at4x3: 56, at16x9: 57),
    TimingRow(54000, 720, 739, 801, 858, 480, 488, 494, 525, .standardInterlaced, at4x3: 58, at16x9: 59),
    TimingRow(59400, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, at16x9: 60, at64x27: 65),
    TimingRow(74250, 1280, 3700, 3740, 3960, 720, 725, 730, 750, .positive, at16x9: 61, at64x27: 66),
    TimingRow(74250, 1280, 3040, 3080, 3300, 720, 725, 730, 750, .positive, at16x9: 62, at64x27: 67),
    TimingRow(297000, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive, at16x9: 63, at64x27: 78),
    TimingRow(297000, 1920, 2448, 2492, 2640, 1080, 1084, 1089, 1125, .positive, at16x9: 64, at64x27: 77),
    TimingRow(59400, 1680, 3040, 3080, 3300, 720, 725, 730, 750, .positive, at64x27: 79),
    TimingRow(59400, 1680, 2908, 2948, 3168, 720, 725, 730, 750, .positive, at64x27: 80),
    TimingRow(59400, 1680, 2380, 2420, 2640, 720, 725, 730, 750, .positive, at64x27: 81),
    TimingRow(82500, 1680, 1940, 1980, 2200, 720, 725, 730, 750, .positive, at64x27: 82),
    TimingRow(99000, 1680, 1940, 1980, 2200, 720, 725, 730, 750, .positive, at64x27: 83),
    TimingRow(165000, 1680, 1740, 1780, 2000, 720, 725, 730, 825, .positive, at64x27: 84),
    TimingRow(198000, 1680, 1740, 1780, 2000, 720, 725, 730, 825, .positive, at64x27: 85),
    TimingRow(99000, 2560, 3558, 3602, 3750, 1080, 1084, 1089, 1100, .positive, at64x27: 86),
    TimingRow(90000, 2560, 3008, 3052, 3200, 1080, 1084, 1089, 1125, .positive, at64x27: 87),
    TimingRow(118800, 2560, 3328, 3372, 3520, 1080, 1084, 1089, 1125, .positive, at64x27: 88),
    TimingRow(185625, 2560, 3108, 3152, 3300, 1080, 1084, 1089, 1125, .positive, at64x27: 89),
    TimingRow(198000, 2560, 2808, 2852, 3000, 1080, 1084, 1089, 1100, .positive, at64x27: 90),
    TimingRow(371250, 2560, 2778, 2822, 2970, 1080, 1084, 1089, 1250, .positive, at64x27: 91),
    TimingRow(495000, 2560, 3108, 3152, 3300, 1080, 1084, 1089, 1250, .positive, at64x27: 92),
    TimingRow(297000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, at16x9: 93, at64x27: 103),
    TimingRow(297000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, at16x9: 94, at64x27: 104),
    TimingRow(297000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, at16x9: 95, at64x27: 105),
    TimingRow(594000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, at16x9: 96, at64x27: 106),
    TimingRow(594000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, at16x9: 97, at64x27: 107),
    TimingRow(297000, 4096, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, at256x135: 98),
    TimingRow(297000, 4096, 5064, 5152, 5280, 2160, 2168, 2178, 2250, .positive, at256x135: 99),
    TimingRow(297000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, at256x135: 100),
    TimingRow(594000, 4096, 5064, 5152, 5280, 2160, 2168, 2178, 2250, .positive, at256x135: 101),
    TimingRow(594000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, at256x135: 102),
    TimingRow(90000, 1280, 2240, 2280, 2500, 720, 725, 730, 750, .positive, at16x9: 108, at64x27: 109),
    TimingRow(99000, 1680, 2490, 2530, 2750, 720, 725, 730, 750, .positive, at64x27: 110),
    TimingRow(148500, 1920, 2558, 2602, 2750, 1080, 1084, 1089, 1125, .positive, at16x9: 111, at64x27: 112),
    TimingRow(198000, 2560, 3558, 3602, 3750, 1080, 1084, 1089, 1100, .positive, at64x27: 113),
    TimingRow(594000, 3840, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, at16x9: 114, at64x27: 116),
    TimingRow(594000, 4096, 5116, 5204, 5500, 2160, 2168, 2178, 2250, .positive, at256x135: 115),
    TimingRow(1188000, 3840, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, at16x9: 117, at64x27: 119),
    TimingRow(1188000, 3840, 4016, 4104, 4400, 2160, 2168, 2178, 2250, .positive, at16x9: 118, at64x27: 120),
    TimingRow(396000, 5120, 7116, 7204, 7500, 2160, 2168, 2178, 2200, .positive, at64x27: 121),
    TimingRow(396000, 5120, 6816, 6904, 7200, 2160, 2168, 2178, 2200, .positive, at64x27: 122),
    TimingRow(396000, 5120, 5784, 5872, 6000, 2160, 2168, 2178, 2200, .positive, at64x27: 123),
    TimingRow(742500, 5120, 5866, 5954, 6250, 2160, 2168, 2178, 2475, .positive, at64x27: 124),
    TimingRow(742500, 5120, 6216, 6304, 6600, 2160, 2168, 2178, 2250, .positive, at64x27: 125),
    TimingRow(742500, 5120, 5284, 5372, 5500, 2160, 2168, 2178, 2250, .positive, at64x27: 126),
    TimingRow(1485000, 5120, 6216, 6304, 6600, 2160, 2168, 2178, 2250, .positive, at64x27: 127),
    TimingRow(1485000, 5120, 5284, 5372, 5500, 2160, 2168, 2178, 2250, .positive, at64x27: 193),
    TimingRow(1188000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, at16x9: 194, at64x27: 202),
    TimingRow(1188000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, at16x9: 195, at64x27: 203),
    TimingRow(1188000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, at16x9: 196, at64x27: 204),
    TimingRow(2376000, 7680, 10232, 10408, 11000, 4320, 4336, 4356, 4500, .positive, at16x9: 197, at64x27: 205),
    TimingRow(2376000, 7680, 10032, 10208, 10800, 4320, 4336, 4356, 4400, .positive, at16x9: 198, at64x27: 206),
    TimingRow(2376000, 7680, 8232, 8408, 9000, 4320, 4336, 4356, 4400, .positive, at16x9: 199, at64x27: 207),
    TimingRow(4752000, 7680, 9792, 9968, 10560, 4320, 4336, 4356, 4500, .positive, at16x9: 200, at64x27: 208),
    TimingRow(4752000, 7680, 8032, 8208, 8800, 4320, 4336, 4356, 4500, .positive, at16x9: 201, at64x27: 209),
    TimingRow(1485000, 10240, 11732, 11908, 12500, 4320, 4336, 4356, 4950, .positive, at64x27: 210),
    TimingRow(1485000, 10240, 12732, 12908, 13500, 4320, 4336, 4356, 4400, .positive, at64x27: 211),
    TimingRow(1485000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, at64x27: 212),
    TimingRow(2970000, 10240, 11732, 11908, 12500, 4320, 4336, 4356, 4950, .positive, at64x27: 213),
    TimingRow(2970000, 10240, 12732, 12908, 13500, 4320, 4336, 4356, 4400, .positive, at64x27: 214),
    TimingRow(2970000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, at64x27: 215),
    TimingRow(5940000, 10240, 12432, 12608, 13200, 4320, 4336, 4356, 4500, .positive, at64x27: 216),
    TimingRow(5940000, 10240, 10528, 10704, 11000, 4320, 4336, 4356, 4500, .positive, at64x27: 217),
    TimingRow(1188000, 4096, 4896, 4984, 5280, 2160, 2168, 2178, 2250, .positive, at256x135: 218),
    TimingRow(1188000, 4096, 4184, 4272, 4400, 2160, 2168, 2178, 2250, .positive, at256x135: 219),
  ]
}

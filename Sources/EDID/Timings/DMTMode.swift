import DisplayTypes

/// One of VESA's display monitor timings (DMT 1.0 revision 13).
struct DMTMode {
  let identifier: Int
  /// Its two-byte code in an EDID's standard timings, with the first byte high; zero if it has none.
  let standardCode: Int
  private let row: TimingRow

  init(_ identifier: Int, _ standardCode: Int, _ row: TimingRow) {
    self.identifier = identifier
    self.standardCode = standardCode
    self.row = row
  }

  var mode: ScreenMode { row.mode }

  static func mode(identifier: Int) -> ScreenMode? {
    DMTModeTable.rows.first { $0.identifier == identifier }?.mode
  }

  /// The first timing of a size and a refresh in whole hertz, with or without reduced blanking (drm_edid.c `drm_mode_find_dmt`).
  static func mode(size: PixelSize, hertz: Int, isReduced: Bool) -> ScreenMode? {
    DMTModeTable.rows.lazy.map(\.mode).first {
      $0.size == size && CTAMode.wholeHertz(of: $0) == hertz && Self.isReduced($0) == isReduced
    }
  }

  private static func isReduced(_ mode: ScreenMode) -> Bool {
    let (across, down) = (mode.horizontal, mode.vertical)
    return Int(across.total) - Int(across.display) == 160 && Int(across.syncStart) - Int(across.display) == 48
      && Int(across.syncEnd) - Int(across.display) == 80 && Int(down.syncStart) - Int(down.display) == 3
  }
}

/// The rows of `DMTMode`: identifier, the two-byte standard timing code if there is one, and the timing.
///
/// Source: VESA DMT 1.0 revision 13, through the kernel's drm_edid.c `drm_dmt_modes`, which gives 0x52 negative sync, unlike the
/// standard. The identifiers are 0x01 to 0x58, in order of size.
enum DMTModeTable {
  static let rows: [DMTMode] = [
    DMTMode(0x01, 0, TimingRow(31500, 640, 672, 736, 832, 350, 382, 385, 445, .positiveNegative)),
    DMTMode(0x02, 0x3119, TimingRow(31500, 640, 672, 736, 832, 400, 401, 404, 445, .negativePositive)),
    DMTMode(0x03, 0, TimingRow(35500, 720, 756, 828, 936, 400, 401, 404, 446, .negativePositive)),
    DMTMode(0x04, 0x3140, TimingRow(25175, 640, 656, 752, 800, 480, 490, 492, 525, .negative)),
    DMTMode(0x05, 0x314C, TimingRow(31500, 640, 664, 704, 832, 480, 489, 492, 520, .negative)),
    DMTMode(0x06, 0x314F, TimingRow(31500, 640, 656, 720, 840, 480, 481, 484, 500, .negative)),
    DMTMode(0x07, 0x3159, TimingRow(36000, 640, 696, 752, 832, 480, 481, 484, 509, .negative)),
    DMTMode(0x08, 0, TimingRow(36000, 800, 824, 896, 1024, 600, 601, 603, 625, .positive)),
    DMTMode(0x09, 0x4540, TimingRow(40000, 800, 840, 968, 1056, 600, 601, 605, 628, .positive)),
    DMTMode(0x0A, 0x454C, TimingRow(50000, 800, 856, 976, 1040, 600, 637, 643, 666, .positive)),
    DMTMode(0x0B, 0x454F, TimingRow(49500, 800, 816, 896, 1056, 600, 601, 604, 625, .positive)),
    DMTMode(0x0C, 0x4559, TimingRow(56250, 800, 832, 896, 1048, 600, 601, 604, 631, .positive)),
    DMTMode(0x0D, 0, TimingRow(73250, 800, 848, 880, 960, 600, 603, 607, 636, .positiveNegative)),
    DMTMode(0x0E, 0, TimingRow(33750, 848, 864, 976, 1088, 480, 486, 494, 517, .positive)),
    DMTMode(0x0F, 0, TimingRow(44900, 1024, 1032, 1208, 1264, 768, 768, 776, 817, [.positive, .interlaced])),
    DMTMode(0x10, 0x6140, TimingRow(65000, 1024, 1048, 1184, 1344, 768, 771, 777, 806, .negative)),
    DMTMode(0x11, 0x614C, TimingRow(75000, 1024, 1048, 1184, 1328, 768, 771, 777, 806, .negative)),
    DMTMode(0x12, 0x614F, TimingRow(78750, 1024, 1040, 1136, 1312, 768, 769, 772, 800, .positive)),
    DMTMode(0x13, 0x6159, TimingRow(94500, 1024, 1072, 1168, 1376, 768, 769, 772, 808, .positive)),
    DMTMode(0x14, 0, TimingRow(115500, 1024, 1072, 1104, 1184, 768, 771, 775, 813, .positiveNegative)),
    DMTMode(0x15, 0x714F, TimingRow(108000, 1152, 1216, 1344, 1600, 864, 865, 868, 900, .positive)),
    DMTMode(0x55, 0x81C0, TimingRow(74250, 1280, 1390, 1430, 1650, 720, 725, 730, 750, .positive)),
    DMTMode(0x16, 0, TimingRow(68250, 1280, 1328, 1360, 1440, 768, 771, 778, 790, .positiveNegative)),
    DMTMode(0x17, 0, TimingRow(79500, 1280, 1344, 1472, 1664, 768, 771, 778, 798, .negativePositive)),
    DMTMode(0x18, 0, TimingRow(102250, 1280, 1360, 1488, 1696, 768, 771, 778, 805, .negativePositive)),
    DMTMode(0x19, 0, TimingRow(117500, 1280, 1360, 1496, 1712, 768, 771, 778, 809, .negativePositive)),
    DMTMode(0x1A, 0, TimingRow(140250, 1280, 1328, 1360, 1440, 768, 771, 778, 813, .positiveNegative)),
    DMTMode(0x1B, 0, TimingRow(71000, 1280, 1328, 1360, 1440, 800, 803, 809, 823, .positiveNegative)),
    DMTMode(0x1C, 0x8100, TimingRow(83500, 1280, 1352, 1480, 1680, 800, 803, 809, 831, .negativePositive)),
    DMTMode(0x1D, 0x810F, TimingRow(106500, 1280, 1360, 1488, 1696, 800, 803, 809, 838, .negativePositive)),
    DMTMode(0x1E, 0x8119, TimingRow(122500, 1280, 1360, 1496, 1712, 800, 803, 809, 843, .negativePositive)),
    DMTMode(0x1F, 0, TimingRow(146250, 1280, 1328, 1360, 1440, 800, 803, 809, 847, .positiveNegative)),
    DMTMode(0x20, 0x8140, TimingRow(108000, 1280, 1376, 1488, 1800, 960, 961, 964, 1000, .positive)),
    DMTMode(0x21, 0x8159, TimingRow(148500, 1280, 1344, 1504, 1728, 960, 961, 964, 1011, .positive)),
    DMTMode(0x22, 0, TimingRow(175500, 1280, 1328, 1360, 1440, 960, 963, 967, 1017, .positiveNegative)),
    DMTMode(0x23, 0x8180, TimingRow(108000, 1280, 1328, 1440, 1688, 1024, 1025, 1028, 1066, .positive)),
    DMTMode(0x24, 0x818F, TimingRow(135000, 1280, 1296, 1440, 1688, 1024, 1025, 1028, 1066, .positive)),
    DMTMode(0x25, 0x8199, TimingRow(157500, 1280, 1344, 1504, 1728, 1024, 1025, 1028, 1072, .positive)),
    DMTMode(0x26, 0, TimingRow(187250, 1280, 1328, 1360, 1440, 1024, 1027, 1034, 1084, .positiveNegative)),
    DMTMode(0x27, 0, TimingRow(85500, 1360, 1424, 1536, 1792, 768, 771, 777, 795, .positive)),
    DMTMode(0x28, 0, TimingRow(148250, 1360, 1408, 1440, 1520, 768, 771, 776, 813, .positiveNegative)),
    DMTMode(0x51, 0, TimingRow(85500, 1366, 1436, 1579, 1792, 768, 771, 774, 798, .positive)),
    DMTMode(0x56, 0, TimingRow(72000, 1366, 1380, 1436, 1500, 768, 769, 772, 800, .positive)),
    DMTMode(0x29, 0, TimingRow(101000, 1400, 1448, 1480, 1560, 1050, 1053, 1057, 1080, .positiveNegative)),
    DMTMode(0x2A, 0x9040, TimingRow(121750, 1400, 1488, 1632, 1864, 1050, 1053, 1057, 1089, .negativePositive)),
    DMTMode(0x2B, 0x904F, TimingRow(156000, 1400, 1504, 1648, 1896, 1050, 1053, 1057, 1099, .negativePositive)),
    DMTMode(0x2C, 0x9059, TimingRow(179500, 1400, 1504, 1656, 1912, 1050, 1053, 1057, 1105, .negativePositive)),
    DMTMode(0x2D, 0, TimingRow(208000, 1400, 1448, 1480, 1560, 1050, 1053, 1057, 1112, .positiveNegative)),
    DMTMode(0x2E, 0, TimingRow(88750, 1440, 1488, 1520, 1600, 900, 903, 909, 926, .positiveNegative)),
    DMTMode(0x2F, 0x9500, TimingRow(106500, 1440, 1520, 1672, 1904, 900, 903, 909, 934, .negativePositive)),
    DMTMode(0x30, 0x950F, TimingRow(136750, 1440, 1536, 1688, 1936, 900, 903, 909, 942, .negativePositive)),
    DMTMode(0x31, 0x9519, TimingRow(157000, 1440, 1544, 1696, 1952, 900, 903, 909, 948, .negativePositive)),
    DMTMode(0x32, 0, TimingRow(182750, 1440, 1488, 1520, 1600, 900, 903, 909, 953, .positiveNegative)),
    DMTMode(0x53, 0xA9C0, TimingRow(108000, 1600, 1624, 1704, 1800, 900, 901, 904, 1000, .positive)),
    DMTMode(0x33, 0xA940, TimingRow(162000, 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, .positive)),
    DMTMode(0x34, 0xA945, TimingRow(175500, 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, .positive)),
    DMTMode(0x35, 0xA94A, TimingRow(189000, 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, .positive)),
    DMTMode(0x36, 0xA94F, TimingRow(202500, 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, .positive)),
    DMTMode(0x37, 0xA959, TimingRow(229500, 1600, 1664, 1856, 2160, 1200, 1201, 1204, 1250, .positive)),
    DMTMode(0x38, 0, TimingRow(268250, 1600, 1648, 1680, 1760, 1200, 1203, 1207, 1271, .positiveNegative)),
    DMTMode(0x39, 0, TimingRow(119000, 1680, 1728, 1760, 1840, 1050, 1053, 1059, 1080, .positiveNegative)),
    DMTMode(0x3A, 0xB300, TimingRow(146250, 1680, 1784, 1960, 2240, 1050, 1053, 1059, 1089, .negativePositive)),
    DMTMode(0x3B, 0xB30F, TimingRow(187000, 1680, 1800, 1976, 2272, 1050, 1053, 1059, 1099, .negativePositive)),
    DMTMode(0x3C, 0xB319, TimingRow(214750, 1680, 1808, 1984, 2288, 1050, 1053, 1059, 1105, .negativePositive)),
    DMTMode(0x3D, 0, TimingRow(245500, 1680, 1728, 1760, 1840, 1050, 1053, 1059, 1112, .positiveNegative)),
    DMTMode(0x3E, 0xC140, TimingRow(204750, 1792, 1920, 2120, 2448, 1344, 1345, 1348, 1394, .negativePositive)),
    DMTMode(0x3F, 0xC14F, TimingRow(261000, 1792, 1888, 2104, 2456, 1344, 1345, 1348, 1417, .negativePositive)),
    DMTMode(0x40, 0, TimingRow(333250, 1792, 1840, 1872, 1952, 1344, 1347, 1351, 1423, .positiveNegative)),
    DMTMode(0x41, 0xC940, TimingRow(218250, 1856, 1952, 2176, 2528, 1392, 1393, 1396, 1439, .negativePositive)),
    DMTMode(0x42, 0xC94F, TimingRow(288000, 1856, 1984, 2208, 2560, 1392, 1393, 1396, 1500, .negativePositive)),
    DMTMode(0x43, 0, TimingRow(356500, 1856, 1904, 1936, 2016, 1392, 1395, 1399, 1474, .positiveNegative)),
    DMTMode(0x52, 0xD1C0, TimingRow(148500, 1920, 2008, 2052, 2200, 1080, 1084, 1089, 1125, .positive)),
    DMTMode(0x44, 0, TimingRow(154000, 1920, 1968, 2000, 2080, 1200, 1203, 1209, 1235, .positiveNegative)),
    DMTMode(0x45, 0xD100, TimingRow(193250, 1920, 2056, 2256, 2592, 1200, 1203, 1209, 1245, .negativePositive)),
    DMTMode(0x46, 0xD10F, TimingRow(245250, 1920, 2056, 2264, 2608, 1200, 1203, 1209, 1255, .negativePositive)),
    DMTMode(0x47, 0xD119, TimingRow(281250, 1920, 2064, 2272, 2624, 1200, 1203, 1209, 1262, .negativePositive)),
    DMTMode(0x48, 0, TimingRow(317000, 1920, 1968, 2000, 2080, 1200, 1203, 1209, 1271, .positiveNegative)),
    DMTMode(0x49, 0xD140, TimingRow(234000, 1920, 2048, 2256, 2600, 1440, 1441, 1444, 1500, .negativePositive)),
    DMTMode(0x4A, 0xD14F, TimingRow(297000, 1920, 2064, 2288, 2640, 1440, 1441, 1444, 1500, .negativePositive)),
    DMTMode(0x4B, 0, TimingRow(380500, 1920, 1968, 2000, 2080, 1440, 1443, 1447, 1525, .positiveNegative)),
    DMTMode(0x54, 0xE1C0, TimingRow(162000, 2048, 2074, 2154, 2250, 1152, 1153, 1156, 1200, .positive)),
    DMTMode(0x4C, 0, TimingRow(268500, 2560, 2608, 2640, 2720, 1600, 1603, 1609, 1646, .positiveNegative)),
    DMTMode(0x4D, 0, TimingRow(348500, 2560, 2752, 3032, 3504, 1600, 1603, 1609, 1658, .negativePositive)),
    DMTMode(0x4E, 0, TimingRow(443250, 2560, 2768, 3048, 3536, 1600, 1603, 1609, 1672, .negativePositive)),
    DMTMode(0x4F, 0, TimingRow(505250, 2560, 2768, 3048, 3536, 1600, 1603, 1609, 1682, .negativePositive)),
    DMTMode(0x50, 0, TimingRow(552750, 2560, 2608, 2640, 2720, 1600, 1603, 1609, 1694, .positiveNegative)),
    DMTMode(0x57, 0, TimingRow(556744, 4096, 4104, 4136, 4176, 2160, 2208, 2216, 2222, .positiveNegative)),
    DMTMode(0x58, 0, TimingRow(556188, 4096, 4104, 4136, 4176, 2160, 2208, 2216, 2222, .positiveNegative)),
  ]
}

/// One line of a timing table: the clock in kHz, then display, sync start, sync end and total of both directions.
struct TimingRow {
  private let clock: UInt32
  private let width, syncStart, syncEnd, total: UInt16
  private let height, verticalSyncStart, verticalSyncEnd, verticalTotal: UInt16
  private let flags: TimingFlags
  private let code4x3, code16x9, code64x27, code256x135: UInt8

  /// It only stores constants, so that the compiler makes a table without code. The codes are CTA-861's by picture aspect; zero for none.
  init(
    _ clock: UInt32, _ width: UInt16, _ syncStart: UInt16, _ syncEnd: UInt16, _ total: UInt16, _ height: UInt16,
    _ verticalSyncStart: UInt16, _ verticalSyncEnd: UInt16, _ verticalTotal: UInt16, _ flags: TimingFlags,
    at4x3: UInt8 = 0, at16x9: UInt8 = 0, at64x27: UInt8 = 0, at256x135: UInt8 = 0
  ) {
    self.clock = clock
    self.width = width
    self.syncStart = syncStart
    self.syncEnd = syncEnd
    self.total = total
    self.height = height
    self.verticalSyncStart = verticalSyncStart
    self.verticalSyncEnd = verticalSyncEnd
    self.verticalTotal = verticalTotal
    self.flags = flags
    code4x3 = at4x3
    code16x9 = at16x9
    code64x27 = at64x27
    code256x135 = at256x135
  }

  var mode: ScreenMode {
    ScreenMode(
      clockKilohertz: clock,
      horizontal: ModeTiming(display: width, syncStart: syncStart, syncEnd: syncEnd, total: total),
      vertical: ModeTiming(
        display: height, syncStart: verticalSyncStart, syncEnd: verticalSyncEnd, total: verticalTotal),
      flags: flags.rawValue)
  }

  /// CTA-861's codes of the timing by picture aspect.
  var codes: [(code: Int, aspect: PictureAspect)] {
    zip([code4x3, code16x9, code64x27, code256x135], PictureAspect.allCases).compactMap { code, aspect in
      code == 0 ? nil : (Int(code), aspect)
    }
  }
}

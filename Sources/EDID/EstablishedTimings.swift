import DisplayTypes

/// The timings that an EDID names by single bits.
enum EstablishedTimings {
  /// The modes of the bits set in bytes 0x23 to 0x25 of the base block.
  ///
  /// Source: EDID 1.4 section 3.8. The IBM and Apple timings are in no VESA table; the figures are the kernel's and edid-decode's.
  static func modes(base: ByteWindow) -> [ScreenMode] {
    let bits = [base[0x23], base[0x24], base[0x25]]
    return table.enumerated().compactMap { index, entry in
      bits[index / 8] & (0x80 >> (index % 8)) != 0 ? entry.mode : nil
    }
  }

  /// The modes of the bits set in an Established Timings III descriptor (EDID 1.4 section 3.10.3.9, tag 0xF7).
  static func modes(descriptor: ByteWindow) -> [ScreenMode] {
    thirdTable.enumerated().compactMap { index, identifier in
      descriptor[6 + index / 8] & (0x80 >> (index % 8)) != 0 ? DMTMode.mode(identifier: identifier) : nil
    }
  }

  private enum Entry {
    case displayMonitorTiming(Int)
    case other(TimingRow)

    var mode: ScreenMode? {
      switch self {
      case .displayMonitorTiming(let identifier): DMTMode.mode(identifier: identifier)
      case .other(let row): row.mode
      }
    }
  }

  /// From bit 7 of byte 0x23 to bit 7 of byte 0x25.
  private static let table: [Entry] = [
    .other(TimingRow(28320, 720, 738, 846, 900, 400, 412, 414, 449, .negativePositive)),
    .other(TimingRow(35500, 720, 738, 846, 900, 400, 421, 423, 449, .negative)),
    .displayMonitorTiming(0x04),
    .other(TimingRow(30240, 640, 704, 768, 864, 480, 483, 486, 525, .negative)),
    .displayMonitorTiming(0x05),
    .displayMonitorTiming(0x06),
    .displayMonitorTiming(0x08),
    .displayMonitorTiming(0x09),
    .displayMonitorTiming(0x0A),
    .displayMonitorTiming(0x0B),
    .other(TimingRow(57284, 832, 864, 928, 1152, 624, 625, 628, 667, .negative)),
    .displayMonitorTiming(0x0F),
    .displayMonitorTiming(0x10),
    .displayMonitorTiming(0x11),
    .displayMonitorTiming(0x12),
    .displayMonitorTiming(0x24),
    .other(TimingRow(100_000, 1152, 1200, 1328, 1456, 870, 873, 876, 915, .positive)),
  ]

  /// DMT identifiers from bit 7 of byte 6 to bit 4 of byte 11.
  private static let thirdTable: [Int] = [
    0x01, 0x02, 0x03, 0x07, 0x0E, 0x0C, 0x13, 0x15,
    0x16, 0x17, 0x18, 0x19, 0x20, 0x21, 0x23, 0x25,
    0x27, 0x2E, 0x2F, 0x30, 0x31, 0x29, 0x2A, 0x2B,
    0x2C, 0x39, 0x3A, 0x3B, 0x3C, 0x33, 0x34, 0x35,
    0x36, 0x37, 0x3E, 0x3F, 0x41, 0x42, 0x44, 0x45,
    0x46, 0x47, 0x49, 0x4A,
  ]
}

import DisplayTypes

/// A DisplayID section in an EDID extension block (DisplayID 1.3 section 3, DisplayID 2.0 section 2).
struct DisplayIDExtension {
  static let tag = 0x70

  private(set) var timings: [DisplayIDTiming] = []
  private(set) var dataBlocks: [CTADataBlocks] = []
  private(set) var complaints: [String] = []

  /// Reads an extension block of 128 bytes; a section with a bad checksum is ignored.
  init(_ block: ByteWindow) {
    let length = block[2]
    // The header and the checksum have five bytes, and the data blocks have `length` bytes.
    guard length + 6 <= block.count else {
      complaints.append("Its DisplayID section of \(length) bytes runs over the end of the block.")
      return
    }
    guard block.window(from: 1, count: length + 5).hasValidChecksum else {
      complaints.append("Its DisplayID section has a bad checksum and was ignored.")
      return
    }
    read(block.window(from: 5, count: length))
  }

  private mutating func read(_ section: ByteWindow) {
    var offset = 0
    while offset + 3 <= section.count {
      let tag = section[offset]
      let length = section[offset + 2]
      // Zeros fill the rest of the section.
      if tag == 0 && length == 0 && section[offset + 1] == 0 { return }
      guard offset + 3 + length <= section.count else {
        complaints.append("A data block of its DisplayID section runs over the section's end.")
        return
      }
      let payload = section.window(from: offset + 3, count: length)
      switch tag {
      case 0x03: readTimings(payload, unit: 10)
      case 0x22: readTimings(payload, unit: 1)
      case 0x81: dataBlocks.append(CTADataBlocks(payload))
      default: break
      }
      offset += 3 + length
    }
  }

  private mutating func readTimings(_ payload: ByteWindow, unit: Int) {
    guard payload.count % 20 == 0 else {
      complaints.append("A block of DisplayID timings has \(payload.count) bytes, no multiple of 20, and was ignored.")
      return
    }
    for index in 0..<(payload.count / 20) {
      timings.append(DisplayIDTiming(payload.window(from: index * 20, count: 20), unit: unit))
    }
  }
}

/// A 20-byte detailed timing of DisplayID: type I (1.x, clock in units of 10 kHz) or type VII (2.0, in kHz).
///
/// Source: DisplayID 1.3 section 4.4.1, DisplayID 2.0 section 4.3. All numbers are stored as one less.
struct DisplayIDTiming {
  /// The timing; nil if a number is out of range, or if it is interlaced.
  ///
  /// No display with interlaced DisplayID timings is known.
  let mode: ScreenMode?

  init(_ timing: ByteWindow, unit: Int) {
    let clock = (timing.word(0) | timing[2] << 16) + 1
    let across = BlankedTiming.Axis(
      active: timing.word(4) + 1, frontPorch: (timing.word(8) & 0x7FFF) + 1, sync: timing.word(10) + 1,
      blanking: timing.word(6) + 1)
    let down = BlankedTiming.Axis(
      active: timing.word(12) + 1, frontPorch: (timing.word(16) & 0x7FFF) + 1, sync: timing.word(18) + 1,
      blanking: timing.word(14) + 1)
    let flags = TimingFlags(isPositiveHorizontal: timing[9] & 0x80 != 0, isPositiveVertical: timing[17] & 0x80 != 0)
    var mode = BlankedTiming(clockKilohertz: clock * unit, horizontal: across, vertical: down, flags: flags).mode
    mode?.isPreferred = timing[3] & 0x80 != 0
    self.mode = timing[3] & 0x10 == 0 ? mode : nil
  }
}

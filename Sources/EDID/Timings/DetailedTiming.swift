import DisplayTypes

/// An 18-byte detailed timing descriptor (EDID 1.4 section 3.10.2): a full timing and the size of its picture.
struct DetailedTiming {
  let mode: ScreenMode
  /// The stated millimetres, even if they make no sense.
  let millimeters: PhysicalSize

  /// The descriptor has no picture, or an impossible one.
  ///
  /// The reason ends the sentence "detailed timing 1 …".
  struct Failure: Error {
    let reason: String
  }

  /// Reads a descriptor whose first two bytes are not both zero.
  init(_ descriptor: ByteWindow) throws(Failure) {
    let across = BlankedTiming.Axis(
      active: descriptor[2] | (descriptor[4] & 0xF0) << 4,
      frontPorch: descriptor[8] | (descriptor[11] & 0xC0) << 2,
      sync: descriptor[9] | (descriptor[11] & 0x30) << 4,
      blanking: descriptor[3] | (descriptor[4] & 0x0F) << 8)
    let down = BlankedTiming.Axis(
      active: descriptor[5] | (descriptor[7] & 0xF0) << 4,
      frontPorch: descriptor[10] >> 4 | (descriptor[11] & 0x0C) << 2,
      sync: descriptor[10] & 0x0F | (descriptor[11] & 0x03) << 4,
      blanking: descriptor[6] | (descriptor[7] & 0x0F) << 8)
    let features = descriptor[17]
    guard across.active >= 64, down.active >= 64 else {
      throw Failure(reason: "has a picture of only \(across.active)x\(down.active)")
    }
    // Bits 6 and 0 select a kind of stereo only if bit 5 is set (drm_edid.c `DRM_EDID_PT_STEREO`).
    guard features & 0x20 == 0 else { throw Failure(reason: "is stereoscopic, which Marquee does not show") }
    guard across.sync > 0, down.sync > 0 else { throw Failure(reason: "has no sync pulse") }
    // Bits 1 and 2 mean sync polarity for digital separate sync. The kernel reads them so in all cases.
    var flags = TimingFlags(isPositiveHorizontal: features & 0x02 != 0, isPositiveVertical: features & 0x04 != 0)
    if features & 0x80 != 0 { flags.insert(.interlaced) }
    let timing = BlankedTiming(
      clockKilohertz: descriptor.word(0) * 10, horizontal: across, vertical: down, flags: flags)
    guard var mode = timing.mode else { throw Failure(reason: "has numbers beyond 65535") }
    if mode.isInterlaced { mode.vertical = Self.frameLines(mode.vertical, width: across.active) }
    self.mode = CTAMode.clockCorrected(mode)
    millimeters = PhysicalSize(
      widthMillimeters: descriptor[12] | (descriptor[14] & 0xF0) << 4,
      heightMillimeters: descriptor[13] | (descriptor[14] & 0x0F) << 8)
  }

  /// The lines of a frame, which the kernel counts, from the lines of a field, which the EDID should state.
  ///
  /// Some displays state frame lines, which must not be doubled. The kernel decides by known formats (drm_edid.c
  /// `drm_mode_do_interlace_quirk`). For other sizes, the lines are doubled if the field would be wider than any display.
  private static func frameLines(_ field: ModeTiming, width: Int) -> ModeTiming {
    let height = Int(field.display)
    let isKnown =
      [1080: [1920], 480: [720, 1440, 2880], 576: [720, 1440, 2880]][height * 2]?.contains(width) ?? false
    guard isKnown || (height * 12 < width * 5 && height != 480 && height != 576) else { return field }
    let frame = [field.display, field.syncStart, field.syncEnd, field.total].map { Int($0) * 2 }
    guard
      let display = UInt16(exactly: frame[0]), let start = UInt16(exactly: frame[1]),
      let end = UInt16(exactly: frame[2]), let total = UInt16(exactly: frame[3] | 1)
    else { return field }
    return ModeTiming(display: display, syncStart: start, syncEnd: end, total: total)
  }
}

/// A timing in the form of EDIDs and formulas: active part, front porch, sync width and total blanking, in unchecked numbers.
struct BlankedTiming {
  /// One direction, in pixels or lines.
  struct Axis {
    var active: Int
    var frontPorch: Int
    var sync: Int
    var blanking: Int

    /// The timing in the kernel's form; nil if a number exceeds 16 bits.
    ///
    /// If a total is too short for the sync pulse, it is made longer, as in the kernel (drm_edid.c `drm_mode_detailed`).
    var timing: ModeTiming? {
      let start = active + frontPorch
      let end = start + sync
      let total = active + blanking
      guard
        let display = UInt16(exactly: active), let syncStart = UInt16(exactly: start),
        let syncEnd = UInt16(exactly: end), let whole = UInt16(exactly: end > total ? end + 1 : total)
      else { return nil }
      return ModeTiming(display: display, syncStart: syncStart, syncEnd: syncEnd, total: whole)
    }
  }

  var clockKilohertz: Int
  var horizontal: Axis
  var vertical: Axis
  var flags: TimingFlags

  /// The mode; nil if a number is out of range.
  var mode: ScreenMode? {
    guard let clock = UInt32(exactly: clockKilohertz), let across = horizontal.timing, let down = vertical.timing else {
      return nil
    }
    return ScreenMode(clockKilohertz: clock, horizontal: across, vertical: down, flags: flags.rawValue)
  }
}

/// The kernel's `DRM_MODE_FLAG_*` bits (drm_mode.h) that EDID timings need.
struct TimingFlags: OptionSet {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(isPositiveHorizontal: Bool, isPositiveVertical: Bool) {
    self = [
      isPositiveHorizontal ? .positiveHorizontalSync : .negativeHorizontalSync,
      isPositiveVertical ? .positiveVerticalSync : .negativeVerticalSync,
    ]
  }

  static let positiveHorizontalSync = TimingFlags(rawValue: 1 << 0)
  static let negativeHorizontalSync = TimingFlags(rawValue: 1 << 1)
  static let positiveVerticalSync = TimingFlags(rawValue: 1 << 2)
  static let negativeVerticalSync = TimingFlags(rawValue: 1 << 3)
  /// The values of `ScreenMode.Flag`, as literals, so that the tables of timings are constant.
  static let interlaced = TimingFlags(rawValue: 1 << 4)
  static let doubleClock = TimingFlags(rawValue: 1 << 12)

  static let positive: TimingFlags = [.positiveHorizontalSync, .positiveVerticalSync]
  static let negative: TimingFlags = [.negativeHorizontalSync, .negativeVerticalSync]
  /// The interlaced formats of standard-definition television.
  static let standardInterlaced: TimingFlags = [.negative, .interlaced, .doubleClock]
  /// Horizontal positive, vertical negative; for reduced blanking.
  static let positiveNegative: TimingFlags = [.positiveHorizontalSync, .negativeVerticalSync]
  /// Horizontal negative, vertical positive; for CVT and GTF.
  static let negativePositive: TimingFlags = [.negativeHorizontalSync, .positiveVerticalSync]
}

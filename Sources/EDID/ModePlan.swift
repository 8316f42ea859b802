import DisplayTypes

/// Where each mode of a made EDID is stated: as a video code, a detailed timing or a DisplayID timing.
struct ModePlan {
  /// Detailed timings, 18 bytes each.
  private(set) var detailed: [[UInt8]] = []
  /// CTA-861 video codes, for modes with a picture aspect.
  private(set) var codes: [UInt8] = []
  /// DisplayID timings of type I, 20 bytes each; each says itself whether it is preferred.
  private(set) var large: [[UInt8]] = []

  /// Whether the preferred mode is the first of `detailed`.
  private(set) var prefersFirstDetailed = false

  /// Finds a place for a mode; one that nothing can state is left out.
  ///
  /// A video code cannot say that it is preferred; so a preferred mode with a picture aspect is stated once more without.
  mutating func add(_ mode: ScreenMode, millimeters: PhysicalSize?) {
    guard mode.pictureAspect == nil else {
      if let match = CTAMode.match(mode, tolerance: 0), match.mode == mode { codes.append(UInt8(clamping: match.code)) }
      guard mode.isPreferred else { return }
      var plain = mode
      plain.pictureAspect = nil
      return add(plain, millimeters: millimeters)
    }
    if let descriptor = Self.detailedTiming(mode, millimeters: millimeters) {
      if mode.isPreferred && detailed.isEmpty { prefersFirstDetailed = true }
      detailed.append(descriptor)
    } else if let timing = Self.displayIDTiming(mode) {
      large.append(timing)
    }
  }

  /// The 18 bytes of a detailed timing (EDID 1.4 section 3.10.2); nil where its 12-bit numbers cannot hold the mode, or
  /// reading it back would not give the same.
  private static func detailedTiming(_ mode: ScreenMode, millimeters: PhysicalSize?) -> [UInt8]? {
    let across = axis(mode.horizontal, lines: 1)
    let down = axis(mode.vertical, lines: mode.isInterlaced ? 2 : 1)
    let clock = (Int(mode.clockKilohertz) + 5) / 10
    guard clock <= 0xFFFF, across.active <= 0xFFF, across.blanking <= 0xFFF, down.active <= 0xFFF else { return nil }
    guard down.blanking <= 0xFFF, across.frontPorch <= 0x3FF, across.sync <= 0x3FF else { return nil }
    guard down.frontPorch <= 0x3F, down.sync <= 0x3F else { return nil }
    let width = min(max(0, millimeters?.widthMillimeters ?? 0), 0xFFF)
    let height = min(max(0, millimeters?.heightMillimeters ?? 0), 0xFFF)
    let flags = TimingFlags(rawValue: mode.flags)
    var features = 0x18
    if flags.contains(.interlaced) { features |= 0x80 }
    if flags.contains(.positiveVerticalSync) { features |= 0x04 }
    if flags.contains(.positiveHorizontalSync) { features |= 0x02 }
    let numbers: [Int] = [
      clock, clock >> 8, across.active, across.blanking, highNibbles(across.active >> 8, across.blanking >> 8),
      down.active, down.blanking, highNibbles(down.active >> 8, down.blanking >> 8), across.frontPorch, across.sync,
      highNibbles(down.frontPorch & 0xF, down.sync & 0xF),
      highNibbles(
        (across.frontPorch >> 8) * 4 + (across.sync >> 8), (down.frontPorch >> 4) * 4 + (down.sync >> 4)),
      width, height, highNibbles(width >> 8, height >> 8), 0, 0, features,
    ]
    let bytes = numbers.map { UInt8(truncatingIfNeeded: $0) }
    let readBack = try? DetailedTiming(ByteWindow(bytes)).mode
    return readBack == mode ? bytes : nil
  }

  /// The 20 bytes of a DisplayID timing of type I (DisplayID 1.3 section 4.4.1); nil where it cannot state the mode.
  private static func displayIDTiming(_ mode: ScreenMode) -> [UInt8]? {
    let across = axis(mode.horizontal, lines: 1)
    let down = axis(mode.vertical, lines: 1)
    let flags = TimingFlags(rawValue: mode.flags)
    let clock = Int(mode.clockKilohertz) / 10 - 1
    var bytes: [UInt8] = [
      UInt8(truncatingIfNeeded: clock), UInt8(truncatingIfNeeded: clock >> 8), UInt8(truncatingIfNeeded: clock >> 16),
      mode.isPreferred ? 0x80 : 0,
    ]
    for (axis, isPositive) in [
      (across, flags.contains(.positiveHorizontalSync)), (down, flags.contains(.positiveVerticalSync)),
    ] {
      let porch = (axis.frontPorch - 1) & 0x7FFF | (isPositive ? 0x8000 : 0)
      for number in [axis.active - 1, axis.blanking - 1, porch, axis.sync - 1] {
        bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      }
    }
    return DisplayIDTiming(ByteWindow(bytes), unit: 10).mode == mode ? bytes : nil
  }

  private static func highNibbles(_ high: Int, _ low: Int) -> Int { high * 16 + low }

  private static func axis(_ timing: ModeTiming, lines: Int) -> BlankedTiming.Axis {
    BlankedTiming.Axis(
      active: Int(timing.display) / lines, frontPorch: (Int(timing.syncStart) - Int(timing.display)) / lines,
      sync: (Int(timing.syncEnd) - Int(timing.syncStart)) / lines,
      blanking: (Int(timing.total) / lines) - (Int(timing.display) / lines))
  }
}

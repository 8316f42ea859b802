public import DisplayTypes

/// Writes EDID bytes: blocks, descriptors and checksums.
struct EDIDBuilder {
  let identity: DisplayIdentity
  let physicalSize: PhysicalSize?

  /// The bytes for a display with these modes, `preferred` first; modes that do not fit into a descriptor are left out.
  func bytes(preferred: ScreenMode, others: [ScreenMode]) -> [UInt8] {
    var plan = TimingPlacement()
    for mode in [preferred] + others where mode.isPlausible { plan.add(mode, millimeters: physicalSize) }
    var descriptors: [[UInt8]] = Array(plan.detailed.prefix(1))
    if !identity.model.isEmpty { descriptors.append(text(.name, identity.model)) }
    if !identity.serial.isEmpty { descriptors.append(text(.serialNumber, identity.serial)) }
    let inBase = plan.detailed.dropFirst().prefix(4 - descriptors.count)
    // Detailed timings come before the other descriptors.
    descriptors.insert(contentsOf: inBase, at: min(1, descriptors.count))
    var extensions: [[UInt8]] = []
    let rest = Array(plan.detailed.dropFirst(1 + inBase.count))
    if !rest.isEmpty || !plan.codes.isEmpty { extensions.append(consumerBlock(codes: plan.codes, detailed: rest)) }
    if !plan.large.isEmpty { extensions.append(displayIDBlock(plan.large)) }
    let base = baseBlock(
      descriptors: descriptors, extensions: extensions.count, prefersFirstDetailed: plan.prefersFirstDetailed)
    return base + extensions.flatMap { $0 }
  }

  private func baseBlock(descriptors: [[UInt8]], extensions: Int, prefersFirstDetailed: Bool) -> [UInt8] {
    var block: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
    let make = packedMake
    block += [UInt8(truncatingIfNeeded: make >> 8), UInt8(truncatingIfNeeded: make)]
    let product = UInt16(identity.model, radix: 16) ?? 1
    block += [UInt8(truncatingIfNeeded: product), UInt8(truncatingIfNeeded: product >> 8)]
    let serial = UInt32(identity.serial) ?? 0
    block += (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * UInt32($0))) }
    // Week not stated, 2025. From revision 4 on, the first detailed timing is always the preferred one, and the input is digital with 8
    // bits for each colour on HDMI. Revision 3 can only state that it is digital.
    block += prefersFirstDetailed ? [0, 35, 1, 4, 0xA2] : [0, 35, 1, 3, 0x80]
    block += [centimeters(physicalSize?.widthMillimeters), centimeters(physicalSize?.heightMillimeters)]
    // Gamma 2.2. Then sRGB, and whether the first detailed timing is the preferred one. Then sRGB's chromaticities.
    block += [120, prefersFirstDetailed ? 0x06 : 0x04, 0xEE, 0x91, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54]
    block += [0, 0, 0]
    block += [UInt8](repeating: 0x01, count: 16)
    for descriptor in descriptors.prefix(4) { block += descriptor }
    while block.count < 126 { block += [0, 0, 0, 0x10] + [UInt8](repeating: 0, count: 14) }
    return sealed(block + [UInt8(clamping: extensions)])
  }

  /// A CTA-861 extension with HDMI's vendor block, short video descriptors and all detailed timings that fit.
  private func consumerBlock(codes: [UInt8], detailed: [[UInt8]]) -> [UInt8] {
    let listed = codes.prefix(31)
    var collection: [UInt8] = listed.isEmpty ? [] : [2 << 5 | UInt8(clamping: listed.count)] + listed
    collection += [3 << 5 | 5, 0x03, 0x0C, 0x00, 0x10, 0x00]
    let start = 4 + collection.count
    // Underscanned by default, because a test display shows pictures to their edges.
    var block: [UInt8] = [0x02, 3, UInt8(clamping: start), 0x80] + collection
    for descriptor in detailed.prefix((127 - start) / 18) { block += descriptor }
    return sealed(block)
  }

  /// A DisplayID 1.2 section with timings of type I, for values that exceed the 12 bits of a detailed timing.
  private func displayIDBlock(_ timings: [[UInt8]]) -> [UInt8] {
    let listed = timings.prefix(5)
    let payload = listed.flatMap { $0 }
    let blocks: [UInt8] = [0x03, 0x00, UInt8(clamping: payload.count)] + payload
    let section: [UInt8] = [0x12, UInt8(clamping: blocks.count), 0x00, 0x00] + blocks
    let sum = section.reduce(0, &+)
    return sealed([0x70] + section + [0 &- sum])
  }

  /// The block, filled to 127 bytes and followed by its checksum.
  private func sealed(_ block: [UInt8]) -> [UInt8] {
    let body = Array((block + [UInt8](repeating: 0, count: max(0, 127 - block.count))).prefix(127))
    return body + [0 &- body.reduce(0, &+)]
  }

  private func text(_ kind: DisplayDescriptor, _ text: String) -> [UInt8] {
    var characters = Array(text.utf8.filter { (0x20...0x7E).contains($0) }.prefix(13))
    if characters.count < 13 { characters.append(0x0A) }
    while characters.count < 13 { characters.append(0x20) }
    return [0, 0, 0, UInt8(clamping: kind.rawValue), 0] + characters
  }

  /// The make in five bits for each letter.
  ///
  /// Other characters become X, so that the difference is visible.
  private var packedMake: UInt16 {
    guard !identity.make.isEmpty else { return 0 }
    var letters = identity.make.utf8.prefix(3).map { $0 & 0xDF }
    while letters.count < 3 { letters.append(UInt8(ascii: "X")) }
    return letters.reduce(0) { packed, letter in
      let known = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter : UInt8(ascii: "X")
      return packed << 5 | UInt16(known - 0x40)
    }
  }

  private func centimeters(_ millimeters: Int?) -> UInt8 {
    guard let millimeters, millimeters > 0, millimeters < 2555 else { return 0 }
    return UInt8(clamping: (millimeters + 5) / 10)
  }
}

/// The way in which a made EDID states each mode: a video code, a detailed timing or a DisplayID timing.
struct TimingPlacement {
  /// The detailed timings, 18 bytes each.
  private(set) var detailed: [[UInt8]] = []
  /// The CTA-861 video codes, for modes with a picture aspect.
  private(set) var codes: [UInt8] = []
  /// The DisplayID timings of type I, 20 bytes each, which have their own preferred flag.
  private(set) var large: [[UInt8]] = []
  /// Whether the preferred mode is the first of `detailed`.
  private(set) var prefersFirstDetailed = false

  /// Adds a mode, if it can be stated.
  ///
  /// A video code cannot be preferred, so a preferred mode with a picture aspect is also stated without it.
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

  /// The 18 bytes of a detailed timing (EDID 1.4 section 3.10.2); nil if they cannot state the mode.
  ///
  /// Its numbers may exceed 12 bits, or the bytes may read back as another mode.
  private static func detailedTiming(_ mode: ScreenMode, millimeters: PhysicalSize?) -> [UInt8]? {
    let across = axis(mode.horizontal, lines: 1)
    let down = axis(mode.vertical, lines: mode.isInterlaced ? 2 : 1)
    let clock = (Int(mode.clockKilohertz) + 5) / 10
    guard clock <= 0xFFFF, across.active <= 0xFFF, across.blanking <= 0xFFF, down.active <= 0xFFF,
      down.blanking <= 0xFFF, across.frontPorch <= 0x3FF, across.sync <= 0x3FF, down.frontPorch <= 0x3F,
      down.sync <= 0x3F
    else { return nil }
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

  /// The 20 bytes of a DisplayID timing of type I (DisplayID 1.3 section 4.4.1); nil if it cannot state the mode.
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

extension EDID {
  /// Makes the bytes of an EDID for a simulated display; `EDID(bytes:)` reads the same values back.
  ///
  /// The base block states the name and serial (13 printable ASCII characters each), the size and the preferred mode. The other modes
  /// follow in the base block, in a CTA-861 extension (as video codes if they have a picture aspect), or in a DisplayID extension (if
  /// they are too large or too fast for a detailed timing).
  ///
  /// A video code cannot be preferred. A preferred mode with a picture aspect is therefore also stated without it, and that statement is
  /// preferred. Modes that cannot be stated are left out. So are modes beyond about 8 detailed, 31 coded and 5 large ones.
  public static func synthesized(
    identity: DisplayIdentity, physicalSize: PhysicalSize?, preferred: ScreenMode, others: [ScreenMode] = []
  ) -> [UInt8] {
    var first = preferred
    first.isPreferred = true
    let rest = others.filter { $0 != preferred }.map { mode in
      var mode = mode
      mode.isPreferred = false
      return mode
    }
    return EDIDBuilder(identity: identity, physicalSize: physicalSize).bytes(preferred: first, others: rest)
  }
}

import DisplayTypes

/// Reads an EDID block by block, in the order in which the kernel finds modes (drm_edid.c `_drm_edid_connector_add_modes`).
struct EDIDReader {
  let base: BaseBlock
  private(set) var ctaExtensions: [CTAExtension] = []
  private(set) var displayIDExtensions: [DisplayIDExtension] = []
  private(set) var list = EDIDModeList()
  private(set) var ycbcr420OnlyModes: [ScreenMode] = []
  private(set) var firstDetailedSize: PhysicalSize?
  private(set) var firstDetailedMode: ScreenMode?
  /// The number of stated extension blocks, including missing blocks.
  private(set) var extensionCount = 0
  private var findings: [String] = []

  /// Checks the base block, and reads everything that follows it.
  init(_ bytes: [UInt8]) throws(EDIDError) {
    let all = ByteWindow(bytes)
    base = try BaseBlock(all)
    if !base.isMakeValid { findings.append("The maker's identifier is not made of three letters.") }
    readExtensions(all)
    addDetailedTimings()
    addCodedTimings()
    addVideoCodes()
    addDisplayIDTimings()
  }

  /// The errors in the EDID, each once.
  var complaints: [String] {
    var known: Set<String> = []
    return (findings + list.complaints).filter { known.insert($0).inserted }
  }

  var descriptors: [ByteWindow] { base.descriptors + ctaExtensions.flatMap(\.descriptors) }

  var dataBlocks: [CTADataBlocks] { ctaExtensions.map(\.dataBlocks) + displayIDExtensions.flatMap(\.dataBlocks) }

  /// The first name, continued in its next descriptor if it has 13 characters, and so no line feed.
  var name: String? {
    let all = descriptors(.name)
    let end = all.firstIndex { !DisplayDescriptor.isFull($0) }.map { $0 + 1 } ?? all.count
    let names = [DisplayDescriptor.text(Array(all[..<end]))] + all.map { DisplayDescriptor.text([$0]) }
    return names.first { !$0.isEmpty }
  }

  /// The first serial text that has more than zeros.
  var serialText: String? {
    descriptors(.serialNumber).lazy.map { DisplayDescriptor.text([$0]) }
      .first { text in text.contains { $0 != "0" && $0 != " " } }
  }

  func descriptors(_ kind: DisplayDescriptor) -> [ByteWindow] {
    descriptors.filter { DisplayDescriptor($0) == kind }
  }

  private mutating func readExtensions(_ all: ByteWindow) {
    var count = base.extensionCount
    defer { extensionCount = count }
    var index = 1
    while index <= count {
      let block = all.window(from: index * BaseBlock.size, count: BaseBlock.size)
      guard block.count == BaseBlock.size else {
        let place = block.count == 0 ? "before" : "in the middle of"
        findings.append("The EDID states \(count) extension blocks, but its bytes end \(place) block \(index).")
        return
      }
      let isValid = block.hasValidChecksum
      // The kernel reads CTA-861 blocks despite a bad checksum (drm_edid.c `edid_block_status_valid`).
      if isValid || block[0] == CTAExtension.tag {
        if !isValid {
          findings.append("Extension block \(index) (CTA-861) has a bad checksum and was read nevertheless.")
        }
        read(block, number: index)
        // HDMI 2.1 section 10.3.6: there may be more blocks than older sources can read.
        if index == 1, let override = ctaExtensions.first?.dataBlocks.extensionCount { count = max(count, override) }
      } else {
        findings.append("Extension block \(index) has a bad checksum and was ignored.")
      }
      index += 1
    }
    let rest = all.count - (count + 1) * BaseBlock.size
    if rest > 0 { findings.append("\(rest) bytes behind the last stated extension block were ignored.") }
  }

  private mutating func read(_ block: ByteWindow, number: Int) {
    switch block[0] {
    case CTAExtension.tag:
      let cta = CTAExtension(block)
      ctaExtensions.append(cta)
      findings += cta.complaints
    case DisplayIDExtension.tag:
      let section = DisplayIDExtension(block)
      displayIDExtensions.append(section)
      findings += section.complaints + section.dataBlocks.flatMap(\.complaints)
    // A block map (EDID 1.4 section 2.2.2) only lists the tags of the other blocks.
    case 0xF0: break
    case let tag:
      let kind = Self.extensionNames[tag].map { "is a \($0) block" } ?? "has the unknown tag \(tag)"
      findings.append("Extension block \(number) \(kind) and was ignored.")
    }
  }

  /// The kinds of extension blocks that are not read (EDID 1.4 section 2.2.1, table 2.1).
  private static let extensionNames: [Int: String] = [
    0x10: "video timing (VTB-EXT)", 0x20: "EDID 2.0", 0x40: "display information (DI-EXT)",
    0x50: "localized string (LS-EXT)", 0x60: "digital packet video link (DPVL-EXT)",
    0xA7: "display transfer characteristics", 0xAF: "display transfer characteristics",
    0xBF: "display transfer characteristics", 0xFF: "maker's own",
  ]

  private mutating func addDetailedTimings() {
    var preferred = base.prefersFirstDetailedTiming
    var number = 0
    for descriptor in descriptors where descriptor.word(0) != 0 {
      number += 1
      do throws(DetailedTiming.Failure) {
        let timing = try DetailedTiming(descriptor)
        if firstDetailedSize == nil {
          firstDetailedSize = timing.millimeters
          firstDetailedMode = timing.mode
        }
        var mode = timing.mode
        mode.isPreferred = preferred
        if list.add(mode, from: "detailed timing \(number)") { preferred = false }
      } catch {
        findings.append("Detailed timing \(number) \(error.reason); it was ignored.")
      }
    }
    if number == 0 { findings.append("The EDID states no detailed timing, so no preferred mode of its own.") }
  }

  private mutating func addCodedTimings() {
    for descriptor in descriptors(.coordinatedTimings) {
      for mode in CoordinatedTimingCode.modes(descriptor: descriptor) { list.add(mode, from: "a CVT code") }
    }
    let inBase = (0..<8).map { (base.bytes[38 + 2 * $0], base.bytes[39 + 2 * $0]) }
    let inDescriptors = descriptors(.standardTimings).flatMap { descriptor in
      (0..<6).map { (descriptor[5 + 2 * $0], descriptor[6 + 2 * $0]) }
    }
    let limits = descriptors(.rangeLimits)
    let formula = StandardFormula(base: base, rangeLimits: limits)
    let takesReducedBlanking =
      base.revision >= 4 ? limits.contains { $0[10] == 4 && $0[15] & 0x10 != 0 } : base.isDigital
    for (first, second) in inBase + inDescriptors {
      guard let timing = StandardTiming(first, second, revision: base.revision) else { continue }
      guard !list.contains(size: timing.size, hertz: timing.refresh) else { continue }
      guard let mode = timing.mode(formula: formula, takesReducedBlanking: takesReducedBlanking) else { continue }
      list.add(mode, from: "a standard timing")
    }
    for mode in EstablishedTimings.modes(base: base.bytes) { list.add(mode, from: "the established timings") }
    for descriptor in descriptors(.establishedTimings) {
      for mode in EstablishedTimings.modes(descriptor: descriptor) {
        list.add(mode, from: "the established timings III")
      }
    }
  }

  private mutating func addVideoCodes() {
    for block in dataBlocks {
      add(block.videoCodes, "video code") { CTAMode.mode(code: $0) }
      add(block.hdmiCodes, "HDMI video code") { CTAMode.mode(hdmiCode: $0) }
    }
    for mode in dataBlocks.flatMap(\.ycbcr420OnlyCodes).compactMap(CTAMode.mode(code:))
    where !list.modes.contains(mode) && !ycbcr420OnlyModes.contains(mode) {
      ycbcr420OnlyModes.append(mode)
    }
  }

  private mutating func add(_ codes: [Int], _ kind: String, mode: (Int) -> ScreenMode?) {
    for code in codes {
      if let mode = mode(code) {
        list.add(mode, from: "the \(kind) \(code)")
      } else {
        findings.append("The \(kind) \(code) is not a known format.")
      }
    }
  }

  private mutating func addDisplayIDTimings() {
    let inBlocks = dataBlocks.flatMap(\.detailedTimings).map { DisplayIDTiming($0, unit: 1) }
    for timing in displayIDExtensions.flatMap(\.timings) + inBlocks {
      guard let mode = timing.mode else {
        findings.append("A DisplayID timing has impossible numbers or is interlaced; it was ignored.")
        continue
      }
      list.add(mode, from: "a DisplayID timing")
    }
  }
}

/// The modes that were found, each once.
///
/// Absurd modes are reported instead.
struct EDIDModeList {
  private(set) var modes: [ScreenMode] = []
  private(set) var complaints: [String] = []
  private var positions: [ScreenMode: Int] = [:]

  /// Adds a new mode, or marks a known mode as preferred if this one is; returns whether it can be shown.
  @discardableResult
  mutating func add(_ mode: ScreenMode, from source: String) -> Bool {
    guard mode.isPlausible else {
      complaints.append("The mode \(ModeNames.plainName(of: mode)) of \(source) cannot be shown and was dropped.")
      return false
    }
    if let position = positions[mode] {
      if mode.isPreferred { modes[position].isPreferred = true }
    } else {
      positions[mode] = modes.count
      modes.append(mode)
    }
    return true
  }

  /// Whether a mode of this size and refresh exists, so that a less exact statement of it adds nothing.
  func contains(size: PixelSize, hertz: Int) -> Bool {
    modes.contains { $0.size == size && CTAMode.wholeHertz(of: $0) == hertz }
  }

  /// The kernel's order (drm_modes.c `drm_mode_compare`): preferred, then larger, then faster, then by clock.
  var sorted: [ScreenMode] {
    modes.enumerated().sorted { left, right in
      let (one, other) = (Self.rank(left.element), Self.rank(right.element))
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }

  private static func rank(_ mode: ScreenMode) -> [Int] {
    [
      mode.isPreferred ? 0 : 1, -mode.size.width * mode.size.height, -CTAMode.wholeHertz(of: mode),
      -Int(mode.clockKilohertz),
    ]
  }
}

/// Chooses a display's physical size from an EDID.
enum PhysicalSizeChoice {
  /// The credible size of the picture.
  ///
  /// It is the first detailed timing's millimetres, if the base block's centimetres agree or are missing. Otherwise it is the size in the
  /// shape of the first mode, and otherwise the centimetres.
  ///
  /// Source: EDID 1.4 sections 3.6.2 and 3.10.2. Many displays state the shape of their picture there, not its size. Some state
  /// centimetres, or their pixels, in the field for millimetres.
  static func choose(
    detailed: PhysicalSize?, widthCentimeters: Int, heightCentimeters: Int, firstMode: PixelSize? = nil
  ) -> PhysicalSize? {
    let coarse = believable(
      PhysicalSize(widthMillimeters: widthCentimeters * 10, heightMillimeters: heightCentimeters * 10))
    guard let fine = detailed.flatMap(believable) else { return coarse }
    guard let coarse else { return fine }
    let agree =
      abs(fine.widthMillimeters - coarse.widthMillimeters) <= 10
      && abs(fine.heightMillimeters - coarse.heightMillimeters) <= 10
    if agree { return fine }
    guard let firstMode else { return coarse }
    return fits(fine, firstMode) && !fits(coarse, firstMode) ? fine : coarse
  }

  /// Whether a size has the shape of a mode, with a tolerance of a twentieth.
  private static func fits(_ size: PhysicalSize, _ mode: PixelSize) -> Bool {
    let (across, down) = (size.widthMillimeters * mode.height, size.heightMillimeters * mode.width)
    return abs(across - down) * 20 <= max(across, down)
  }

  /// The size, unless it is empty or only a shape.
  ///
  /// Displays of 16x9 or 160x90 mm do not exist, and displays of 1600x900 mm hardly do. 400x300 and 500x400 mm are sizes of real
  /// displays.
  private static func believable(_ size: PhysicalSize) -> PhysicalSize? {
    let (width, height) = (size.widthMillimeters, size.heightMillimeters)
    guard width > 0, height > 0 else { return nil }
    let shapes = [(16, 9), (16, 10), (4, 3), (5, 4)]
    let isShape = shapes.contains { shape in
      let factors = shape.0 == 16 ? [1, 10, 100] : [1, 10]
      return factors.contains { (width, height) == (shape.0 * $0, shape.1 * $0) }
    }
    return isShape ? nil : size
  }
}

/// A range of an EDID's bytes that can be read at any offset; bytes outside it read as zero.
///
/// EDID bytes are outside values, so reading them must not trap.
struct ByteWindow {
  private let bytes: [UInt8]
  private let start: Int
  let count: Int

  init(_ bytes: [UInt8]) {
    self.init(bytes, start: 0, count: bytes.count)
  }

  private init(_ bytes: [UInt8], start: Int, count: Int) {
    let first = min(max(0, start), bytes.count)
    self.bytes = bytes
    self.start = first
    self.count = min(max(0, count), bytes.count - first)
  }

  /// The byte at an offset; zero outside.
  subscript(_ offset: Int) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    return Int(bytes[start + offset])
  }

  /// Two bytes, the lower one first.
  func word(_ offset: Int) -> Int { self[offset] | self[offset + 1] << 8 }

  /// A part of the window, which ends at the window's end.
  func window(from offset: Int, count length: Int) -> ByteWindow {
    let first = min(max(0, offset), count)
    return ByteWindow(bytes, start: start + first, count: min(max(0, length), count - first))
  }

  /// Whether the sum of the bytes is a multiple of 256, as it must be for each EDID block.
  var hasValidChecksum: Bool { (0..<count).reduce(0) { $0 + self[$1] } & 0xFF == 0 }
}

import DisplayTypes

/// Reads an EDID block by block, in the kernel's order of finding modes (drm_edid.c `_drm_edid_connector_add_modes`).
struct EDIDReader {
  let base: BaseBlock
  private(set) var ctaExtensions: [CTAExtension] = []
  private(set) var displayIDExtensions: [DisplayIDExtension] = []
  private(set) var list = ModeList()
  private(set) var ycbcr420OnlyModes: [ScreenMode] = []
  private(set) var firstDetailedSize: PhysicalSize?
  private(set) var firstDetailedMode: ScreenMode?
  /// The stated extension blocks, those that the bytes lack included.
  private(set) var extensionCount = 0
  private var findings: [String] = []

  /// Checks the base block and reads everything behind it.
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

  /// What is wrong with the EDID, in the order of its bytes as far as possible.
  ///
  /// Each one stands there once.
  var complaints: [String] {
    var known: Set<String> = []
    return (findings + list.complaints).filter { known.insert($0).inserted }
  }

  /// Descriptors of all blocks.
  var descriptors: [ByteWindow] { base.descriptors + ctaExtensions.flatMap(\.descriptors) }

  /// Data blocks of all blocks.
  var dataBlocks: [CTADataBlocks] { ctaExtensions.map(\.dataBlocks) + displayIDExtensions.flatMap(\.dataBlocks) }

  /// The first non-empty text of a kind of descriptor.
  func text(_ kind: DisplayDescriptor) -> String? {
    descriptors(kind).lazy.map(DisplayDescriptor.text).first { !$0.isEmpty }
  }

  /// The first name, with what its next descriptor continues: a name of 13 characters has no line feed.
  var name: String? {
    var parts: [ByteWindow] = []
    for part in descriptors(.name) {
      parts.append(part)
      if !DisplayDescriptor.isFull(part) { break }
    }
    let name = DisplayDescriptor.text(parts)
    return name.isEmpty ? text(.name) : name
  }

  /// The first serial text that says more than zeros.
  var serialText: String? {
    descriptors(.serialNumber).lazy.map(DisplayDescriptor.text)
      .first { text in text.contains { $0 != "0" && $0 != " " } }
  }

  /// All descriptors of a kind.
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
      // The kernel reads CTA-861 blocks in spite of a bad checksum (drm_edid.c `edid_block_status_valid`).
      if isValid || block[0] == CTAExtension.tag {
        if !isValid {
          findings.append("Extension block \(index) (CTA-861) has a bad checksum and was read nevertheless.")
        }
        read(block, number: index)
        // HDMI 2.1 section 10.3.6: more blocks than old sources would know how to read.
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

  /// Kinds of extension blocks that are not read (EDID 1.4 section 2.2.1, table 2.1).
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
        switch error {
        case .unusable(let reason): findings.append("Detailed timing \(number) \(reason); it was ignored.")
        }
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
      for code in block.videoCodes {
        guard let mode = CTAMode.mode(code: code) else {
          findings.append("The video code \(code) stands for no known format.")
          continue
        }
        list.add(mode, from: "the video code \(code)")
      }
      for code in block.hdmiCodes {
        guard let mode = CTAMode.mode(hdmiCode: code) else {
          findings.append("The HDMI video code \(code) stands for no known format.")
          continue
        }
        list.add(mode, from: "the HDMI video code \(code)")
      }
    }
    for mode in dataBlocks.flatMap(\.ycbcr420OnlyCodes).compactMap(CTAMode.mode(code:))
    where !list.modes.contains(mode) && !ycbcr420OnlyModes.contains(mode) {
      ycbcr420OnlyModes.append(mode)
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

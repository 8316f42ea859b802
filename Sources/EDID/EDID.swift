public import DisplayTypes

/// The description of a display in its EDID bytes: identity, size and modes.
///
/// Only an invalid base block is an error (`EDIDError`). Other errors are in `complaints`.
///
/// Source: VESA E-EDID 1.4 (EEDID A2), CTA-861-H, DisplayID 1.3 and 2.0; if these are ambiguous, the kernel's drm_edid.c.
public struct EDID: Hashable, Sendable {
  /// Maker, model and serial, by which sessions are stored.
  public let displayIdentity: DisplayIdentity
  /// The maker's code for the product.
  public let productCode: UInt16
  /// The numeric serial, which is zero on many displays.
  public let serialNumber: UInt32
  /// The week of manufacture; nil if it is not stated.
  public let manufactureWeek: Int?
  /// The year of manufacture or of the model; nil if it is not stated.
  public let manufactureYear: Int?
  /// The structure's version, 1.
  public let version: Int
  /// The structure's revision, 0 to 4.
  public let revision: Int
  /// Whether the input is digital.
  public let isDigital: Bool
  /// The picture's size; nil if the EDID states none, or only its shape.
  public let physicalSize: PhysicalSize?
  /// The range of its frequencies; nil if it is not stated.
  public let rangeLimits: DisplayRangeLimits?
  /// Whether it is an HDMI display, with HDMI's vendor block, and not DVI or DisplayPort.
  public let isHDMI: Bool
  /// Its physical address in the tree of HDMI devices, such as 0x1000 for the first socket; nil if it is not stated.
  public let hdmiPlace: UInt16?
  /// Whether it has a CTA-861 extension, as TVs do.
  public let hasCTAExtension: Bool
  /// Whether it is not a desktop display but, for example, a headset.
  public let isNonDesktop: Bool
  /// All modes, each once, in the kernel's order: the preferred mode first, then larger and faster modes.
  public let modes: [ScreenMode]
  /// The modes that it supports only in YCbCr 4:2:0; `modes` does not have them.
  public let ycbcr420OnlyModes: [ScreenMode]
  /// The modes in YCbCr 4:2:0: `ycbcr420OnlyModes`, and those of `modes` that it also accepts in that format.
  public let ycbcr420Modes: [ScreenMode]
  /// The fastest TMDS clock in megahertz; nil if it is not stated.
  public let maximumTMDSMegahertz: Int?
  /// Whether it has HDMI's status and control registers; nil if it is not stated.
  public let hasSCDC: Bool?
  /// The audio formats that it accepts.
  public let audioFormats: [AudioFormat]
  /// The bits for each colour; nil if they are not stated (before 1.4, or analog).
  public let bitsPerColor: Int?
  /// The kind of the digital input; nil if it is not stated.
  public let inputInterface: DigitalInterface?
  /// The number of 128-byte blocks that the EDID states, including the base block.
  public let blockCount: Int
  /// The errors in the bytes, as sentences.
  public let complaints: [String]

  /// Reads an EDID with its extension blocks.
  public init(bytes: [UInt8]) throws(EDIDError) {
    let reader = try EDIDReader(bytes)
    let base = reader.base
    productCode = base.productCode
    serialNumber = base.serialNumber
    let number = serialNumber == 0 || serialNumber == 0x0101_0101 ? "" : String(serialNumber)
    displayIdentity = DisplayIdentity(
      make: base.make, model: reader.name ?? Self.hexadecimal(productCode),
      serial: reader.serialText ?? number)
    manufactureWeek = base.manufactureWeek
    manufactureYear = base.manufactureYear
    version = 1
    revision = base.revision
    isDigital = base.isDigital
    physicalSize = PhysicalSizeChoice.choose(
      detailed: reader.firstDetailedSize, widthCentimeters: base.bytes[21], heightCentimeters: base.bytes[22],
      firstMode: reader.firstDetailedMode?.size)
    rangeLimits =
      reader.descriptors(.rangeLimits).lazy
      .compactMap { DisplayRangeLimits($0, revision: base.revision) }.first
    isHDMI = reader.dataBlocks.contains(where: \.isHDMI)
    hdmiPlace = reader.dataBlocks.lazy.compactMap(\.hdmiPlace).first
    hasCTAExtension = !reader.ctaExtensions.isEmpty
    isNonDesktop = reader.dataBlocks.contains(where: \.isNonDesktop)
    modes = reader.list.sorted
    ycbcr420OnlyModes = reader.ycbcr420OnlyModes
    // The codes of a 4:2:0 data block count even if another block allows them in other formats (drm_edid.c `do_y420vdb_modes`).
    let codes = reader.dataBlocks.flatMap(\.ycbcr420OnlyCodes) + reader.dataBlocks.flatMap(\.ycbcr420MappedCodes)
    var known: Set<ScreenMode> = []
    ycbcr420Modes = codes.compactMap(CTAMode.mode(code:)).filter { known.insert($0).inserted }
    maximumTMDSMegahertz = reader.dataBlocks.compactMap(\.tmdsMegahertz).max()
    hasSCDC = reader.dataBlocks.lazy.compactMap(\.hasSCDC).first
    audioFormats = reader.dataBlocks.flatMap(\.audioFormats)
    bitsPerColor = base.bitsPerColor
    inputInterface = base.inputInterface
    blockCount = reader.extensionCount + 1
    complaints = reader.complaints
  }

  /// The preferred mode; nil if none is stated.
  public var preferredMode: ScreenMode? { modes.first(where: \.isPreferred) }

  private static func hexadecimal(_ code: UInt16) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The CTA formats of `modes` at their other rate (59.94 for 60, 23.976 for 24, …), if `modes` does not have them.
  ///
  /// A display that accepts one rate accepts the other (CTA-861-H section 4). So the kernel lists both for displays with a CTA-861
  /// extension (drm_edid.c `add_alternate_cea_modes`).
  public var alternateRateModes: [ScreenMode] {
    guard hasCTAExtension else { return [] }
    var found: [ScreenMode] = []
    for mode in modes {
      guard let (_, match) = CTAMode.match(mode, tolerance: 0) else { continue }
      let alternate = CTAMode.alternateClock(of: match)
      guard alternate != match.clockKilohertz else { continue }
      var other = match
      other.clockKilohertz = mode.clockKilohertz == match.clockKilohertz ? alternate : match.clockKilohertz
      if !modes.contains(other) && !found.contains(other) { found.append(other) }
    }
    return found
  }

  /// A sentence about a mode that is too fast for the link; nil if the link allows it, or if a limit is unknown.
  ///
  /// - Parameter linkMegahertz: the fastest TMDS clock of the source; the display's own limit also applies.
  public func linkNeed(of mode: ScreenMode, linkMegahertz: Int? = nil) -> String? {
    guard let limit = [linkMegahertz, maximumTMDSMegahertz].compactMap(\.self).min() else { return nil }
    let need = (UInt64(mode.clockKilohertz) + 999) / 1000
    guard UInt64(clamping: limit) < need else { return nil }
    let other = ycbcr420Modes.contains(mode) ? "YCbCr 4:2:0 or " : ""
    return "\(ModeNames.plainName(of: mode)) needs \(other)\(need) MHz; the link allows \(limit) MHz."
  }

  /// Sentences about modes of the display that its connector does not offer because the link is too slow; largest first.
  public func linkNeeds(beyond offered: [ScreenMode], most: Int = 4) -> [String] {
    guard let fastest = offered.map(\.clockKilohertz).max() else { return [] }
    var names = Set(offered.map { ModeNames.plainName(of: $0) })
    var missing: [ScreenMode] = []
    // If modes share a name, the one in YCbCr 4:2:0 comes first.
    for mode in ycbcr420Modes + modes where mode.clockKilohertz > fastest {
      if names.insert(ModeNames.plainName(of: mode)).inserted { missing.append(mode) }
    }
    missing.sort { left, right in
      (left.size.width * left.size.height, left.refreshMillihertz)
        > (right.size.width * right.size.height, right.refreshMillihertz)
    }
    // If the display allows a mode, the connector is the limit. It allows the fastest mode that it offers.
    let megahertz = Int(fastest / 1000)
    return Array(
      missing.lazy.compactMap { linkNeed(of: $0) ?? linkNeed(of: $0, linkMegahertz: megahertz) }.prefix(most))
  }
}

/// The reason why bytes are not an EDID.
public enum EDIDError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are fewer bytes than one block has.
  case tooShort(count: Int)
  /// The first eight bytes are not the fixed header.
  case badHeader
  /// The checksum of the base block is wrong; `expected` is the correct last byte.
  case badChecksum(found: UInt8, expected: UInt8)
  /// A structure version other than 1.
  case unknownVersion(version: Int, revision: Int)

  /// A sentence for the user, without its full stop.
  public var description: String {
    switch self {
    case .tooShort(0): "the EDID is empty"
    case .tooShort(let count): "the EDID has \(count) bytes, a block has 128"
    case .badHeader: "the EDID does not begin with 00 FF FF FF FF FF FF 00"
    case .badChecksum(let found, let expected):
      "the EDID's base block has the checksum \(found), its bytes need \(expected)"
    case .unknownVersion(let version, let revision):
      "the EDID has the structure version \(version).\(revision), known are 1.0 to 1.4"
    }
  }
}

/// A short audio descriptor: an audio format that the display accepts (CTA-861-H section 7.5.2).
public struct AudioFormat: Hashable, Sendable {
  /// The format's code: 1 is linear PCM, 2 is AC-3, and 15 means that `extendedCode` counts.
  public let code: Int
  /// The code of a format without a code from 1 to 14; nil for other formats.
  public let extendedCode: Int?
  /// The largest number of channels, 1 to 8.
  public let channels: Int

  init(_ descriptor: ByteWindow) {
    code = descriptor[0] >> 3 & 0xF
    extendedCode = code == 15 ? descriptor[2] >> 3 : nil
    channels = (descriptor[0] & 7) + 1
  }
}

/// The kind of a digital input (EDID 1.4 section 3.6.1).
public enum DigitalInterface: Int, Hashable, Sendable {
  case dvi = 1
  case hdmiA
  case hdmiB
  case mddi
  case displayPort
}

/// The range of frequencies of a display (EDID 1.4 section 3.10.3.3, tag 0xFD).
public struct DisplayRangeLimits: Hashable, Sendable {
  /// The refresh in hertz.
  public var verticalHertz: ClosedRange<Int>
  /// The line rate in kilohertz.
  public var horizontalKilohertz: ClosedRange<Int>
  /// The highest pixel clock in megahertz; nil if it is not stated.
  public var maximumPixelClockMegahertz: Int?
}

extension DisplayRangeLimits {
  /// Reads the descriptor; nil if a minimum is above its maximum.
  init?(_ descriptor: ByteWindow, revision: Int) {
    // From 1.4 on, byte 4 adds 255 to each of the four limits.
    let offsets = revision >= 4 ? descriptor[4] : 0
    let limits = (0..<4).map { descriptor[5 + $0] + (offsets >> $0 & 1) * 255 }
    guard limits[0] <= limits[1], limits[2] <= limits[3] else { return nil }
    let clock = descriptor[9]
    self.init(
      verticalHertz: limits[0]...limits[1], horizontalKilohertz: limits[2]...limits[3],
      maximumPixelClockMegahertz: clock == 0 || clock == 255 ? nil : clock * 10)
  }
}

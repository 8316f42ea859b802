public import DisplayTypes

/// What a display says of itself: identity, size and modes, read from its EDID bytes.
///
/// Reading is lenient: only a base block that is none at all is an error (`EDIDError`); whatever else is wrong is left out and
/// told in `complaints`. No bytes make it trap.
///
/// Source: VESA E-EDID 1.4 (EEDID A2), CTA-861-H, DisplayID 1.3 and 2.0; where these leave room, the kernel's drm_edid.c.
public struct EDID: Hashable, Sendable {
  /// Maker, model and serial, as sessions are kept by.
  public let displayIdentity: DisplayIdentity
  /// The maker's code of the product.
  public let productCode: UInt16
  /// The numeric serial; many displays leave it zero.
  public let serialNumber: UInt32
  /// Week of manufacture; nil where it is not stated.
  public let manufactureWeek: Int?
  /// Year of manufacture, or of the model; nil where it is not stated.
  public let manufactureYear: Int?
  /// The structure's version, 1.
  public let version: Int
  /// The structure's revision, 0 to 4.
  public let revision: Int
  /// Whether the input is digital.
  public let isDigital: Bool
  /// The picture's size; nil where none is stated, or only its shape.
  public let physicalSize: PhysicalSize?
  /// The frequencies it can synchronise to; nil where they are not stated.
  public let rangeLimits: DisplayRangeLimits?
  /// An HDMI sink (it has HDMI's vendor block), not DVI or DisplayPort.
  public let isHDMI: Bool
  /// Where its socket is in the tree of HDMI devices, as 0x1000 for its first; nil where it does not say.
  public let hdmiPlace: UInt16?
  /// It has a CTA-861 extension, as TVs do.
  public let hasCTAExtension: Bool
  /// It says that it shows computers' formats to their edges.
  public let isUnderscannedByDefault: Bool
  /// It says that it is no display for a desktop (a headset).
  public let isNonDesktop: Bool
  /// All that it can show, each once: the preferred first, then larger and faster ones, as the kernel sorts them.
  public let modes: [ScreenMode]
  /// What it can show only in YCbCr 4:2:0; none of `modes`.
  public let ycbcr420OnlyModes: [ScreenMode]
  /// What it can show in YCbCr 4:2:0: `ycbcr420OnlyModes`, and those of `modes` that it takes in it too.
  public let ycbcr420Modes: [ScreenMode]
  /// The fastest TMDS clock in megahertz; nil if it is not stated.
  public let maximumTMDSMegahertz: Int?
  /// It has HDMI's status and control registers; nil if it does not say.
  public let hasSCDC: Bool?
  /// The audio formats that it takes.
  public let audioFormats: [AudioFormat]
  /// Bits of each colour; nil if they are not stated (before 1.4, or analog).
  public let bitsPerColor: Int?
  /// The kind of the digital input; nil if it is not stated.
  public let inputInterface: DigitalInterface?
  /// Blocks of 128 bytes that the EDID states, the base block included.
  public let blockCount: Int
  /// What is wrong with the bytes, in sentences.
  public let complaints: [String]

  /// Reads the bytes of an EDID with its extension blocks.
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
    physicalSize = PictureMeasure.choose(
      detailed: reader.firstDetailedSize, widthCentimeters: base.bytes[21], heightCentimeters: base.bytes[22],
      firstMode: reader.firstDetailedMode?.size)
    rangeLimits =
      reader.descriptors(.rangeLimits).lazy
      .compactMap { DisplayRangeLimits($0, revision: base.revision) }.first
    isHDMI = reader.dataBlocks.contains(where: \.isHDMI)
    hdmiPlace = reader.dataBlocks.lazy.compactMap(\.hdmiPlace).first
    hasCTAExtension = !reader.ctaExtensions.isEmpty
    isUnderscannedByDefault = reader.ctaExtensions.contains(where: \.underscansComputerFormats)
    isNonDesktop = reader.dataBlocks.contains(where: \.isNonDesktop)
    modes = reader.list.sorted
    ycbcr420OnlyModes = reader.ycbcr420OnlyModes
    // The codes of a 4:2:0 data block count also if another block allows them in other formats (drm_edid.c `do_y420vdb_modes`).
    let codes = reader.dataBlocks.flatMap(\.ycbcr420OnlyCodes) + reader.dataBlocks.flatMap(\.ycbcr420MappedCodes)
    var compatible: [ScreenMode] = []
    for mode in codes.compactMap(CTAMode.mode(code:)) where !compatible.contains(mode) { compatible.append(mode) }
    ycbcr420Modes = compatible
    maximumTMDSMegahertz = reader.dataBlocks.compactMap(\.tmdsMegahertz).max()
    hasSCDC = reader.dataBlocks.lazy.compactMap(\.hasSCDC).first
    audioFormats = reader.dataBlocks.flatMap(\.audioFormats)
    bitsPerColor = base.bitsPerColor
    inputInterface = base.inputInterface
    blockCount = reader.extensionCount + 1
    complaints = reader.complaints
  }

  /// The mode that the display prefers; nil where it says none.
  public var preferredMode: ScreenMode? { modes.first(where: \.isPreferred) }

  private static func hexadecimal(_ code: UInt16) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

import DisplayTypes

/// A CTA-861 extension block (CTA-861-H section 7.3), with data blocks, detailed timings and a few flags.
struct CTAExtension {
  static let tag = 0x02

  let dataBlocks: CTADataBlocks
  /// 18-byte descriptors in their order: detailed timings and others.
  let descriptors: [ByteWindow]
  let complaints: [String]

  init(_ block: ByteWindow) {
    let revision = block[1]
    let offset = block[2]
    let hasCollection = revision >= 3 && offset >= 4 && offset <= 127
    dataBlocks = CTADataBlocks(block.window(from: 4, count: hasCollection ? offset - 4 : 0))
    var complaints = dataBlocks.complaints
    var descriptors: [ByteWindow] = []
    if offset >= 4 {
      for start in stride(from: offset, through: 127 - 18, by: 18) {
        let descriptor = block.window(from: start, count: 18)
        // Serials and timings may also follow empty places and descriptors of unknown kinds.
        if descriptor.word(0) != 0 || DisplayDescriptor(descriptor) != nil { descriptors.append(descriptor) }
      }
      if offset > 127 {
        complaints.append("In its CTA-861 extension, detailed timings begin at byte \(offset) of 128.")
      }
    } else if offset != 0 {
      complaints.append("In its CTA-861 extension, detailed timings begin inside its own header.")
    }
    self.descriptors = descriptors
    self.complaints = complaints
  }
}

/// The video data blocks of a CTA-861 extension or of a DisplayID section.
struct CTADataBlocks {
  /// The codes of short video descriptors, in their order.
  var videoCodes: [Int] = []
  /// The codes of formats that the display shows only in YCbCr 4:2:0.
  var ycbcr420OnlyCodes: [Int] = []
  /// The codes that HDMI itself defines for 4K formats.
  var hdmiCodes: [Int] = []
  /// Detailed timings of DisplayID type VII, 20 bytes each.
  var detailedTimings: [ByteWindow] = []
  var isHDMI = false
  /// The physical address of the display's socket in the tree of HDMI devices, from HDMI's vendor block.
  var hdmiPlace: UInt16?
  /// Whether Microsoft's vendor block says that it is not a desktop display.
  var isNonDesktop = false
  /// The number of extension blocks, which overrides the base block's number.
  var extensionCount: Int?
  /// The fastest TMDS clock in megahertz, from the older HDMI block or the newer one (HDMI Forum).
  var tmdsMegahertz: Int?
  /// Whether the newer vendor block has status and control registers (SCDC); nil without that block.
  var hasSCDC: Bool?
  var audioFormats: [AudioFormat] = []
  /// The bits of the 4:2:0 capability map, in the order of the video codes; nil without a map, empty for all codes.
  var ycbcr420Map: ByteWindow?
  var complaints: [String] = []

  /// The video codes that the capability map marks.
  var ycbcr420MappedCodes: [Int] {
    guard let map = ycbcr420Map else { return [] }
    return videoCodes.enumerated().filter { place, _ in
      map.count == 0 || map[place / 8] & (1 << (place % 8)) != 0
    }.map(\.element)
  }

  /// Reads a collection of data blocks (CTA-861-H section 7.4).
  ///
  /// A block that extends beyond the end is a complaint.
  init(_ collection: ByteWindow) {
    var offset = 0
    while offset < collection.count {
      let tag = collection[offset] >> 5
      let length = collection[offset] & 0x1F
      guard offset + length < collection.count else {
        complaints.append("A data block of its CTA-861 extension runs over the end of the collection.")
        return
      }
      let payload = collection.window(from: offset + 1, count: length)
      switch tag {
      case 1: audioFormats += (0..<(payload.count / 3)).map { AudioFormat(payload.window(from: $0 * 3, count: 3)) }
      case 2: videoCodes += codes(payload)
      case 3: readVendorBlock(payload)
      case 7: readExtended(payload)
      default: break
      }
      offset += 1 + length
    }
  }

  /// Reads a physical address; nil if it is impossible.
  ///
  /// Sockets count from 1, and a 0 ends the address.
  private static func physicalAddress(_ bits: UInt16) -> UInt16? {
    let sockets = [12, 8, 4, 0].map { bits >> $0 & 0xF }
    let path = sockets.prefix { $0 != 0 }
    return bits != 0xFFFF && !path.isEmpty && sockets.dropFirst(path.count).allSatisfy { $0 == 0 } ? bits : nil
  }

  private func codes(_ payload: ByteWindow) -> [Int] {
    (0..<payload.count).map { CTAMode.code(ofDescriptor: payload[$0]) }
  }

  private mutating func readVendorBlock(_ payload: ByteWindow) {
    switch payload.word(0) | payload[2] << 16 {
    case 0x000C03:
      isHDMI = true
      // HDMI 1.4b section 8.7.2
      if payload.count >= 5 {
        hdmiPlace = Self.physicalAddress(UInt16(payload[3] & 0xFF) << 8 | UInt16(payload[4] & 0xFF))
      }
      // HDMI 1.4b section 8.3.2: the unit is 5 MHz
      updateClock(payload[6] * 5)
      readHDMICodes(payload)
    case 0xC45DD8: readHDMIForumFields(payload)
    case 0xCA125C:
      // Byte 3 is the version. From version 3 on, bit 6 of byte 4 says that it is a desktop display nevertheless.
      let version = payload[3]
      isNonDesktop = version == 1 || version == 2 || (version == 3 && payload[4] & 0x40 == 0)
    default: break
    }
  }

  /// Reads the fields of HDMI 2.0 section 10.3.2.
  ///
  /// HDMI 2.1's block with an extended tag has the same fields at the same places.
  private mutating func readHDMIForumFields(_ payload: ByteWindow) {
    guard payload.count >= 6 else { return }
    updateClock(payload[4] * 5)
    hasSCDC = payload[5] & 0x80 != 0
  }

  private mutating func updateClock(_ megahertz: Int) {
    if megahertz > 0 { tmdsMegahertz = max(tmdsMegahertz ?? 0, megahertz) }
  }

  /// Reads the codes of HDMI 1.4b section 8.3.2, which follow the optional latency fields.
  private mutating func readHDMICodes(_ payload: ByteWindow) {
    let present = payload[7]
    guard payload.count > 7, present & 0x20 != 0 else { return }
    let offset = 8 + (present & 0x80 != 0 ? 2 : 0) + (present & 0x40 != 0 ? 2 : 0)
    let codes = payload.window(from: offset + 2, count: payload[offset + 1] >> 5)
    hdmiCodes += (0..<codes.count).map { codes[$0] }
  }

  private mutating func readExtended(_ payload: ByteWindow) {
    let content = payload.window(from: 1, count: payload.count - 1)
    switch payload[0] {
    case 0x0E where payload.count > 1: ycbcr420OnlyCodes += codes(content)
    case 0x0F: ycbcr420Map = content
    case 0x22 where payload.count >= 22: detailedTimings.append(payload.window(from: 2, count: 20))
    case 0x79: readHDMIForumFields(payload)
    case 0x78 where payload.count > 1: extensionCount = payload[1]
    default: break
    }
  }
}

import DisplayTypes

/// The first 128 bytes of an EDID, with the display's identity and main features.
struct BaseBlock {
  static let size = 128

  let bytes: ByteWindow

  /// Reads a base block after it has checked header, checksum and version.
  init(_ bytes: ByteWindow) throws(EDIDError) {
    guard bytes.count >= Self.size else { throw .tooShort(count: bytes.count) }
    let block = bytes.window(from: 0, count: Self.size)
    let header = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
    guard header.indices.allSatisfy({ block[$0] == header[$0] }) else { throw .badHeader }
    guard block.hasValidChecksum else {
      let sum = (0..<127).reduce(0) { $0 + block[$1] }
      throw .badChecksum(found: UInt8(truncatingIfNeeded: block[127]), expected: UInt8(truncatingIfNeeded: -sum))
    }
    guard block[18] == 1 else { throw .unknownVersion(version: block[18], revision: block[19]) }
    self.bytes = block
  }

  /// Three letters of five bits each (EDID 1.4 section 3.4.1); empty if there is none.
  ///
  /// Some makers invent an identifier, which still distinguishes their displays. 27 to 31 are the characters after Z.
  var make: String {
    guard packedMake != 0 else { return "" }
    return String(decoding: makeLetters.map { UInt8(truncatingIfNeeded: $0 + 0x40) }, as: UTF8.self)
  }

  var isMakeValid: Bool { makeLetters.allSatisfy { (1...26).contains($0) } }

  private var packedMake: Int { bytes[8] << 8 | bytes[9] }
  private var makeLetters: [Int] { [packedMake >> 10 & 31, packedMake >> 5 & 31, packedMake & 31] }

  var productCode: UInt16 { UInt16(truncatingIfNeeded: bytes.word(10)) }
  var serialNumber: UInt32 { UInt32(truncatingIfNeeded: bytes.word(12) | bytes.word(14) << 16) }
  var revision: Int { bytes[19] }
  var isDigital: Bool { bytes[20] & 0x80 != 0 }
  /// 6 to 16 in steps of 2 (EDID 1.4 section 3.6.1).
  var bitsPerColor: Int? {
    let step = bytes[20] >> 4 & 7
    return isDigital && revision >= 4 && (1...6).contains(step) ? 4 + 2 * step : nil
  }
  var inputInterface: DigitalInterface? {
    isDigital && revision >= 4 ? DigitalInterface(rawValue: bytes[20] & 0xF) : nil
  }
  var extensionCount: Int { bytes[126] }

  /// The week of manufacture; nil if the byte is 255, which marks a model year instead.
  var manufactureWeek: Int? { (1...54).contains(bytes[16]) ? bytes[16] : nil }
  /// The year of manufacture; without a week it may be the year of the model.
  var manufactureYear: Int? { bytes[17] > 0 ? 1990 + bytes[17] : nil }

  /// Whether the first detailed timing is the preferred one, as it always is from 1.4 on (EDID 1.4 section 3.6.4).
  var prefersFirstDetailedTiming: Bool { revision >= 4 || bytes[24] & 0x02 != 0 }

  var descriptors: [ByteWindow] { (0..<4).map { bytes.window(from: 54 + 18 * $0, count: 18) } }
}

/// The kinds of 18-byte descriptors that are not detailed timings (EDID 1.4 section 3.10.3), by their tag.
enum DisplayDescriptor: Int {
  case serialNumber = 0xFF
  case text = 0xFE
  case rangeLimits = 0xFD
  case name = 0xFC
  case colorPoint = 0xFB
  case standardTimings = 0xFA
  case colorManagement = 0xF9
  case coordinatedTimings = 0xF8
  case establishedTimings = 0xF7

  /// The kind of a descriptor; nil for a detailed timing, and for makers' own, unused and unknown descriptors.
  init?(_ descriptor: ByteWindow) {
    guard descriptor.word(0) == 0, descriptor[2] == 0 else { return nil }
    self.init(rawValue: descriptor[3])
  }

  /// Whether a text descriptor uses all of its 13 characters.
  static func isFull(_ descriptor: ByteWindow) -> Bool {
    (5..<18).allSatisfy { descriptor[$0] != 0x0A && descriptor[$0] != 0 }
  }

  /// The text of descriptors with up to 13 characters each, which ends at a line feed.
  ///
  /// It has only printable ASCII, and no blanks at its ends.
  static func text(_ descriptors: [ByteWindow]) -> String {
    var characters: [UInt8] = []
    for descriptor in descriptors {
      let bytes = (5..<18).lazy.map { descriptor[$0] }.prefix { $0 != 0x0A && $0 != 0 }
      characters += bytes.filter { (0x20...0x7E).contains($0) }.map { UInt8(truncatingIfNeeded: $0) }
    }
    while characters.first == 0x20 { characters.removeFirst() }
    while characters.last == 0x20 { characters.removeLast() }
    return String(decoding: characters, as: UTF8.self)
  }
}

/// The kinds of 18-byte descriptor that are no detailed timing (EDID 1.4 section 3.10.3), by their tag.
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

  /// The kind of a descriptor; nil for detailed timings, makers' own, unused and unknown ones.
  init?(_ descriptor: ByteWindow) {
    guard descriptor.word(0) == 0, descriptor[2] == 0 else { return nil }
    self.init(rawValue: descriptor[3])
  }

  /// Whether all 13 characters of a text descriptor belong to its text.
  static func isFull(_ descriptor: ByteWindow) -> Bool {
    (5..<18).allSatisfy { descriptor[$0] != 0x0A && descriptor[$0] != 0 }
  }

  /// The 13 characters of a text descriptor up to its line feed: printable ASCII only, without blanks at the ends.
  static func text(_ descriptor: ByteWindow) -> String { text([descriptor]) }

  /// The text of descriptors that continue each other: blanks between them stay.
  static func text(_ descriptors: [ByteWindow]) -> String {
    var characters: [UInt8] = []
    for descriptor in descriptors {
      for offset in 5..<18 {
        let byte = descriptor[offset]
        if byte == 0x0A || byte == 0 { break }
        if (0x20...0x7E).contains(byte) { characters.append(UInt8(truncatingIfNeeded: byte)) }
      }
    }
    while characters.first == 0x20 { characters.removeFirst() }
    while characters.last == 0x20 { characters.removeLast() }
    return String(decoding: characters, as: UTF8.self)
  }
}

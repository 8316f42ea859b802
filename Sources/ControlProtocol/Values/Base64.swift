/// Bytes as text in base64, with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The text of the bytes, on one line.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var count = 0
    func write(_ letters: Int) {
      for index in 0..<4 {
        text.append(index < letters ? alphabet[Int(group >> (18 - 6 * index) & 63)] : padding)
      }
    }
    for byte in bytes {
      group |= UInt32(byte) << (16 - 8 * count)
      count += 1
      guard count == 3 else { continue }
      write(4)
      group = 0
      count = 0
    }
    if count > 0 { write(count + 1) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text. Nil if it has an invalid letter, lacks padding, or has bits that belong to no byte.
  public static func decode(_ text: String) -> [UInt8]? {
    var letters = text.utf8[...]
    guard letters.count.isMultiple(of: 4) else { return nil }
    var padded = 0
    while padded < 2, letters.last == padding {
      letters.removeLast()
      padded += 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3 + 2)
    var group: UInt32 = 0
    var bits = 0
    for letter in letters {
      guard let value = value(of: letter) else { return nil }
      group = group << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> bits))
      group &= (1 << bits) - 1
    }
    return group == 0 && bits < 6 ? bytes : nil
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// A hash that distinguishes versions of a text or a file (FNV-1a); the same in every process, but no protection against forgery.
package enum Checksum {
  /// The hash of bytes, as sixteen hexadecimal digits.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal, ends a line or changes the direction of writing. Replace these characters before you print
  /// outside texts. The characters of Unicode's bidirectional algorithm can make a text look different.
  package var isControlling: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

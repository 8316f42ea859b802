/// A sum by which versions of a text or a file are told apart (FNV-1a), the same in every process; it is no protection against a forger.
public enum Checksum {
  /// The sum over bytes, as sixteen hexadecimal digits.
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// Whether it controls a terminal, ends a line or turns the direction of writing, instead of being a part of a text.
  ///
  /// These are the control characters (C0 and C1 of ECMA-48), the separators of lines and paragraphs, and those of Unicode's bidirectional
  /// algorithm, with which a text can show something else than it says. Whoever prints texts from outside replaces them.
  public var isControlling: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}

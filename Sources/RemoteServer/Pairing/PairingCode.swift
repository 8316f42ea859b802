/// The words of pairing codes: eight characters that nobody mistakes for another when read aloud or copied by hand.
enum PairingCode {
  /// Neither 0 and O, 1, I and L, 2 and Z, 5 and S, nor 8 and B.
  static let alphabet = Array("ACDEFGHJKMNPQRTUVWXY34679")
  static let length = 8

  /// A new one, of 37 bits.
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "A" })
  }

  /// What somebody has typed, in capitals and without blanks and dashes; nil where it cannot be a code.
  static func read(_ text: String) -> String? {
    let typed = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
    return typed.count == length && typed.allSatisfy(alphabet.contains) ? typed : nil
  }

  /// As it is written for people: `ACDE-FGHJ`.
  static func written(_ code: String) -> String {
    "\(code.prefix(length / 2))-\(code.dropFirst(length / 2))"
  }
}

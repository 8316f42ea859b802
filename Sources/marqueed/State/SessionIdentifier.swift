/// The identifier of a new session: a random UUID (RFC 9562, version 4), as `7f1c0c9e-6a0e-4c43-9d2b-0c5a4c1f0b55`.
nonisolated enum SessionIdentifier {
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    var high: UInt64 = generator.next()
    var low: UInt64 = generator.next()
    // The version, and the variant of the RFC.
    high = high & ~0xF000 | 0x4000
    low = low & ~(3 << 62) | 2 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func hexadecimal(_ value: UInt64) -> [Character] {
    let digits = String(value, radix: 16)
    return Array(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}

/// The sound of the display behind one device of a sound card (EDID-Like Data), which the graphics driver makes from the display's EDID.
///
/// Source: High Definition Audio Specification 1.0a, 7.3.3.34.1; include/drm/drm_edid.h of Linux 6.1.
public struct ELD: Hashable, Sendable {
  /// The maker's code, as in the bytes 8 and 9 of the EDID.
  public let maker: UInt16
  /// The maker's code for the product, as in the bytes 10 and 11 of the EDID.
  public let product: UInt16
  /// The display's name; empty if the EDID has none.
  public let name: String
  /// Whether the display accepts sound.
  public let acceptsSound: Bool

  /// Reads an ELD. Returns nil without a display, and for damaged bytes.
  public init?(bytes: [UInt8]) {
    // Bytes 0 to 3 have the version, 4 to 19 the fixed part. The name follows, and then three bytes for each format.
    guard bytes.count >= 20, [2, 31].contains(bytes[0] >> 3) else { return nil }
    let nameLength = Int(bytes[4] & 31)
    let formats = Int(bytes[5] >> 4)
    let end = 20 + nameLength + 3 * formats
    guard nameLength <= 16, formats <= 15, end <= bytes.count, end <= 4 + 4 * Int(bytes[2]) else { return nil }
    maker = UInt16(bytes[16]) | UInt16(bytes[17]) << 8
    product = UInt16(bytes[18]) | UInt16(bytes[19]) << 8
    let text = bytes[20..<20 + nameLength].map { (0x20..<0x7F).contains($0) ? $0 : 0x20 }
    name = String(String(decoding: text, as: UTF8.self).reversed().drop { $0 == " " }.reversed())
    // A display with speakers has at least one format. "Basic audio" without a format gives two channels.
    acceptsSound = formats > 0 || bytes[7] != 0
  }
}

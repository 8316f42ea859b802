/// The alignment of the lines of a text; start and end follow the text's direction.
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  case start, center, end
}

/// The limits of a QR code.
package enum QRCodeLimits {
  /// The largest number of bytes at our error correction (ISO/IEC 18004, version 40, level M).
  package static let mostBytes = 2_331
}

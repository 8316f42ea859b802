/// Why bytes are no EDID at all.
public enum EDIDError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer bytes than one block.
  case tooShort(count: Int)
  /// The first eight bytes are not the fixed header.
  case badHeader
  /// The base block's bytes do not add up to a multiple of 256; `expected` is what its last byte would have to be.
  case badChecksum(found: UInt8, expected: UInt8)
  /// A structure version other than 1.
  case unknownVersion(version: Int, revision: Int)

  /// A sentence for the user, without its full stop.
  public var description: String {
    switch self {
    case .tooShort(0): "the EDID is empty"
    case .tooShort(let count): "the EDID has \(count) bytes, a block has 128"
    case .badHeader: "the EDID does not begin with 00 FF FF FF FF FF FF 00"
    case .badChecksum(let found, let expected):
      "the EDID's base block has the checksum \(found), its bytes need \(expected)"
    case .unknownVersion(let version, let revision):
      "the EDID has the structure version \(version).\(revision), known are 1.0 to 1.4"
    }
  }
}

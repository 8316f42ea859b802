internal import CGnuTLS

/// A SHA-256 digest (FIPS 180-4), by GnuTLS.
public struct Digest: Hashable, Sendable {
  /// Its 32 bytes.
  public let bytes: [UInt8]

  /// The digest of a text's UTF-8.
  public init(of text: String) {
    self.init(of: Array(text.utf8))
  }

  /// The digest of bytes.
  public init(of message: [UInt8]) {
    var result = [UInt8](repeating: 0, count: 32)
    // Its one error is an unknown algorithm.
    _ = unsafe message.withUnsafeBufferPointer { source in
      unsafe gnutls_hash_fast(GNUTLS_DIG_SHA256, source.baseAddress, source.count, &result)
    }
    bytes = result
  }

  /// As 64 hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Compares in a time that does not tell how much is equal.
  public static func == (one: Digest, other: Digest) -> Bool {
    var difference: UInt8 = one.bytes.count == other.bytes.count ? 0 : 1
    for (left, right) in zip(one.bytes, other.bytes) { difference |= left ^ right }
    return difference == 0
  }
}

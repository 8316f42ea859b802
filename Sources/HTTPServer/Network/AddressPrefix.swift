internal import Glibc

/// The addresses that begin with the same bits, of IPv6.
public struct AddressPrefix: Hashable, Sendable {
  private let bytes: [UInt8]
  private let length: Int

  /// The first `length` bits of an address; nil where that is no IPv6 address.
  public init?(_ address: String, length: Int) {
    guard let bytes = AddressPrefix.bytes(of: address) else { return nil }
    self.init(bytes: bytes, length: length)
  }

  /// The first `length` bits of an address's sixteen bytes.
  init?(bytes: [UInt8], length: Int) {
    guard bytes.count == 16, (0...128).contains(length) else { return nil }
    self.bytes = bytes
    self.length = length
  }

  /// Whether an address begins so.
  func contains(_ address: [UInt8]) -> Bool {
    var left = length
    for (one, other) in zip(bytes, address) where left > 0 {
      let wanted = min(left, 8)
      guard (one ^ other) >> UInt8(8 - wanted) == 0 else { return false }
      left -= wanted
    }
    return left <= 0
  }

  /// The sixteen bytes of an IPv6 address; nil for anything else.
  static func bytes(of address: String) -> [UInt8]? {
    var six = in6_addr()
    guard unsafe inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    return unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
  }
}

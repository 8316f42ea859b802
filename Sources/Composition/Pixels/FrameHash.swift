internal import DisplayTypes

/// A 64-bit hash of the red, green and blue of a picture: equal pixels have the same hash on every machine. It distinguishes pictures, but
/// does not protect against forged ones. To compute it from a screenshot:
///
/// - Cut each row into pairs of pixels, with 0 for a missing last pixel. A pair is the number `left | right << 32` with pixels as
///   `0x00RRGGBB`.
/// - Start four accumulators, each at `index + 1` times `prime`.
/// - Mix the pair at place `i` of its row into accumulator `i % 4`: `a = (a ^ pair) * prime; a ^= a >> 32`.
/// - Mix the four accumulators into `width | height << 32` in the same way, in order, and `prime` at last.
///
/// All arithmetic wraps at 64 bits. `prime` is 0x9E3779B97F4A7C15 (2^64 divided by the golden ratio, odd: Knuth, The Art of Computer
/// Programming 6.4).
package struct FrameHash: Hashable {
  var rawValue: UInt64
}

extension FrameHash {
  /// Hashes a target; scan-out memory is slow to read, so use the shadow.
  package init(of target: PixelTarget) {
    var accumulators: Accumulators = (Self.prime, Self.prime &* 2, Self.prime &* 3, Self.prime &* 4)
    for y in 0..<target.size.height {
      unsafe Self.addRow(target.address(x: 0, y: y), width: target.size.width, to: &accumulators)
    }
    let size = UInt64(target.size.width) | UInt64(target.size.height) << 32
    let values = [accumulators.0, accumulators.1, accumulators.2, accumulators.3, Self.prime]
    rawValue = values.reduce(size, Self.mixed)
  }

  /// The hash as sixteen hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// A tuple, because vectors multiply 64 bits much slower than four registers do.
  private typealias Accumulators = (UInt64, UInt64, UInt64, UInt64)

  private static let prime: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  private static func mixed(_ accumulator: UInt64, _ value: UInt64) -> UInt64 {
    let product = (accumulator ^ value) &* prime
    return product ^ product >> 32
  }

  private static func addRow(_ row: UnsafeMutableRawPointer, width: Int, to accumulators: inout Accumulators) {
    let visible: UInt64 = 0x00FF_FFFF_00FF_FFFF
    func pair(at index: Int) -> UInt64 {
      unsafe UInt64(littleEndian: row.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)) & visible
    }
    let pairs = width / 2
    var (first, second, third, fourth) = accumulators
    var index = 0
    while index + 4 <= pairs {
      first = mixed(first, pair(at: index))
      second = mixed(second, pair(at: index &+ 1))
      third = mixed(third, pair(at: index &+ 2))
      fourth = mixed(fourth, pair(at: index &+ 3))
      index &+= 4
    }
    accumulators = (first, second, third, fourth)
    while index < pairs {
      add(pair(at: index), at: index, to: &accumulators)
      index += 1
    }
    if width % 2 == 1 {
      let pixel = unsafe UInt32(littleEndian: row.load(fromByteOffset: index * 8, as: UInt32.self))
      add(UInt64(pixel & 0x00FF_FFFF), at: index, to: &accumulators)
    }
  }

  private static func add(_ pair: UInt64, at index: Int, to accumulators: inout Accumulators) {
    switch index % 4 {
    case 0: accumulators.0 = mixed(accumulators.0, pair)
    case 1: accumulators.1 = mixed(accumulators.1, pair)
    case 2: accumulators.2 = mixed(accumulators.2, pair)
    default: accumulators.3 = mixed(accumulators.3, pair)
    }
  }
}

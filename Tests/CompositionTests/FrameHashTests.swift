import DisplayTypes
import Testing

@testable import Composition

@Suite struct FrameHashTests {
  private func surface(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> TestSurface {
    let surface = TestSurface(PixelSize(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width { surface[x, y] = pixel(x, y) }
    }
    return surface
  }

  /// The documented procedure, word by word, from pixels.
  private func documented(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> UInt64 {
    let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
    func mix(_ lane: UInt64, _ value: UInt64) -> UInt64 {
      let product = (lane ^ value) &* prime
      return product ^ (product >> 32)
    }
    var lanes = (1...4).map { prime &* UInt64($0) }
    for y in 0..<height {
      for pair in 0..<((width + 1) / 2) {
        let left = UInt64(pixel(pair * 2, y) & 0xFFFFFF)
        let right = pair * 2 + 1 < width ? UInt64(pixel(pair * 2 + 1, y) & 0xFFFFFF) : 0
        lanes[pair % 4] = mix(lanes[pair % 4], left | right << 32)
      }
    }
    return mix(lanes.reduce(UInt64(width) | UInt64(height) << 32, mix), prime)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (7, 3), (8, 5), (9, 4), (16, 2), (23, 11), (64, 8)])
  func followsItsDocumentation(width: Int, height: Int) throws {
    let pixel = { (x: Int, y: Int) in UInt32(truncatingIfNeeded: (x &* 7919 &+ y &* 104729 &+ 1) &* 2_654_435_761) }
    let hash = FrameHash(of: try surface(width, height, pixel).target())
    #expect(hash.rawValue == documented(width, height, pixel))
  }

  @Test func isTheSameOnEveryMachine() throws {
    let hash = FrameHash(of: try surface(5, 3, { x, y in UInt32(x * 65536 + y * 256 + 1) }).target())
    #expect(hash.hexadecimal == "9be6734462081e84")
  }

  @Test func theUnusedByteDoesNotCount() throws {
    let plain = FrameHash(of: try surface(9, 3, { x, _ in UInt32(x) }).target())
    let marked = FrameHash(of: try surface(9, 3, { x, _ in UInt32(x) | 0x7F00_0000 }).target())
    #expect(plain == marked)
  }

  @Test func everyPixelAndEveryChannelCounts() throws {
    let width = 19
    let plain = FrameHash(of: try surface(width, 3, { _, _ in 0 }).target())
    var seen: Set<FrameHash> = [plain]
    for y in 0..<3 {
      for x in 0..<width {
        for channel in [0x01_0000, 0x00_0100, 0x00_0001] as [UInt32] {
          let changed = surface(width, 3) { $0 == x && $1 == y ? channel : 0 }
          #expect(seen.insert(FrameHash(of: try changed.target())).inserted, "\(x), \(y), \(channel)")
        }
      }
    }
  }

  @Test func theShapeCounts() throws {
    let shapes = [(12, 1), (6, 2), (4, 3), (3, 4), (2, 6), (1, 12), (11, 1), (13, 1)]
    let hashes = try shapes.map { FrameHash(of: try surface($0.0, $0.1, { _, _ in 0 }).target()) }
    #expect(Set(hashes).count == shapes.count)
  }

  @Test func isWrittenWithSixteenDigits() {
    #expect(FrameHash(rawValue: 0xAB).hexadecimal == "00000000000000ab")
  }
}

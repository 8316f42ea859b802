import Composition
import DisplayTypes
import Testing

@Suite struct PixelCopyTests {
  private let size = PixelSize(width: 20, height: 10)

  private func filled() -> TestSurface {
    let surface = TestSurface(size)
    for y in 0..<size.height {
      for x in 0..<size.width { surface[x, y] = UInt32(y * 100 + x) }
    }
    return surface
  }

  @Test func copiesTheDamageAndNothingElse() throws {
    let (source, destination) = (filled(), TestSurface(size))
    var damage = DamageRegion(PixelRect(x: 2, y: 3, width: 4, height: 2))
    damage.add(PixelRect(x: 15, y: 0, width: 1, height: 10))
    PixelCopy.copy(damage, from: try source.target(), to: try destination.target())
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isDamaged = (2..<6).contains(x) && (3..<5).contains(y) || x == 15
        #expect(destination[x, y] == (isDamaged ? UInt32(y * 100 + x) : nil), "\(x), \(y)")
      }
    }
    #expect(destination.isMarginUntouched)
  }

  @Test func cutsOffPixelsOutsideEitherTarget() throws {
    let (source, destination) = (filled(), TestSurface(PixelSize(width: 12, height: 30)))
    PixelCopy.copy(
      DamageRegion(PixelRect(x: -5, y: -5, width: 100, height: 100)), from: try source.target(),
      to: try destination.target())
    #expect(destination[11, 9] == 911)
    #expect(destination[11, 10] == nil)
    #expect(destination.isMarginUntouched)
  }

  @Test func copiesWholeRowsWithoutPaddingAtOnce() throws {
    let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 2 * 6)
    defer { memory.deallocate() }
    for index in memory.indices { memory[index] = UInt32(index) }
    let base = try #require(memory.baseAddress)
    let size = PixelSize(width: 2, height: 3)
    let source = try #require(PixelTarget(base: base, stride: 8, size: size))
    let destination = try #require(PixelTarget(base: base + 6, stride: 8, size: size))
    PixelCopy.copy(PixelRect(x: 0, y: 1, width: 2, height: 2), from: source, to: destination)
    #expect(Array(memory) == [0, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5])
  }
}

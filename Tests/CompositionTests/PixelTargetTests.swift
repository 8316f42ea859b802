import Composition
import DisplayTypes
import Testing

@Suite struct PixelTargetTests {
  @Test func refusesLayoutsThatCannotBeDrawnInto() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
    defer { memory.deallocate() }
    let base = try #require(memory.baseAddress)
    let size = PixelSize(width: 4, height: 4)
    #expect(PixelTarget(base: base, stride: 16, size: size) != nil)
    #expect(PixelTarget(base: base, stride: 12, size: size) == nil)
    #expect(PixelTarget(base: base, stride: 18, size: size) == nil)
    #expect(PixelTarget(base: base + 1, stride: 16, size: size) == nil)
    #expect(PixelTarget(base: base, stride: 16, size: .zero) == nil)
    #expect(PixelTarget(base: base, stride: .max & ~3, size: size) == nil)
    let tooWide = PixelSize(width: PixelTarget.longestSide + 1, height: 1)
    #expect(PixelTarget(base: base, stride: tooWide.width * 4, size: tooWide) == nil)
  }

  @Test func rowsForAScreenshotAreRedGreenBlueFromTheTopWithoutPadding() throws {
    let surface = TestSurface(PixelSize(width: 3, height: 2))
    surface[0, 0] = 0xFF01_0203
    surface[1, 0] = 0x0004_0506
    surface[2, 0] = 0x1207_0809
    surface[0, 1] = 0x000A_0B0C
    surface[1, 1] = 0x000D_0E0F
    surface[2, 1] = 0x0010_1112
    let target = try surface.target()
    #expect(target.rgbRows(of: PixelRect(size: target.size)) == Array(1...18))
    #expect(target.rgbRows(of: PixelRect(x: 1, y: 1, width: 9, height: 9)) == [13, 14, 15, 16, 17, 18])
    #expect(target.rgbRows(of: PixelRect(x: -5, y: -5, width: 6, height: 6)) == [1, 2, 3])
    #expect(target.rgbRows(of: PixelRect(x: 3, y: 0, width: 9, height: 9)).isEmpty)
  }
}

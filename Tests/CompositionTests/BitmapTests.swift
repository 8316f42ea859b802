import Composition
import DisplayTypes
import Testing

@Suite struct BitmapTests {
  private final class Counter: @unchecked Sendable {
    // Only touched by the test's own thread.
    var count = 0
  }

  private func wrap(_ count: Int, stride: Int, offset: Int = 0, size: PixelSize) -> Bitmap? {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 8, alignment: 16)
    defer { memory.deallocate() }
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[offset..<(offset + count)])
    return Bitmap(size: size, stride: stride, format: .argb32, bytes: bytes, release: {})
  }

  @Test func takesMemoryThatHoldsItsRows() {
    #expect(wrap(64, stride: 16, size: PixelSize(width: 4, height: 4)) != nil)
  }

  @Test func refusesMemoryThatCannotBeDrawnFrom() {
    let size = PixelSize(width: 4, height: 4)
    #expect(wrap(63, stride: 16, size: size) == nil, "too short")
    #expect(wrap(64, stride: 12, size: size) == nil, "rows overlap")
    #expect(wrap(72, stride: 18, size: size) == nil, "rows are not aligned")
    #expect(wrap(64, stride: 16, offset: 2, size: size) == nil, "the first row is not aligned")
    #expect(wrap(64, stride: 16, size: .zero) == nil, "no pixels")
    #expect(wrap(64, stride: .max & ~3, size: size) == nil, "the size overflows")
    #expect(wrap(64, stride: -16, size: size) == nil, "negative")
    let tooWide = PixelSize(width: Bitmap.longestSide + 1, height: 1)
    #expect(Bitmap(size: tooWide, format: .a8, draw: { _, _ in }) == nil)
  }

  @Test func releasesItsMemoryOnceWhenTheLastLetsGo() {
    let counter = Counter()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 16)
    defer { memory.deallocate() }
    do {
      let bitmap = Bitmap(
        size: PixelSize(width: 2, height: 2), stride: 8, format: .argb32, bytes: UnsafeRawBufferPointer(memory),
        release: { counter.count += 1 })
      let tree = LayerTree(
        layers: bitmap.map { [Layer(id: LayerID(rawValue: 1), frame: .zero, contents: .bitmap($0))] } ?? [])
      #expect(tree.layers.count == 1)
      #expect(counter.count == 0)
    }
    #expect(counter.count == 1)
  }

  @Test func drawsIntoZeroedRowsOfAlignedStride() throws {
    let bitmap = try #require(
      Bitmap(size: PixelSize(width: 5, height: 2), format: .a8) { bytes, stride in bytes[stride + 4] = 9 })
    #expect(bitmap.stride == 8)
    #expect(bitmap.bytes[12] == 9)
    #expect(bitmap.bytes[0] == 0)
  }

  @Test func contentsAreEqualWhenTheyAreTheSamePicture() throws {
    let size = PixelSize(width: 1, height: 1)
    let first = try #require(Bitmap(size: size, format: .a8, draw: { _, _ in }))
    let second = try #require(Bitmap(size: size, format: .a8, draw: { _, _ in }))
    #expect(LayerContents.bitmap(first) == .bitmap(first))
    #expect(LayerContents.bitmap(first) != .bitmap(second))
    #expect(LayerContents.mask(first, .white) == .mask(first, .white))
    #expect(LayerContents.mask(first, .white) != .mask(first, .black))
    #expect(LayerContents.mask(first, .white) != .bitmap(first))
  }
}

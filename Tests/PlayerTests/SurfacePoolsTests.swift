import Composition
import DisplayTypes
import Rasterizing
import Testing

@testable import marqueed

/// The buffers of a program while the daemon replaces them.
struct SurfacePoolsTests {
  private final class NoCard: ScanoutCard {
    let device: UInt64 = 1
    let hasOneScreen = true

    func makeBuffer(
      of size: PixelSize
    ) throws(DisplayError) -> (buffer: any CardBuffer, memory: Int32, stride: Int) {
      throw DisplayError(code: .refused, operation: "make a buffer", device: "none")
    }

    func makeBuffer(
      of size: PixelSize, in memory: Int32, stride: Int, offset: Int
    ) throws(DisplayError) -> any CardBuffer {
      throw DisplayError(code: .refused, operation: "make a buffer", device: "none")
    }

    func owns(_ buffer: any CardBuffer) -> Bool { false }
  }

  private let size = PixelSize(width: 64, height: 32)

  /// A program needs a second to start its graphics library. Meanwhile the daemon may want other buffers.
  @Test func aFrameInOwnBuffersThatWereReplacedBeforeTheyCameIsDropped() throws {
    var pools = SurfacePools()
    pools.replace(with: SurfacePools.Buffers(serial: 1, size: size, card: NoCard(), made: nil))
    let files = SurfacePool(serial: 2, bitmaps: [try #require(Bitmap(size: size, format: .argb32) { _, _ in })])
    pools.replace(with: SurfacePools.Buffers(serial: 2, size: size, card: nil, made: files))
    let early = SurfaceMessage.OwnBuffer(serial: 1, buffer: 0, stride: 256, offset: 0)
    #expect(try pools.add(early, -1) == nil)
    #expect(try pools.use(0, serial: 1) == nil)
    #expect(try pools.use(0, serial: 2) === files)
    #expect(throws: SurfaceRefusal.self) { try pools.use(0, serial: 3) }
    #expect(throws: SurfaceRefusal.self) { try pools.use(1, serial: 2) }
  }
}

import Composition
import DisplayTypes
import Glibc
import Rasterizing
import Testing

@testable import RasterizerHost

/// Processes that read files: one a document, few, and gone when idle.
@Suite(.serialized) struct DocumentPoolTests {
  private let room = PictureRoom(size: PixelSize(width: 320, height: 200))

  @Test func aPictureIsDecoded() throws {
    let bench = try DocumentTestBench()
    let image = try bench.decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    #expect(image.rect == PixelRect(x: 60, y: 0, width: 200, height: 200))
    #expect(image.bitmap.size == PixelSize(width: 200, height: 200))
    #expect(image.bitmap.isOpaque)
    #expect(image.frames.isEmpty)
  }
}

import Composition
import DamagedFiles
import DisplayTypes
import Rasterizing
import Testing

/// How a picture is brought into its room.
@Suite struct PictureFitTests {
  /// 8x4, each pixel another one: red by column, green by row.
  private static let small = TestPicture.png(PixelSize(width: 8, height: 4)) { x, y in
    [UInt8(x * 30), UInt8(y * 60), 255]
  }

  private func image(_ width: Int, _ height: Int, _ fit: ImageFit, ratio: Double = 1) throws -> RasterImage {
    let room = PictureRoom(size: PixelSize(width: width, height: height), pixelAspectRatio: ratio, fit: fit)
    return try DocumentTestBench().decode(try TestFile.make(Self.small), room).get()
  }

  @Test func pixelByPixelIsExact() throws {
    let image = try image(20, 20, .center)
    #expect(image.rect == PixelRect(x: 6, y: 8, width: 8, height: 4))
    for y in 0..<4 {
      for x in 0..<8 {
        #expect(image.pixel(x, y) == 0xFF00_00FF | UInt32(x * 30) << 16 | UInt32(y * 60) << 8)
      }
    }
  }

  @Test func picturesLargerThanTheRoomAreCutOffOnBothSides() throws {
    let image = try image(4, 2, .center)
    #expect(image.rect == PixelRect(x: 0, y: 0, width: 4, height: 2))
    #expect(image.pixel(0, 0) == 0xFF00_00FF | 60 << 16 | 60 << 8)
    #expect(image.pixel(3, 1) == 0xFF00_00FF | 150 << 16 | 120 << 8)
  }

  @Test(arguments: [
    (ImageFit.fit, 100, 100, 1.0, PixelRect(x: 0, y: 25, width: 100, height: 50)),
    (.fit, 100, 20, 1, PixelRect(x: 30, y: 0, width: 40, height: 20)),
    (.fill, 100, 100, 1, PixelRect(x: 0, y: 0, width: 100, height: 100)),
    (.stretch, 100, 100, 1, PixelRect(x: 0, y: 0, width: 100, height: 100)),
    // PAL on a wide screen: 720x576 pixels of 64:45 are as wide as 1024.
    (.fit, 720, 576, 64.0 / 45, PixelRect(x: 0, y: 32, width: 720, height: 512)),
  ])
  func itLiesInTheMiddle(_ fit: ImageFit, _ width: Int, _ height: Int, _ ratio: Double, _ rect: PixelRect) throws {
    let image = try image(width, height, fit, ratio: ratio)
    #expect(image.rect == rect)
    #expect(image.bitmap.size == rect.size)
  }

  @Test func fillingCutsOffLeftAndRight() throws {
    // A square of 4x4 of the picture's 8x4 pixels: columns 2 to 5.
    let image = try image(4, 4, .fill)
    #expect(isNear(image.pixel(0, 0), 0xFF3C_00FF, within: 1))
    #expect(isNear(image.pixel(3, 3), 0xFF96_B4FF, within: 1))
  }

  /// Two million pixels: the table of weights of a version of gdk-pixbuf that scales in one step has no room in a worker.
  @Test func aLargePictureBecomesASinglePixel() throws {
    let large = TestPicture.png(PixelSize(width: 2048, height: 1024)) { x, _ in
      x < 1024 ? [200, 0, 100] : [100, 0, 200]
    }
    let room = PictureRoom(size: PixelSize(width: 1, height: 1), fit: .stretch)
    let image = try DocumentTestBench().decode(try TestFile.make(large), room).get()
    #expect(isNear(image.pixel(0, 0), 0xFF96_0096, within: 2), "\(String(image.pixel(0, 0), radix: 16))")
  }

  @Test func enlargingGoesEvenlyFromPixelToPixel() throws {
    let image = try image(80, 40, .fit)
    // A linear filter keeps a slope: the value between two pixels is their mean.
    #expect(isNear(image.pixel(40, 20), 0xFF69_5AFF, within: 4))
    for x in 1..<80 {
      #expect(image.pixel(x, 20) >> 16 & 0xFF >= image.pixel(x - 1, 20) >> 16 & 0xFF)
    }
  }

  @Test func reducingTakesTheMeanOfFineDetail() throws {
    let board = TestPicture.png(PixelSize(width: 256, height: 256)) { x, y in
      (x + y) % 2 == 0 ? [255, 255, 255] : [0, 0, 0]
    }
    let room = PictureRoom(size: PixelSize(width: 32, height: 32))
    let image = try DocumentTestBench().decode(try TestFile.make(board), room).get()
    for y in 2..<30 { for x in 2..<30 { #expect(isNear(image.pixel(x, y), 0xFF80_8080, within: 2)) } }
  }

  @Test func transparentPixelsLendNoColour() throws {
    // Transparent red beside opaque green: after a reduction to one pixel, no red may be left.
    let picture = TestPicture.png(PixelSize(width: 2, height: 2), channels: 4) { x, _ in
      x == 0 ? [255, 0, 0, 0] : [0, 255, 0, 255]
    }
    let room = PictureRoom(size: PixelSize(width: 1, height: 1), fit: .stretch)
    let image = try DocumentTestBench().decode(try TestFile.make(picture), room).get()
    #expect(image.pixel(0, 0) >> 16 & 0xFF == 0)
    #expect(isNear(image.pixel(0, 0), 0x8000_8000, within: 1))
  }
}

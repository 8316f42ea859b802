import Composition
import DisplayTypes
import Rasterizing
import Testing

/// EXIF's orientation: the same pixels, and how the camera was held.
@Suite struct PictureOrientationTests {
  /// EXIF 2.32, tag 274: which corner of the stored picture (0 top left, 1 top right, 2 bottom left, 3 bottom right) is shown at the top left,
  /// top right, bottom left and bottom right.
  private static let corners: [(Int, [Int])] = [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]), (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]),
    (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
  ]
  private static let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]

  @Test(arguments: corners) func aPictureIsUpright(_ orientation: Int, _ corners: [Int]) throws {
    let bytes = try TestFile.bytes(ofSample: "quadrants.jpg")
    let file = try TestFile.make(Array(bytes.prefix(2)) + Self.exif(orientation) + bytes.dropFirst(2))
    let room = PictureRoom(size: PixelSize(width: 128, height: 128))
    let image = try DocumentTestBench().decode(file, room).get()
    let isLying = orientation < 5
    #expect(
      image.rect
        == PixelRect(
          x: isLying ? 0 : 16, y: isLying ? 16 : 0, width: isLying ? 128 : 96, height: isLying ? 96 : 128))
    let (right, bottom) = (image.bitmap.size.width - 20, image.bitmap.size.height - 20)
    for ((x, y), corner) in zip([(20, 20), (right, 20), (20, bottom), (right, bottom)], corners) {
      #expect(isNear(image.pixel(x, y), Self.colors[corner], within: 4), "\(orientation): \(x),\(y)")
    }
  }

  /// A WebP picture of 64x48 in the extended format (RFC 9649, section 2.7), with the same block.
  @Test(arguments: corners) func aWebPStandsUprightToo(_ orientation: Int, _ corners: [Int]) throws {
    let simple = try TestFile.bytes(ofSample: "quadrants.webp")
    let body = TestWebP.extended(simple, exif: Array(Self.exif(orientation).dropFirst(10)))
    let room = PictureRoom(size: PixelSize(width: 128, height: 128))
    let image = try DocumentTestBench().decode(try TestFile.make(body), room).get()
    #expect(image.bitmap.size == PixelSize(width: orientation < 5 ? 128 : 96, height: orientation < 5 ? 96 : 128))
    let (right, bottom) = (image.bitmap.size.width - 20, image.bitmap.size.height - 20)
    let colors: [UInt32] = [0xFFFF_0000, 0x8000_8000, 0, 0xFFFF_FFFF]
    for ((x, y), corner) in zip([(20, 20), (right, 20), (20, bottom), (right, bottom)], corners) {
      #expect(isNear(image.pixel(x, y), colors[corner], within: 4), "\(orientation): \(x),\(y)")
    }
  }

  /// An APP1 segment with the one tag.
  static func exif(_ orientation: Int) -> [UInt8] {
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }
}

import Composition
import DamagedFiles
import DisplayTypes
import Rasterizing
import Testing

/// Colour profiles are converted to sRGB.
@Suite struct PictureProfileTests {
  private let room = PictureRoom(size: PixelSize(width: 4, height: 4))

  private func pixel(_ color: [UInt8], profile: [UInt8]?) throws -> UInt32 {
    let extra = profile.map { TestPicture.chunk("iCCP", Array("own".utf8) + [0, 0] + TestPicture.zlib($0)) } ?? []
    let file = try TestFile.make(
      TestPicture.png(PixelSize(width: 4, height: 4), channels: color.count, extra: extra) { _, _ in color })
    return try DocumentTestBench().decode(file, room).get().pixel(1, 1)
  }

  @Test func aProfileWhoseRedAndGreenAreExchangedIsFollowed() throws {
    let profile = TestProfile.make(red: TestProfile.green, green: TestProfile.red, blue: TestProfile.blue)
    #expect(try pixel([255, 0, 0], profile: nil) == 0xFFFF_0000)
    #expect(isNear(try pixel([255, 0, 0], profile: profile), 0xFF00_FF00, within: 3))
    #expect(isNear(try pixel([0, 255, 0], profile: profile), 0xFFFF_0000, within: 3))
    #expect(isNear(try pixel([255, 255, 255], profile: profile), 0xFFFF_FFFF, within: 2))
  }

  @Test func translucentPixelsKeepTheirAlpha() throws {
    let profile = TestProfile.make(red: TestProfile.green, green: TestProfile.red, blue: TestProfile.blue)
    #expect(isNear(try pixel([255, 0, 0, 128], profile: profile), 0x8000_8000, within: 3))
    #expect(try pixel([255, 0, 0, 0], profile: profile) == 0)
  }

  /// As libwebp draws it (orientation 1), and as it is turned after that (3); without alpha, in rows that are no multiple of four bytes.
  @Test(arguments: [1, 3], [false, true]) func aWebPKeepsItsColoursAndFollowsItsProfile(
    _ orientation: Int, _ hasProfile: Bool
  ) throws {
    let size = PixelSize(width: 5, height: 3)
    // The upper rows are red, and the last pixel of each row is green.
    let simple = TestWebP.lossless(size) { x, y in (x < 4 && y < 2, x == 4, y == 2 && x < 4) }
    let profile = TestProfile.make(red: TestProfile.green, green: TestProfile.red, blue: TestProfile.blue)
    let bytes = TestWebP.extended(
      simple, size, hasAlpha: false, exif: Array(PictureOrientationTests.exif(orientation).dropFirst(10)),
      profile: hasProfile ? profile : nil)
    let room = PictureRoom(size: size, fit: .center)
    let image = try DocumentTestBench().decode(try TestFile.make(bytes), room).get()
    #expect(image.bitmap.size == size && image.bitmap.isOpaque)
    let (red, green): (UInt32, UInt32) = hasProfile ? (0xFF00_FF00, 0xFFFF_0000) : (0xFFFF_0000, 0xFF00_FF00)
    for y in 0..<3 {
      for x in 0..<5 {
        let (column, row) = orientation == 1 ? (x, y) : (4 - x, 2 - y)
        let expected: UInt32 = column == 4 ? green : row == 2 ? 0xFF00_00FF : red
        #expect(isNear(image.pixel(x, y), expected, within: 3), "\(x),\(y): \(String(image.pixel(x, y), radix: 16))")
      }
    }
  }

  @Test func aProfileThatIsBrokenIsIgnored() throws {
    #expect(try pixel([255, 0, 0], profile: Array("no profile".utf8)) == 0xFFFF_0000)
  }
}

import DamagedFiles
import DisplayTypes
import Rasterizing
import Testing

/// Colour profiles: what is shown is sRGB.
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

  @Test func whatCanBeSeenThroughKeepsItsAlpha() throws {
    let profile = TestProfile.make(red: TestProfile.green, green: TestProfile.red, blue: TestProfile.blue)
    #expect(isNear(try pixel([255, 0, 0, 128], profile: profile), 0x8000_8000, within: 3))
    #expect(try pixel([255, 0, 0, 0], profile: profile) == 0)
  }

  @Test func aProfileThatIsBrokenIsIgnored() throws {
    #expect(try pixel([255, 0, 0], profile: Array("no profile".utf8)) == 0xFFFF_0000)
  }
}

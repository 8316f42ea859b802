import DisplayTypes
import EDID
import Testing

@Suite struct StandardModeTests {
  @Test("1920x1080@60 is CTA's timing without a picture aspect") func fullHD() throws {
    let mode = try #require(ScreenMode.standard(width: 1920, height: 1080))
    #expect(mode.clockKilohertz == 148_500 && mode.pictureAspect == nil)
    #expect(mode.horizontal == ModeTiming(display: 1920, syncStart: 2008, syncEnd: 2052, total: 2200))
    #expect(mode.vertical == ModeTiming(display: 1080, syncStart: 1084, syncEnd: 1089, total: 1125))
    #expect(mode.flags == 0b0101)
  }

  @Test(
    "sizes and rates of each table and of the formula",
    arguments: [
      (1920, 1080, 59_940, 148_352), (1920, 1080, 23_976, 74_176), (640, 480, 59_940, 25_175),
      (640, 480, 60_000, 25_200),
      (3840, 2160, 60_000, 594_000), (1024, 768, 60_000, 65_000), (1366, 768, 60_000, 72_000),
      (1680, 1050, 60_000, 119_000),
      (1280, 1024, 75_000, 135_000), (2560, 1440, 60_000, 241_500), (3440, 1440, 60_000, 319_750),
    ])
  func clocks(width: Int, height: Int, millihertz: Int, kilohertz: Int) throws {
    let mode = try #require(ScreenMode.standard(width: width, height: height, refreshMillihertz: millihertz))
    #expect(mode.clockKilohertz == UInt32(kilohertz))
    #expect(mode.size == PixelSize(width: width, height: height) && mode.isPlausible)
    #expect(abs(mode.refreshMillihertz - millihertz) < 350)
  }

  @Test("a size in no table has reduced blanking") func computed() throws {
    let mode = try #require(ScreenMode.standard(width: 1200, height: 1000, refreshMillihertz: 50_000))
    #expect(mode.horizontal.total == 1360 && mode.flags == 0b1001)
    #expect(abs(mode.refreshMillihertz - 50_000) < 250)
  }

  @Test("interlaced formats are only CTA's, at their field rate") func interlaced() throws {
    let mode = try #require(ScreenMode.standard(width: 1920, height: 1080, refreshMillihertz: 50_000, interlaced: true))
    #expect(mode.isInterlaced && mode.refreshMillihertz == 50_000)
    #expect(ScreenMode.standard(width: 1000, height: 600, interlaced: true) == nil)
  }

  @Test("absurd sizes and rates have no mode") func absurd() {
    #expect(ScreenMode.standard(width: 0, height: 0) == nil)
    #expect(ScreenMode.standard(width: .max, height: .max, refreshMillihertz: .max) == nil)
    #expect(ScreenMode.standard(width: .min, height: .min, refreshMillihertz: .min) == nil)
    #expect(ScreenMode.standard(width: 1920, height: 1080, refreshMillihertz: 0) == nil)
    #expect(ScreenMode.standard(width: 16384, height: 16384, refreshMillihertz: 1_000_000) == nil)
  }
}

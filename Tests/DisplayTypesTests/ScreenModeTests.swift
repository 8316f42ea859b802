import DisplayTypes
import Testing

@Suite struct ScreenModeTests {
  @Test(
    "refresh follows the kernel's formula",
    arguments: [
      (SampleModes.fullHD, 60_000), (SampleModes.fullHDTwin, 59_940), (SampleModes.interlaced, 60_000),
      (SampleModes.ntscWide, 59_940), (SampleModes.vga, 59_940), (SampleModes.firmware, 59_999),
    ])
  func refresh(mode: ScreenMode, millihertz: Int) {
    #expect(mode.refreshMillihertz == millihertz)
  }

  @Test("double scan and vscan divide the refresh")
  func scans() {
    var mode = SampleModes.fullHD
    mode.flags = ScreenMode.Flag.doubleScan
    #expect(mode.refreshMillihertz == 30_000)
    mode.verticalScan = 3
    #expect(mode.refreshMillihertz == 10_000)
    mode.flags = 0
    mode.verticalScan = 1
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test("the interval follows the refresh rate, or 60 Hz for an absurd rate")
  func interval() {
    #expect(SampleModes.fullHD.refreshInterval == 16_666_666)
    var absurd = SampleModes.fullHD
    absurd.clockKilohertz = 0
    #expect(absurd.refreshInterval == 16_666_667)
    absurd.horizontal.total = 0
    #expect(absurd.refreshMillihertz == 0)
  }

  @Test("the largest numbers of the kernel's structure overflow nothing")
  func extremes() {
    let side = ModeTiming(display: .max, syncStart: .max, syncEnd: .max, total: .max, skew: .max)
    let mode = ScreenMode(
      clockKilohertz: .max, horizontal: side, vertical: side, verticalScan: .max, flags: .max,
      pictureAspect: .fourByThree)
    #expect(mode.refreshMillihertz >= 0)
    #expect(mode.refreshInterval > 0)
    #expect(!mode.isPlausible)
    #expect(mode.pixelAspectRatio > 0)
  }

  @Test(
    "modes that can be shown are plausible",
    arguments: [
      SampleModes.fullHD, SampleModes.interlaced, SampleModes.ntscNarrow, SampleModes.vga, SampleModes.firmware,
    ])
  func plausible(mode: ScreenMode) {
    #expect(mode.isPlausible)
  }

  @Test("modes that cannot be shown are not plausible")
  func implausible() {
    func broken(_ change: (inout ScreenMode) -> Void) -> Bool {
      var mode = SampleModes.fullHD
      change(&mode)
      return !mode.isPlausible
    }
    #expect(broken { $0.clockKilohertz = 0 })
    #expect(broken { $0.clockKilohertz = 2 })
    #expect(broken { $0.clockKilohertz = 148_500_0000 })
    #expect(broken { $0.horizontal.display = 0 })
    #expect(broken { $0.vertical.display = 8 })
    #expect(broken { $0.horizontal.total = 1000 })
    #expect(broken { $0.horizontal.syncStart = 1900 })
    #expect(broken { $0.vertical.syncEnd = 1083 })
    #expect(broken { $0.vertical.total = 0 })
  }

  @Test("pixels have the shape that makes the picture's aspect")
  func pixelAspect() {
    #expect(SampleModes.fullHD.pixelAspectRatio == 1)
    #expect(abs(SampleModes.ntscNarrow.pixelAspectRatio - 8.0 / 9) < 1e-9)
    #expect(abs(SampleModes.ntscWide.pixelAspectRatio - 32.0 / 27) < 1e-9)
    var almost = SampleModes.fullHD
    almost.horizontal.display = 1366
    almost.vertical.display = 768
    almost.pictureAspect = .sixteenByNine
    #expect(almost.pixelAspectRatio == 1)
    almost.vertical.display = 0
    #expect(almost.pixelAspectRatio == 1)
  }

  @Test("modes are the same by timing, flags and aspect, not by preference")
  func equality() {
    var other = SampleModes.fullHD
    other.isPreferred = true
    other.verticalScan = 1
    #expect(other == SampleModes.fullHD)
    #expect(other.hashValue == SampleModes.fullHD.hashValue)
    #expect(SampleModes.ntscNarrow != SampleModes.ntscWide)
    #expect(SampleModes.fullHD != SampleModes.fullHDTwin)
    other.horizontal.skew = 1
    #expect(other != SampleModes.fullHD)
  }
}

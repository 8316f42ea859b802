import DisplayTypes
import KernelModeSetting
import Testing

@Suite struct ModeInfoTests {
  private let full = ScreenMode(
    clockKilohertz: 27_027,
    horizontal: ModeTiming(display: 1440, syncStart: 1478, syncEnd: 1602, total: 1716, skew: 3),
    vertical: ModeTiming(display: 480, syncStart: 488, syncEnd: 494, total: 525), verticalScan: 2,
    flags: 1 << 1 | 1 << 4 | 1 << 12 | 3 << 14, pictureAspect: .fourByThree, isPreferred: true)

  @Test func aScreenModeSurvivesTheWayToTheKernelAndBack() throws {
    for aspect in [nil] + PictureAspect.allCases.map(Optional.some) {
      var mode = full
      mode.pictureAspect = aspect
      let back = try #require(ModeInfo(kernelBytes: ModeInfo(mode).kernelBytes)).screenMode
      #expect(back == mode)
      #expect(back.isPreferred && back.verticalScan == 2 && back.horizontal.skew == 3)
    }
  }

  @Test func theKernelsModeIsKeptBitForBit() throws {
    let info = ModeInfo(
      clockKilohertz: 148_500, horizontal: ModeTiming(display: 1920, syncStart: 2008, syncEnd: 2052, total: 2200),
      vertical: ModeTiming(display: 1080, syncStart: 1084, syncEnd: 1089, total: 1125), verticalScan: 1, refresh: 60,
      flags: 0x5 | 2 << 19, type: 0x48, name: "1920x1080")
    let bytes = info.kernelBytes
    #expect(bytes.count == 68)
    #expect(ModeInfo(kernelBytes: bytes) == info)
    #expect(info.screenMode.pictureAspect == .sixteenByNine)
    #expect(info.screenMode.flags == 0x5)
    #expect(info.screenMode.isPreferred)
  }

  @Test func anUndefinedAspectStaysInTheFlags() {
    let info = ModeInfo(
      clockKilohertz: 1000, horizontal: full.horizontal, vertical: full.vertical, flags: 9 << 19)
    #expect(info.screenMode.pictureAspect == nil)
    #expect(ModeInfo(info.screenMode).flags == 9 << 19)
  }

  @Test func aLongNameIsCutAndBytesOfAnotherLengthAreRefused() throws {
    var info = ModeInfo(full)
    info.name = String(repeating: "n", count: 80)
    #expect(try #require(ModeInfo(kernelBytes: info.kernelBytes)).name.utf8.count == 31)
    #expect(ModeInfo(kernelBytes: Array(info.kernelBytes.dropLast())) == nil)
  }
}

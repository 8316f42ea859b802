import DisplayTypes
import Testing

@testable import EDID

@Suite struct TimingTableTests {
  @Test("every CTA code has a plausible mode and no two have the same") func videoCodes() {
    let modes = CTAMode.codes.compactMap(CTAMode.mode(code:))
    #expect(modes.count == 154 && Set(modes).count == 154)
    #expect(modes.allSatisfy { $0.isPlausible && $0.pictureAspect != nil })
  }

  @Test("codes outside of the tables have none", arguments: [-1, 0, 128, 192, 220, 255, .max])
  func unknownCodes(code: Int) {
    #expect(CTAMode.mode(code: code) == nil)
  }

  @Test("the native bit counts for codes up to 64 only") func nativeBit() {
    #expect(CTAMode.code(ofDescriptor: 0x90) == 16)
    #expect(CTAMode.code(ofDescriptor: 97) == 97)
    #expect(CTAMode.code(ofDescriptor: 193) == 193)
  }

  @Test(
    "known codes have the size and rate that CTA-861 gives them",
    arguments: [
      (1, "640x480@59.94"), (5, "1920x1080i@60"), (6, "720x480i@59.94"), (8, "720x240@60.05"), (39, "1920x1080i@50"),
      (60, "1280x720@24"), (90, "2560x1080@60"), (102, "4096x2160@60"), (127, "5120x2160@100"), (193, "5120x2160@120"),
      (199, "7680x4320@60"), (219, "4096x2160@120"),
    ])
  func names(code: Int, name: String) throws {
    let mode = try #require(CTAMode.mode(code: code))
    #expect(ModeNames.plainName(of: mode) == name)
  }

  @Test("every DMT identifier is there once, plausible, and its standard code names its own size") func monitorTimings()
    throws
  {
    #expect(DMTModeTable.rows.map(\.identifier).sorted() == Array(1...0x58))
    for row in DMTModeTable.rows {
      #expect(row.mode.isPlausible)
      guard row.standardCode != 0 else { continue }
      let timing = try #require(StandardTiming(row.standardCode >> 8, row.standardCode & 0xFF, revision: 4))
      #expect(timing.size == row.mode.size)
      // DMT itself gives 1024x768@70 the code of 72 Hz.
      #expect(abs(row.mode.refreshMillihertz - timing.refresh * 1000) < 2000)
      // DMT's code of 72 Hz means its mode of 70 Hz: the kernel compares rates, so it does not find that one.
      if timing.refresh == CTAMode.wholeHertz(of: row.mode) {
        let normal = timing.mode(formula: .none, takesReducedBlanking: false)
        #expect((normal ?? timing.mode(formula: .none, takesReducedBlanking: true)) == row.mode)
      }
    }
  }

  @Test("unused places of standard timings are ignored") func unusedStandardTimings() {
    #expect(StandardTiming(1, 1, revision: 4) == nil)
    #expect(StandardTiming(0, 0, revision: 4) == nil)
    #expect(StandardTiming(0x20, 0x20, revision: 4) == nil)
  }

  @Test("a standard timing for 1366x768 is recognised from its rounded value") func panel1366() throws {
    let timing = try #require(StandardTiming(0x8B, 0xC0, revision: 3))
    #expect(timing.size == PixelSize(width: 1366, height: 768))
    #expect(timing.mode(formula: .none, takesReducedBlanking: false)?.size == timing.size)
  }

  @Test("all bits of the established timings have a mode") func establishedTimings() {
    var base = [UInt8](repeating: 0, count: 128)
    #expect(EstablishedTimings.modes(base: ByteWindow(base)).isEmpty)
    base.replaceSubrange(0x23...0x25, with: [0xFF, 0xFF, 0xFF])
    #expect(Set(EstablishedTimings.modes(base: ByteWindow(base))).count == 17)
    let descriptor = [UInt8](repeating: 0xFF, count: 18)
    #expect(Set(EstablishedTimings.modes(descriptor: ByteWindow(descriptor))).count == 44)
  }
}

import DisplayTypes
import Testing

@Suite struct ModeNamesTests {
  @Test(
    "refresh has at most two decimals",
    arguments: [
      (60_000, "60"), (59_940, "59.94"), (59_939, "59.94"), (59_935, "59.94"), (59_934, "59.93"), (23_976, "23.98"),
      (50_100, "50.1"), (60_004, "60"), (60_050, "60.05"), (59_995, "60"), (0, "0"), (-5, "0"),
    ])
  func refreshText(millihertz: Int, text: String) {
    #expect(ModeNames.refreshText(millihertz: millihertz) == text)
  }

  @Test("the largest refresh overflows nothing")
  func extremes() {
    #expect(!ModeNames.refreshText(millihertz: .max).isEmpty)
    #expect(ModeNames.refreshText(millihertz: .min) == "0")
  }

  @Test("names contain size, scan and refresh")
  func plain() {
    #expect(ModeNames.plainName(of: SampleModes.fullHD) == "1920x1080@60")
    #expect(ModeNames.plainName(of: SampleModes.fullHDTwin) == "1920x1080@59.94")
    #expect(ModeNames.plainName(of: SampleModes.interlaced) == "1920x1080i@60")
  }

  @Test("names of modes without square pixels contain the aspect")
  func aspectOfPixels() {
    let names = ModeNames(of: [SampleModes.ntscWide])
    #expect(names[SampleModes.ntscWide] == "720x480@59.94 16:9")
  }

  @Test("the aspect is in a name only if it alone distinguishes two modes")
  func aspectTwins() {
    var wide = SampleModes.fullHD
    wide.pictureAspect = .sixteenByNine
    #expect(ModeNames(of: [wide])[wide] == "1920x1080@60")
    let both = ModeNames(of: [SampleModes.fullHD, wide])
    #expect(both[SampleModes.fullHD] == "1920x1080@60")
    #expect(both[wide] == "1920x1080@60 16:9")
  }

  @Test("modes that still share a name are numbered in the order of the list")
  func numbered() {
    var second = SampleModes.fullHD
    second.horizontal.syncStart += 8
    var third = second
    third.horizontal.syncStart += 8
    let names = ModeNames(of: [SampleModes.fullHD, second, SampleModes.fullHD, third])
    #expect(names[SampleModes.fullHD] == "1920x1080@60")
    #expect(names[second] == "1920x1080@60 #2")
    #expect(names[third] == "1920x1080@60 #3")
  }

  @Test("all names of a list differ")
  func unique() {
    var modes = [
      SampleModes.fullHD, SampleModes.fullHDTwin, SampleModes.interlaced, SampleModes.ntscWide, SampleModes.ntscNarrow,
    ]
    for mode in modes {
      for aspect in PictureAspect.allCases {
        var other = mode
        other.pictureAspect = aspect
        other.vertical.syncEnd += 1
        modes.append(other)
      }
    }
    let names = ModeNames(of: modes)
    #expect(Set(modes.map { names[$0] }).count == Set(modes).count)
  }

  @Test("a mode that is not in the list has its plain name")
  func stranger() {
    #expect(ModeNames(of: [])[SampleModes.ntscWide] == "720x480@59.94")
  }
}

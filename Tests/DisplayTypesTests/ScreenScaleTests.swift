import DisplayTypes
import Testing

@Suite struct ScreenScaleTests {
  @Test(
    "scales are read and written",
    arguments: [
      ("auto", ScreenScale.automatic, "auto"), ("2", .fixed(2), "2"), ("1.25", .fixed(1.25), "1.25"),
      ("16.0", .fixed(16), "16"), (".25", .fixed(0.25), "0.25"),
    ])
  func reads(text: String, scale: ScreenScale, written: String) {
    #expect(ScreenScale(text) == scale)
    #expect(scale.text == written)
    #expect(ScreenScale(scale.text) == scale)
  }

  @Test(
    "other texts are refused",
    arguments: ["", "0", "0.2", "17", "nan", "inf", "-1", "+1", "1e1", "0x2", "Auto", "1,5", "1.2.3", "."])
  func refuses(text: String) {
    #expect(ScreenScale(text) == nil)
  }

  @Test("a number that no file can hold can be written")
  func extremes() {
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      #expect(!ScreenScale.fixed(number).text.isEmpty)
    }
  }
}

import DisplayTypes
import Testing

@Suite struct OverscanInsetTests {
  @Test(
    "shares and pixels are read",
    arguments: [
      ("2%", OverscanInset.permille(20)), ("2.5%", .permille(25)), ("0%", .permille(0)), ("25%", .permille(250)),
      ("24px", .pixels(24)), ("24", .pixels(24)), ("0", .pixels(0)),
    ])
  func reads(text: String, inset: OverscanInset) {
    #expect(OverscanInset(text) == inset)
    #expect(OverscanInset(inset.text) == inset)
  }

  @Test(
    "other texts are refused",
    arguments: [
      "", "%", "px", "26%", "-1", "-1%", "+1", "1e1%", "0x10", "0x1p3%", "inf%", "nan%", "2 %", "2.5px", "5000px",
      "two", "1.2.3%",
    ])
  func refuses(text: String) {
    #expect(OverscanInset(text) == nil)
  }

  @Test("pixels of a side are rounded and at most a quarter")
  func pixels() {
    #expect(OverscanInset.permille(20).pixels(of: 1080) == 22)
    #expect(OverscanInset.permille(25).pixels(of: 1920) == 48)
    #expect(OverscanInset.pixels(24).pixels(of: 1080) == 24)
    #expect(OverscanInset.pixels(600).pixels(of: 1080) == 270)
    #expect(OverscanInset.permille(900).pixels(of: 1080) == 270)
    #expect(OverscanInset.pixels(-3).pixels(of: 1080) == 0)
    #expect(OverscanInset.permille(20).pixels(of: -1) == 0)
    #expect(OverscanInset.permille(.max).pixels(of: .max) >= 0)
  }
}

import DisplayTypes
import Testing

@Suite struct ColorTests {
  @Test(
    "hexadecimal colours are read and written",
    arguments: [
      ("#204060", Color(red: 0x20, green: 0x40, blue: 0x60), "#204060"), ("#fff", .white, "#ffffff"),
      ("#ABCDEF", Color(red: 0xAB, green: 0xCD, blue: 0xEF), "#abcdef"),
      ("#01020380", Color(red: 1, green: 2, blue: 3, alpha: 0x80), "#01020380"), ("#00000000", .clear, "#00000000"),
      ("#000000ff", .black, "#000000"),
    ])
  func reads(text: String, color: Color, written: String) {
    #expect(Color(text) == color)
    #expect(color.hexadecimal == written)
  }

  @Test(
    "other texts are refused",
    arguments: [
      "", "#", "204060", "#12", "#1234", "#12345", "#1234567", "#gggggg", "#123456789", "# fff", "#ffé", "redd",
      "transparent", "light blue",
    ])
  func refuses(text: String) {
    #expect(Color(text) == nil)
  }

  @Test(
    "the names of CSS are colours, in any case",
    arguments: [
      ("red", "#ff0000"), ("Tomato", "#ff6347"), ("rebeccapurple", "#663399"), ("lightgoldenrodyellow", "#fafad2"),
      ("GRAY", "#808080"), ("grey", "#808080"), ("green", "#008000"), ("aqua", "#00ffff"), ("navy", "#000080"),
    ])
  func names(name: String, written: String) { #expect(Color(name)?.hexadecimal == written) }

  @Test func allNamesOfCSSAreThere() {
    #expect(ColorNames.all.count == 148)
    #expect(ColorNames.all.allSatisfy { Color($0) != nil })
  }

  @Test("the pixel's colour is multiplied by its alpha, rounded")
  func premultiplied() {
    #expect(Color(red: 0x20, green: 0x40, blue: 0x60).premultipliedARGB == 0xFF20_4060)
    #expect(Color(red: 255, green: 128, blue: 1, alpha: 128).premultipliedARGB == 0x8080_4001)
    #expect(Color(red: 255, green: 255, blue: 255, alpha: 0).premultipliedARGB == 0)
  }
}

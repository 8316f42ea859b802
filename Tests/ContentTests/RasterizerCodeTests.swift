import Composition
import DisplayTypes
import QRReader
import Rasterizing
import Testing

/// QR codes from the real rasteriser, read by a reader of our own.
@Suite(.serialized) struct RasterizerCodeTests {
  private func bitmap(_ text: String, _ bench: RasterizerTestBench) throws -> Bitmap {
    guard case .picture(let picture) = try bench.answer(.code(CodeRasterRequest(text: text))).get() else {
      throw RasterError.badReply("no picture")
    }
    return try #require(picture.bitmap)
  }

  @Test(arguments: [
    "https://example.org", "0123456789", "MARQUEE 2026", "Grüße, 世界 🎉", "a", "tel:+49 30 1234567",
    "WIFI:T:WPA;S:hall;P:x;;",
  ])
  func itReadsBack(_ text: String) throws {
    let bitmap = try bitmap(text, RasterizerTestBench())
    #expect(bitmap.format == .a8)
    let reader = try #require(
      QRCodeReader(side: bitmap.size.width) { bitmap.bytes[$0 * bitmap.stride + $1] == 255 })
    #expect(reader.text == text)
  }

  @Test func theLongestTextFitsAndOneByteMoreDoesNot() throws {
    let bench = try RasterizerTestBench()
    let longest = String(repeating: "x", count: 2_331)
    #expect(try bitmap(longest, bench).size.width == 177)
    #expect(throws: RasterError.codeTooLong(bytes: 2_332)) { try bitmap(longest + "x", bench) }
    #expect(throws: RasterError.self) { try bitmap("", bench) }
    #expect(throws: RasterError.self) { try bitmap("a\0b", bench) }
  }
}

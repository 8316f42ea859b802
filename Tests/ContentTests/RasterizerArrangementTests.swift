import DisplayTypes
import Rasterizing
import Testing

/// How texts are brought into their boxes, beside being as large as fits.
@Suite(.serialized) struct RasterizerArrangementTests {
  private func request(
    _ text: String, _ arrangement: TextArrangement, box: PixelSize = PixelSize(width: 960, height: 540),
    size: Double = 400
  ) -> TextRasterRequest {
    TextRasterRequest(
      text: text, font: "DejaVu Sans", box: box, margin: 20, minimumFontSize: 5, maximumFontSize: size,
      arrangement: arrangement)
  }

  @Test func aTextThatChangesKeepsItsSizeAndItsPlace() throws {
    let bench = try RasterizerTestBench()
    let eights = try bench.picture(request("18:08:58", .like(template: "88:88:88")))
    let ones = try bench.picture(request("11:11:11", .like(template: "88:88:88")))
    #expect(eights.fontSize == ones.fontSize)
    #expect(eights.fontSize > 150)
    // The first figure is the same, to the pixel.
    #expect(eights.rect.x == ones.rect.x)
    #expect(eights.rect.y <= ones.rect.y && eights.rect.maxY >= ones.rect.maxY)
    let width = eights.rect.width / 10
    for y in 0..<ones.rect.height {
      let other = y + ones.rect.y - eights.rect.y
      for x in 0..<width { #expect(ones.pixel(x: x, y: y) == eights.pixel(x: x, y: other)) }
    }
  }

  @Test func aTemplateIsNotWrappedAndItsLinesAreKept() throws {
    let bench = try RasterizerTestBench()
    let tall = PixelSize(width: 300, height: 1200)
    let line = try bench.picture(request("one two", .like(template: "one two"), box: tall))
    let fitted = try bench.picture(request("one two", .fitted, box: tall))
    #expect(line.fontSize < fitted.fontSize)
    #expect(Double(line.rect.height) < 1.2 * line.fontSize)
    let lines = try bench.picture(request("a\nb", .like(template: "one two\nthree"), box: tall))
    #expect(Double(lines.rect.height) > 1.2 * lines.fontSize)
  }

  @Test func aTextThatIsLongerThanItsTemplateStaysInItsBox() throws {
    let picture = try RasterizerTestBench().picture(
      request(String(repeating: "long ", count: 50), .like(template: "x")))
    #expect(PixelRect(x: 0, y: 0, width: 960, height: 540).contains(picture.rect))
  }

  @Test(arguments: ["The quick brown fox jumps over the lazy dog. ", "السلام عليكم ", "mixed שלום and 🎉 "])
  func thePiecesOfAStripAreTheStrip(_ words: String) throws {
    let bench = try RasterizerTestBench()
    let text = String(repeating: words, count: 4)
    let whole = try bench.picture(
      request(text, .strip(from: 0), box: PixelSize(width: 8192, height: 60), size: 30))
    #expect(whole.extent > 700 && whole.extent < 8192)
    #expect(whole.rect.maxX <= whole.extent)
    // Letters end before the strip does, and begin after its beginning.
    #expect(whole.rect.x > 0)
    var inks = 0
    for start in stride(from: 0, to: whole.extent, by: 100) {
      let piece = try bench.picture(
        request(text, .strip(from: start), box: PixelSize(width: 100, height: 60), size: 30))
      #expect(piece.extent == whole.extent)
      for y in 0..<piece.rect.height {
        for x in 0..<piece.rect.width {
          let expected = whole.pixel(
            x: piece.rect.x + start + x - whole.rect.x, y: piece.rect.y + y - whole.rect.y)
          guard piece.pixel(x: x, y: y) >> 24 == expected >> 24 else {
            Issue.record("at \(start) + \(x), \(y)")
            return
          }
          if expected != 0 { inks += 1 }
        }
      }
    }
    #expect(inks > 2_000)
  }

  @Test func aStripBeyondItsEndIsEmpty() throws {
    let picture = try RasterizerTestBench().picture(request("short", .strip(from: 100_000), size: 30))
    #expect(picture.bitmap == nil)
    #expect(picture.extent > 50)
  }

  @Test func aTextKnowsWhereItBegins() throws {
    let bench = try RasterizerTestBench()
    for (text, isReversed) in [("abc", false), ("שלום abc", true), ("123 سلام", true), ("123", false)] {
      #expect(try bench.picture(request(text, .strip(from: 0), size: 30)).runsRightToLeft == isReversed, "\(text)")
    }
  }

  @Test func theLinesOfAWrappedTextStandAtTheSamePlace() throws {
    let bench = try RasterizerTestBench()
    let text = "Heim Heim Heim Heim Heim Heim"
    let box = PixelSize(width: 200, height: 100)
    let pages = try (0..<3).map { try bench.picture(request(text, .line($0), box: box, size: 40)) }
    #expect(pages[0].extent == 6 || pages[0].extent == 3)
    #expect(Set(pages.map(\.rect.y)).count == 1)
    #expect(Set(pages.map(\.rect.height)).count == 1)
    #expect(abs(pages[0].rect.y + pages[0].rect.maxY - 100) < 20)
    #expect(try bench.picture(request(text, .line(9), box: box, size: 40)).bitmap == nil)
  }

  @Test func sixteenKilobytesInOneLineAreDrawn() throws {
    let text = String(repeating: "Lorem ipsum dolor sit amet, ", count: 580)
    let picture = try RasterizerTestBench().picture(
      request(text, .strip(from: 100_000), box: PixelSize(width: 4096, height: 60), size: 30))
    #expect(picture.extent > 150_000)
    #expect(picture.rect.width > 4_000)
  }
}

import Composition
import Content
import DisplayTypes
import Rasterizing
import Testing

/// The output of the real rasteriser.
///
/// Needs DejaVu Sans, a colour emoji font and a font with Han characters.
@Suite(.serialized) struct RasterizerTextTests {
  private static let box = PixelSize(width: 960, height: 540)

  private func request(_ text: String, box: PixelSize = box) -> TextRasterRequest {
    TextRasterRequest(
      text: text, font: "DejaVu Sans", box: box, margin: 32, minimumFontSize: 11, maximumFontSize: 216)
  }

  @Test(arguments: [
    "Welcome to Marquee", "مرحبا بكم", "ברוכים הבאים", "欢迎来到大会", "Grüße 🎉",
    "A much longer text, which goes over several lines and is still to be read from the other side of the hall.",
  ])
  func aTextInAnyLanguageHasInkWithinTheMargins(_ text: String) throws {
    let picture = try RasterizerTestBench().picture(request(text))
    #expect(picture.inkCount > 1000)
    #expect(picture.missingGlyphs == 0)
    #expect(!picture.isTruncated)
    #expect(PixelRect(x: 16, y: 16, width: 928, height: 508).contains(picture.rect))
    #expect(picture.bitmap?.size == picture.rect.size)
    #expect(picture.bitmap?.format == (text.contains("🎉") ? .argb32 : .a8))
  }

  @Test func theSizeIsTheLargestAtWhichTheTextFits() throws {
    let bench = try RasterizerTestBench()
    let short = try bench.picture(request("Hi"))
    let line = try bench.picture(request("Doors open at nine"))
    let long = try bench.picture(request(String(repeating: "lorem ipsum ", count: 60)))
    #expect(short.fontSize == 216)
    #expect(line.fontSize < short.fontSize)
    #expect(long.fontSize < line.fontSize)
    // Nearly the whole height is used, or nearly the whole width.
    for picture in [line, long] { #expect(picture.rect.width > 800 || picture.rect.height > 420) }
  }

  @Test func aTextIsInTheMiddle() throws {
    let picture = try RasterizerTestBench().picture(request("HOME"))
    #expect(abs((picture.rect.x + picture.rect.maxX) - Self.box.width) <= 8)
    #expect(abs((picture.rect.y + picture.rect.maxY) - Self.box.height) <= 3)
  }

  @Test func emojiHaveColors() throws {
    let bench = try RasterizerTestBench()
    #expect(try bench.picture(request("🎉")).colorfulCount > 1000)
    #expect(try bench.picture(request("x")).colorfulCount == 0)
  }

  @Test func linesWithEmojiStandAsCloseAsOthers() throws {
    let bench = try RasterizerTestBench()
    let picture = try bench.picture(request("Coffee 🎉\n🎉 now"))
    let gap = picture.rect.height
    #expect(Double(gap) < picture.fontSize * 2.6)
  }

  @Test func rightToLeftTextStartsAtTheRight() throws {
    let bench = try RasterizerTestBench()
    var hebrew = request("שלום\nעולם")
    hebrew.alignment = .start
    var latin = request("Hello\nworld")
    latin.alignment = .start
    #expect(try bench.picture(hebrew).rect.maxX > 900)
    #expect(try bench.picture(latin).rect.x < 60)
  }

  @Test func markupIsTextUnlessItIsAskedFor() throws {
    let bench = try RasterizerTestBench()
    var plain = request("<b>x</b>")
    let literal = try bench.picture(plain)
    plain.usesMarkup = true
    let bold = try bench.picture(plain)
    let single = try bench.picture(request("x"))
    #expect(literal.rect.width > 2 * bold.rect.width)
    #expect(bold.inkCount > single.inkCount)
  }

  @Test func badMarkupIsAnErrorWithTheParsersWords() throws {
    var markup = request("<b>x")
    markup.usesMarkup = true
    guard case .badMarkup(let message) = try RasterizerTestBench().error(.text(markup)) else {
      Issue.record("no badMarkup")
      return
    }
    #expect(message.contains("b"))
  }

  @Test(arguments: [(1.185, 720, 480), (0.9, 720, 480), (1.4222, 720, 576)])
  func lettersKeepTheirShapeAndDistanceOnPixelsThatAreNotSquare(_ aspect: Double, _ width: Int, _ height: Int) throws {
    let bench = try RasterizerTestBench()
    func ratio(_ aspect: Double, _ text: String) throws -> Double {
      var letter = request(text, box: PixelSize(width: width, height: height))
      letter.horizontalPixelsPerPoint = 1 / aspect
      let ink = try bench.picture(letter).inkBounds
      return Double(ink.width) * aspect / Double(ink.height)
    }
    #expect(abs(try ratio(aspect, "O") / ratio(1, "O") - 1) < 0.02)
    #expect(abs(try ratio(aspect, "Round") / ratio(1, "Round") - 1) < 0.02)
  }

  @Test func aDoubledDensityDoublesThePicture() throws {
    let bench = try RasterizerTestBench()
    let small = try bench.picture(request("Marquee"))
    var dense = request("Marquee", box: PixelSize(width: 1920, height: 1080))
    dense.horizontalPixelsPerPoint = 2
    dense.verticalPixelsPerPoint = 2
    let large = try bench.picture(dense)
    #expect(abs(large.fontSize - small.fontSize) < 1)
    #expect(abs(large.rect.width - 2 * small.rect.width) <= 6)
  }

  @Test func aTextThatDoesNotFitAtTheSmallestSizeIsCut() throws {
    var long = request(String(repeating: "word ", count: 3000))
    long.minimumFontSize = 20
    let picture = try RasterizerTestBench().picture(long)
    #expect(picture.isTruncated)
    #expect(picture.fontSize == 20)
    #expect(PixelRect(x: 24, y: 24, width: 912, height: 492).contains(picture.rect))
  }

  @Test func aListKeepsItsLines() throws {
    let bench = try RasterizerTestBench()
    // Wrapped, the long line would allow a slightly larger size, with a single word left over.
    let list = try bench.picture(request("Agenda\nOpening of the fair\nCoffee\nLunch"))
    let longest = try bench.picture(request("Opening of the fair"))
    #expect(list.fontSize < longest.fontSize)
    #expect(list.rect.height < Int(list.fontSize * 4.7))
  }

  @Test func anAddressWithoutSpacesIsBrokenRatherThanTiny() throws {
    let picture = try RasterizerTestBench().picture(request(String(repeating: "abcdefgh", count: 20)))
    #expect(picture.fontSize > 45)
    #expect(picture.rect.width <= 900)
  }

  @Test func theColorsOfAPictureArePremultiplied() throws {
    var letter = request("I🎉")
    letter.foreground = Color(red: 255, green: 128, blue: 0, alpha: 128)
    let picture = try RasterizerTestBench().picture(letter)
    #expect(picture.bitmap?.format == .argb32)
    let stem = try #require(
      (0..<picture.rect.width).first { picture.pixel(x: $0, y: picture.rect.height / 2) >> 24 == 128 })
    let middle = picture.pixel(x: stem, y: picture.rect.height / 2)
    for (shift, expected) in [(16, 128), (8, 64), (0, 0)] {
      #expect(abs(Int(middle >> UInt32(shift) & 255) - expected) <= 1)
    }
  }

  @Test(arguments: [
    Color.white, Color(red: 255, green: 128, blue: 0), Color(red: 7, green: 250, blue: 3, alpha: 128),
    Color(red: 0, green: 0, blue: 0), Color(red: 90, green: 91, blue: 92, alpha: 3),
  ])
  func aTextOfOneColorIsItsCoverage(_ color: Color) throws {
    let bench = try RasterizerTestBench()
    var text = request("<b>Wå</b>ffle &amp; ﷺ")
    text.usesMarkup = true
    let white = try bench.picture(text)
    text.foreground = color
    let picture = try bench.picture(text)
    #expect(picture.bitmap?.format == .a8)
    #expect(
      picture.contents(in: color)
        == picture.bitmap.map { .mask($0, Color(red: color.red, green: color.green, blue: color.blue)) })
    // It covers as white does, by as much as the colour's alpha lets it.
    for y in stride(from: 0, to: picture.rect.height, by: 7) {
      for x in 0..<picture.rect.width {
        let covered = Int(picture.pixel(x: x, y: y) & 255)
        let expected = Int(white.pixel(x: x, y: y) & 255) * Int(color.alpha) / 255
        guard abs(covered - expected) > 2 else { continue }
        Issue.record("\(covered) instead of \(expected) at \(x), \(y)")
        return
      }
    }
  }

  @Test(arguments: [
    "W<span foreground='#ff0000'>o</span>rd", "Wor<span foreground='#fffff0'>d</span>",
    "<span background='#400000'>Word</span>", "Word 🎉",
  ])
  func aTextOfSeveralColorsKeepsThem(_ markup: String) throws {
    var text = request(markup)
    text.usesMarkup = true
    #expect(try RasterizerTestBench().picture(text).bitmap?.format == .argb32)
  }

  @Test func spacesAloneGiveNoPicture() throws {
    let picture = try RasterizerTestBench().picture(request("   "))
    #expect(picture.bitmap == nil)
    #expect(picture.rect == .empty)
  }

  @Test func charactersThatNoFontHasAreCounted() throws {
    // A private-use character.
    #expect(try RasterizerTestBench().picture(request("a\u{10FFFD}b")).missingGlyphs == 1)
  }

  @Test(arguments: [
    String(repeating: "\n", count: 16000), "a" + String(repeating: "\u{0301}", count: 8000),
    String(repeating: "👩🏽‍🚀", count: 1000), String(repeating: "W", count: 16384), "\u{202E}abc\u{2066}",
  ])
  func hostileTextsAreDrawnOrRefused(_ text: String) throws {
    let bench = try RasterizerTestBench()
    _ = try bench.answer(.text(request(text)))
    // Whatever became of it, the next one is drawn.
    #expect(try bench.picture(request("still here")).inkCount > 1000)
  }
}

import Composition
import DisplayTypes
import Rasterizing
import Testing

/// The warnings about drawings that are shown without a part.
@Suite struct DrawingWarningTests {
  private let room = PictureRoom(size: PixelSize(width: 40, height: 40))

  private func warning(_ inner: String) throws -> String? {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8">\
      <rect width="8" height="8" fill="#00f"/>\(inner)</svg>
      """
    let image = try DocumentTestBench().decode(try TestFile.make(Array(drawing.utf8)), room).get()
    #expect(image.pixel(1, 1) == 0xFF00_00FF, "the rest is shown")
    return image.warning
  }

  @Test(
    arguments: [
      ("<image x='4' width='4' height='4' xlink:href='logo.png'/>", "logo.png"),
      ("<image x='4' width='4' height='4' href='file:///home/ann/Pictures/logo.png'/>", "logo.png"),
      ("<image x='4' width='4' height='4' href='C:\\Users\\ann\\logo.png'/>", "logo.png"),
      ("<image x='4' width='4' height='4' href='https://example.org/a/logo.png'/>", "https://example.org/a/logo.png"),
      ("<use href='signs.svg#arrow'/>", "signs.svg"),
      ("<rect x='4' width='4' height='4' fill='url(paints.svg#red)'/>", "paints.svg"),
      ("<g style='filter: url(\"effects.svg#blur\")'/>", "effects.svg"),
      (
        "<style>@namespace url(http://www.w3.org/2000/svg); @import url('more.css'); /* url(old.svg) */</style>",
        "more.css"
      ),
    ]) func anOuterFileIsNamed(_ inner: String, _ name: String) throws
  {
    let warning = try warning(inner)
    #expect(
      warning?.hasPrefix("the drawing refers to \(name), which Marquee does not load") == true, "\(warning ?? "nil")")
    #expect(warning?.contains("Inkscape: Extensions > Images > Embed") == true)
  }

  @Test func severalFilesAreNamedOnce() throws {
    let images = ["a.png", "b.png", "a.png", "c.png", "d.png", "e.png"].map {
      "<image width='1' height='1' href='\($0)'/>"
    }
    #expect(
      try warning(images.joined())?.hasPrefix("the drawing refers to a.png, b.png, c.png and 2 more, which") == true)
  }

  @Test(
    arguments: [
      "<defs><linearGradient id='g'/></defs><rect x='4' width='4' height='4' fill='url(#g)'/><use href='#g'/>",
      "<image x='4' width='4' height='4' href='data:image/png;base64,iVBORw0KGgo='/>",
      "<a href='https://example.org'><rect x='4' width='4' height='4'/></a>",
      "<metadata><x xmlns='urn:x' href='other.png' style='font-family: Nowhere'/></metadata>",
      "<style>@font-face { font-family: Own; src: url(own.woff2) } rect { stroke: url('#g') }</style>",
    ]) func aWholeDrawingHasNoWarning(_ inner: String) throws
  {
    #expect(try warning(inner) == nil)
  }

  @Test(
    arguments: [
      "<text y='8' font-family='Nowhere Sans'>a</text>",
      "<text y='8' style='font-family:\"Nowhere Sans\";fill:red'>a</text>",
      "<style>text { font-family: 'Nowhere Sans', Elsewhere }</style><text y='8'>a</text>",
      "<g font-family='Nowhere Sans'><text y='8'><tspan font-family='DejaVu Sans'>a</tspan></text></g>",
    ]) func aMissingFontIsNamed(_ inner: String) throws
  {
    let warning = try warning(inner)
    #expect(warning?.hasPrefix("the font Nowhere Sans is not installed, so ") == true, "\(warning ?? "nil")")
    #expect(warning?.contains("Inkscape: Path > Object to Path") == true)
  }

  @Test(
    arguments: [
      "<text y='8' font-family='DejaVu Sans'>a</text>", "<text y='8' font-family='dejavu sans'>a</text>",
      "<text y='8' style='font-family: Nowhere, \"DejaVu Sans\"'>a</text>",
      "<text y='8' font-family='Nowhere, sans-serif'>a</text>", "<text y='8' font-family='monospace'>a</text>",
      // Programs write styles with fonts for all shapes.
      "<rect x='4' width='4' height='4' style='font-family:Nowhere;fill:red'/>",
    ]) func anInstalledFontHasNoWarning(_ inner: String) throws
  {
    #expect(try warning(inner) == nil)
  }

  @Test func fileAndFontAreInOneWarning() throws {
    let warning = try warning("<image href='logo.png'/><text y='8' font-family='Nowhere'>a</text>")
    #expect(warning?.contains("logo.png") == true && warning?.contains("; also, the font Nowhere is") == true)
  }
}

import Testing

@testable import SpeakerView

/// Pictures of slides on terminals that show none.
@Suite struct SlidePixelsTests {
  private static let red = PixelColor(red: 255, green: 0, blue: 0)
  private static let blue = PixelColor(red: 0, green: 0, blue: 255)

  /// Two columns: red above blue, and blue above red.
  private static let four = SlidePixels(width: 2, height: 2, bytes: [255, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0])

  private func sequences(_ colors: ColorDepth) -> String {
    var grid = CellGrid(width: 4, height: 1)
    grid.draw(Self.four, in: CellArea(column: 0, row: 0, width: 4, height: 1))
    return String(decoding: GridWriter(colors: colors).bytes(from: nil, to: grid), as: UTF8.self)
  }

  @Test func aCellHasTwoPixelsInTheMiddleOfItsArea() {
    var grid = CellGrid(width: 6, height: 3)
    grid.draw(Self.four, in: CellArea(column: 0, row: 0, width: 6, height: 3))
    #expect(grid.text == "\n  ▀▀\n")
    #expect(grid[2, 1]?.style.color == .pixels(upper: Self.red, lower: Self.blue))
    #expect(grid[3, 1]?.style.color == .pixels(upper: Self.blue, lower: Self.red))
  }

  @Test func aPictureThatIsTooLargeIsCut() {
    var grid = CellGrid(width: 3, height: 2)
    let large = SlidePixels(width: 8, height: 8, bytes: Array(repeating: 7, count: 192))
    grid.draw(large, in: CellArea(column: 1, row: 0, width: 1, height: 1))
    #expect(grid.text == " ▀\n")
  }

  @Test func coloursFitTheTerminal() {
    #expect(sequences(.direct).contains("\u{1B}[0;38;2;255;0;0;48;2;0;0;255m▀"))
    #expect(sequences(.indexed).contains("\u{1B}[0;38;5;196;48;5;21m▀"))
  }

  @Test(arguments: [
    ((0, 0, 0), 16), ((255, 255, 255), 231), ((128, 128, 128), 244), ((250, 5, 5), 196), ((95, 135, 175), 67),
  ])
  func theNearestOf256Colours(color: (UInt8, UInt8, UInt8), index: Int) {
    #expect(PixelColor(red: color.0, green: color.1, blue: color.2).index == index)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], ColorDepth.indexed), (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .direct),
    (["TERM": "xterm", "COLORTERM": "24bit"], .direct), (["TERM": "xterm"], .palette), (["TERM": "linux"], .palette),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], ColorDepth.none), (["TERM": "dumb"], .none),
  ])
  func theEnvironmentNamesTheColours(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }

  @Test func withoutColoursTheCardHasTheSlidesText() {
    let state = TalkSample.state(page: 2)
    let text = SpeakerPicture.draw(state).text
    #expect(text.contains("What owls say") && text.contains("At night"))
  }

  @Test func boxesGrowWithTheWindow() {
    func lastRow(_ rows: Int, showsPictures: Bool) -> Int? {
      var state = TalkSample.state(page: 2, columns: 4 * rows, rows: rows)
      state.showsPictures = showsPictures
      let grid = SpeakerPicture.draw(state)
      return (0..<grid.height).first { grid.text(row: $0).hasPrefix("╰") }
    }
    for showsPictures in [false, true] {
      let sizes = [24, 40, 60].compactMap { lastRow($0, showsPictures: showsPictures) }
      #expect(sizes.count == 3 && sizes == sizes.sorted() && Set(sizes).count == 3)
    }
  }

  @Test func aPNGFileOfAnotherSizeIsRefused() {
    #expect(SlidePixels(png: [1, 2, 3], width: 2, height: 2) == nil)
  }
}

import Testing

@testable import SpeakerView

@Suite struct GridWriterTests {
  private let writer = GridWriter(colors: .palette)

  private func grid(_ lines: [String]) -> CellGrid {
    var grid = CellGrid(width: 20, height: 4)
    for (row, line) in lines.enumerated() { grid.put(line, column: 0, row: row) }
    return grid
  }

  private func rows(_ grid: CellGrid) -> [[String]] {
    (0..<grid.height).map { row in (0..<grid.width).map { grid[$0, row]?.text ?? "?" } }
  }

  @Test(arguments: [0, 1, 2, 4])
  func outputBecomesTheScreen(columnsOfDoubt: Int) {
    let screens: [[String]] = [
      ["hello", "日本語 and more"], ["hello", "日本 and more", "", "x"], ["e\u{301}te 👩‍👩‍👧 after", "a日b"],
      ["x日本語", "日本語日本語日本語日本", "\u{301}"], [], ["12345678901234567890", "", "", "last"],
    ]
    var model = ScreenModel(width: 20, height: 4, columnsOfDoubt: columnsOfDoubt)
    var before: CellGrid?
    for screen in screens + screens.reversed() {
      let next = grid(screen)
      model.take(writer.bytes(from: before, to: next))
      #expect(model.rows == rows(next))
      #expect(model.unknown.isEmpty)
      before = next
    }
  }

  @Test func reversedLettersAreNotBoldOnLinuxConsole() {
    var bar = CellGrid(width: 20, height: 4)
    bar.put("a", column: 0, row: 0, style: CellStyle(bold: true, reverse: true))
    func writes(_ letters: GridWriter.Letters, _ words: String) -> Bool {
      let writer = GridWriter(colors: .palette, letters: letters)
      return String(decoding: writer.bytes(from: nil, to: bar), as: UTF8.self).contains(words)
    }
    #expect(writes(.unicode, "\u{1B}[0;1;7m") && writes(.console, "\u{1B}[0;7m"))
  }

  @Test func aCodeIsBlackOnWhiteOnDarkAndOnLightTerminals() {
    var grid = CellGrid(width: 20, height: 4)
    grid.put("█", column: 0, row: 0, style: CellStyle(color: .code))
    func bytes(_ colors: ColorDepth) -> String {
      String(decoding: GridWriter(colors: colors).bytes(from: nil, to: grid), as: UTF8.self)
    }
    #expect(bytes(.palette).contains("\u{1B}[0;30;47m█"))
    #expect(bytes(.none).contains("\u{1B}[0;7m█"))
  }

  @Test func onlyChangesAreWritten() {
    let before = grid(["slide 12 of 48", "some notes"])
    #expect(writer.bytes(from: before, to: before).isEmpty)
    let bytes = writer.bytes(from: before, to: grid(["slide 13 of 48", "some notes"]))
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[1;8H\u{1B}[0m3\u{1B}[0m")
  }

  @Test func withoutColorsNoneAreWritten() {
    var grid = CellGrid(width: 5, height: 1)
    grid.put("x", column: 0, row: 0, style: CellStyle(color: .bad, bold: true))
    let plain = String(decoding: GridWriter(colors: .none).bytes(from: nil, to: grid), as: UTF8.self)
    #expect(plain.contains("\u{1B}[0;1mx") && !plain.contains("31"))
    #expect(String(decoding: writer.bytes(from: nil, to: grid), as: UTF8.self).contains("\u{1B}[0;1;31mx"))
  }

  @Test func withoutUnicodeAllIsASCII() {
    let bytes = GridWriter(colors: .none, letters: .ascii).bytes(from: nil, to: grid(["╭─│ •…日本é"]))
    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(String(decoding: bytes, as: UTF8.self).contains("+-|"))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], ColorDepth.indexed), (["TERM": "xterm", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "NO_COLOR": ""], .palette), (["TERM": "dumb"], .none), ([:], .none), (["TERM": "vt100"], .none),
    (["TERM": "linux"], .palette),
  ])
  func theEnvironmentTurnsColorsOff(environment: [String: String], colors: ColorDepth) {
    #expect(ColorDepth(environment: environment) == colors)
  }
}

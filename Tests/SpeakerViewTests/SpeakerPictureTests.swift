import ControlProtocol
import Testing

@testable import SpeakerView

@Suite struct SpeakerPictureTests {
  @Test func showsSlidesTimerAndNotesInEightyByTwentyFour() {
    let grid = SpeakerPicture.draw(TalkSample.state())
    #expect(grid.width == 80 && grid.height == 24)
    #expect(grid.text(row: 0).hasPrefix(" Growing pines"))
    #expect(grid.text(row: 0).contains("HDMI-A-1 1920x1080@60") && grid.text(row: 0).hasSuffix("14:05"))
    #expect(grid.text(row: 1).contains("1 of 48") && grid.text(row: 1).contains("next: 2"))
    #expect(grid.text(row: 2).contains("Growing pines in the north") && grid.text(row: 2).contains("What owls say"))
    #expect(grid.text.contains("0:00 of 20:00   not started"))
    #expect(grid.text.contains("Hello") && grid.text.contains("• one"))
    #expect(grid.text(row: 23).contains("? help"))
  }

  @Test(arguments: [
    (0, "0:00", "20:00"), (1, "0:00", "20:00"), (999, "0:00", "20:00"), (1_500, "0:01", "19:59"),
    (61_001, "1:01", "18:59"),
  ])
  func elapsedAndRemainingTimeAddUp(milliseconds: Int, passed: String, left: String) {
    var talk = TalkSample.talk()
    talk.timer.elapsedMilliseconds = milliseconds
    talk.timer.running = true
    var state = SpeakerState(talk: talk)
    (state.columns, state.rows) = (80, 24)
    let text = SpeakerPicture.draw(state).text
    #expect(text.contains("\(passed) of 20:00"))
    #expect(text.contains("\(left) left"))
  }

  /// In every mode at every size nothing is drawn outside, and nothing is lost by half.
  @Test(arguments: [(1, 1), (20, 5), (39, 24), (40, 10), (41, 11), (60, 12), (80, 24), (120, 40), (300, 90)])
  func fitsIntoEverySize(columns: Int, rows: Int) {
    let modes: [SpeakerMode] = [
      .slides, .question(.message, "日本語 hello"), .question(.slide, "1"), .overview(selected: 40), .help(scroll: 3),
      .pointing(.spotlight, x: 1, y: 1), .pointing(.pointer, x: 0, y: 0), .phone, .leaving,
    ]
    for mode in modes {
      for showsPictures in [false, true] {
        var state = TalkSample.state(page: 3, columns: columns, rows: rows)
        state.mode = mode
        state.showsPictures = showsPictures
        state.phone = PhoneInfo(address: "http://192.168.178.25:8484", code: "AB12-CD34", link: "http://x/p/AB12CD34")
        let grid = SpeakerPicture.draw(state)
        #expect(grid.width == columns && grid.height == rows)
        for picture in grid.pictures {
          #expect(picture.area.column >= 0 && picture.area.column + picture.area.width <= columns)
          #expect(picture.area.row >= 1 && picture.area.row + picture.area.height <= rows - 2)
        }
      }
    }
  }

  @Test func aTooSmallTerminalNamesItsSizeAndKeysWork() {
    var state = TalkSample.state(columns: 20, rows: 5)
    #expect(SpeakerPicture.draw(state).text.contains("40x10"))
    #expect(state.press(.right).count == 1)
  }

  @Test func theAudiencesPictureIsDescribed() {
    var talk = TalkSample.talk(page: 12)
    (talk.frozen, talk.shownPage, talk.cover, talk.message) = (true, 9, .black, "Back soon")
    var state = SpeakerState(talk: talk)
    state.clock = "14:05"
    let row = SpeakerPicture.draw(state).text(row: 1)
    #expect(row.contains("FROZEN at 9") && row.contains("BLACK"))
    state.columns = 120
    #expect(SpeakerPicture.draw(state).text(row: 1).contains("MESSAGE"))
  }

  @Test func anAlarmOverTheTalkIsNamed() {
    func top(_ screens: TalkScreenState...) -> String {
      let shown = screens.map { TalkScreenInfo(screen: "HDMI-A-1", state: $0) }
      var state = SpeakerState(talk: TalkSample.talk(screens: shown))
      state.columns = 120
      return SpeakerPicture.draw(state).text(row: 0)
    }
    #expect(top(.alarm).contains("an alarm covers the screen"))
    #expect(top(.alarm, .waiting).contains("an alarm covers the screen, 1 waiting"))
    #expect(top(.hidden).contains("no display"))
    #expect(!top(.alarm, .shown).contains("alarm"))
  }

  @Test func theHalfWithNotesIsAPictureWhereThatCanBeShown() {
    var talk = TalkSample.talk()
    talk.notesHalf = .right
    var state = SpeakerState(talk: talk)
    func slide(_ source: TalkNotesSource) -> TalkSlideInfo {
      TalkSlideInfo(page: 1, label: "1", title: "One", notes: "words of the half", notesSource: source)
    }
    state.learn([slide(.half)])
    #expect(SpeakerPicture.draw(state).text.contains("words of the half"))
    state.showsPictures = true
    let grid = SpeakerPicture.draw(state)
    #expect(grid.pictures.contains { $0.part == .notes && $0.page == 1 } && !grid.text.contains("words of the half"))
    // Notes for this slide are read.
    for source in [TalkNotesSource.set, .annotations] {
      state.learn([slide(source)])
      let grid = SpeakerPicture.draw(state)
      #expect(!grid.pictures.contains { $0.part == .notes } && grid.text.contains("words of the half"))
    }
  }

  @Test func foreignLinesAreSafeAndStayLines() {
    #expect(SafeText.lines("a\n\tb") == "a\n\tb")
    #expect(SafeText.lines("a\u{1B}]2;x\u{07}\r\n\u{9B}b\u{202E}") == "a·]2;x··\n·b·")
  }

  @Test func textsCannotControlTheTerminal() {
    var talk = TalkSample.talk()
    talk.title = "\u{1B}]0;evil\u{07}title"
    talk.trouble = "\u{9B}2J"
    talk.screens = [TalkScreenInfo(screen: "\u{1B}[2J", state: .shown, mode: .named("\u{1B}c"))]
    var state = SpeakerState(talk: talk)
    state.learn([
      TalkSlideInfo(page: 1, label: "\u{1B}[1m", title: "\u{1B}[31mx", notes: "a\u{1B}[2Jb\n\n    \u{1B}c\n\n`\u{7}`")
    ])
    state.phone = PhoneInfo(address: "\u{1B}[2J", code: "\u{1B}c", link: "x")
    for mode in [
      SpeakerMode.slides, .overview(selected: 1), .question(.message, "\u{1B}[2J"), .phone,
      .pointing(.pointer, x: 0, y: 0),
    ] {
      state.mode = mode
      let grid = SpeakerPicture.draw(state)
      #expect(
        !grid.text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) })
    }
  }

  @Test func longNotesAreScrolledWithTheirPosition() {
    var state = TalkSample.state()
    state.learn([
      TalkSlideInfo(page: 1, label: "1", title: "x", notes: (1...50).map { "line \($0)" }.joined(separator: "\n"))
    ])
    #expect(SpeakerPicture.draw(state).text.contains("line 1\n") || SpeakerPicture.draw(state).text.contains("line 1 "))
    for _ in 0..<100 { _ = state.press(.down) }
    #expect(SpeakerPicture.draw(state).text.contains("line 50"))
    #expect(!SpeakerPicture.draw(state).text.contains("line 30 "))
  }

  @Test func everyKeyOfTheHelpHasItsLine() {
    var state = TalkSample.state(rows: 40)
    _ = state.press(.character("?"))
    let text = SpeakerPicture.draw(state).text
    for word in ["freeze", "black", "pointer", "search", "list of all", "timer", "message", "Ctrl-Z"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func theListMarksASlideWhoseTextHasTheSearchedWords() {
    var state = TalkSample.state()
    for key in "/at night".map(TerminalKey.character) + [.enter] { _ = state.press(key) }
    let marked = SpeakerPicture.draw(state).text.split(separator: "\n").filter { $0.hasPrefix(" ▸") }
    #expect(marked.count == 1 && marked.first?.contains("What owls say") == true)
  }

  @Test func theCodeForPhonesHasItsOwnPaper() {
    var state = TalkSample.state(rows: 40)
    state.phone = PhoneInfo(address: "http://192.168.178.25:8484", code: "AB12-CD34", link: "http://x/pair#AB12CD34")
    _ = state.press(.character("a"))
    let grid = SpeakerPicture.draw(state)
    let cells = (0..<grid.height).flatMap { row in (0..<grid.width).compactMap { grid[$0, row] } }
    let code = cells.filter { ["█", "▀", "▄"].contains($0.text) && $0.style != .plain }
    #expect(code.count > 100)
    #expect(code.allSatisfy { $0.style == CellStyle(color: .code) })
  }

  @Test func theCodeForPhonesIsSquare() {
    let lines = QRPicture.lines(of: "http://192.168.178.25:8484/p/AB12CD34")
    let width = lines.first?.count ?? 0
    #expect(width >= 25)
    #expect(lines.allSatisfy { $0.count == width })
    #expect(lines.count == (width + 1) / 2)
    #expect(QRPicture.lines(of: String(repeating: "x", count: 5000)).isEmpty)
  }
}

import ControlProtocol

@testable import SpeakerView

/// Talks and views for tests.
enum TalkSample {
  static func talk(page: Int = 1, pages: Int = 48, screens: [TalkScreenInfo] = [shown]) -> TalkInfo {
    TalkInfo(
      identifier: "t1", deck: "/deck.pdf", title: "Growing pines", page: page, shownPage: page, pages: pages,
      frozen: false, cover: .none,
      timer: TalkTimer(
        running: false, elapsedMilliseconds: 0, durationMilliseconds: 1_200_000, monotonicNanoseconds: 0),
      notesHalf: .none, newScreens: .show, screens: screens)
  }

  static let shown = TalkScreenInfo(screen: "HDMI-A-1", state: .shown, mode: .named("1920x1080@60"))

  static func state(page: Int = 1, pages: Int = 48, columns: Int = 80, rows: Int = 24) -> SpeakerState {
    var state = SpeakerState(talk: talk(page: page, pages: pages))
    (state.columns, state.rows, state.clock) = (columns, rows, "14:05")
    state.learn([
      TalkSlideInfo(page: 1, label: "1", title: "Growing pines in the north", notes: "# Hello\n- one\n- two"),
      TalkSlideInfo(page: 2, label: "2", title: "What owls say", text: "What owls say At night", notes: "Quiet"),
      TalkSlideInfo(page: 3, label: "3", title: "日本語の題", notes: "the OWL again"),
    ])
    return state
  }
}

extension CellGrid {
  /// The letters of a row, without blanks at its end.
  func text(row: Int) -> String {
    let line = (0..<width).compactMap { self[$0, row]?.text }.joined()
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// All rows.
  var text: String { (0..<height).map { text(row: $0) }.joined(separator: "\n") }
}

extension ScreenModeInfo {
  /// A mode of which only the name counts.
  static func named(_ name: String) -> ScreenModeInfo {
    ScreenModeInfo(name: name, width: 1920, height: 1080, refreshMillihertz: 60_000)
  }
}

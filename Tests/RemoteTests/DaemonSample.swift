import ControlProtocol

/// The data of the tests' daemon.
enum DaemonSample {
  static let mode = ScreenModeInfo(name: "1280x720@60", width: 1280, height: 720, refreshMillihertz: 60_000)
  /// The number of the newest of the daemon's events.
  static let newestEvent: UInt64 = 7

  static func talk(
    page: Int, shownPage: Int? = nil, cover: TalkCover = .none, state: TalkScreenState = .shown, trouble: String? = nil,
    running: Bool = false, elapsed: Int = 0, at: UInt64 = 0,
    identifier: String = "t1"
  ) -> TalkInfo {
    TalkInfo(
      identifier: identifier, deck: "/deck.pdf", title: "Sample", page: page, shownPage: shownPage ?? page, pages: 20,
      frozen: shownPage != nil,
      cover: cover,
      timer: TalkTimer(running: running, elapsedMilliseconds: elapsed, monotonicNanoseconds: at), notesHalf: .none,
      newScreens: .show, screens: [TalkScreenInfo(screen: "HDMI-A-1", state: state, mode: .named("1920x1080@60"))],
      trouble: trouble)
  }
}

extension ScreenModeInfo {
  /// A mode of which only the name counts.
  static func named(_ name: String) -> ScreenModeInfo {
    ScreenModeInfo(name: name, width: 1920, height: 1080, refreshMillihertz: 60_000)
  }
}

import Content
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes
import Testing

@testable import marqueed

@Suite struct StateRecordTests {
  private let identity = DisplayIdentity(make: "TST", model: "TV", serial: "1")

  private func session(
    _ identifier: String, _ userInfo: UserInfo = .empty, activity: UserActivity? = nil, window: Bool? = nil,
    answer: SceneConfiguration? = nil, request: SceneRequest? = nil
  ) -> SceneSessionRecord {
    SceneSessionRecord(
      identifier: identifier, app: "lobby", role: .externalDisplayNonInteractive, configuration: "main",
      identity: identity, connector: "HDMI-A-1", chosen: ChosenContent(.pattern(.grid), isConfined: window == false),
      userInfo: userInfo,
      activity: activity, attachesWindow: window, answer: answer, request: request)
  }

  private func display(lastSeenDay: Int?) throws -> DisplayRecord {
    DisplayRecord(
      identity: identity, connector: "HDMI-A-1", choices: RuntimeChoices(mode: try ModeWish("800x600"), isBlank: true),
      hadEDID: true, lastSeenDay: lastSeenDay)
  }

  private func read(_ text: String) throws -> PersistentState {
    try ControlJSON.decode(StateRecord.self, from: Array(text.utf8)).state
  }

  @Test func allOfAStateIsThereAgain() throws {
    let info = try UserInfo([
      "page": .integer(7), "notes": .list([.text("a\u{1}\"/ü"), .null, .bool(false), .number(0.1)]),
      "inner": .object(["x": .object([:])]),
    ])
    let state = PersistentState(
      displays: [try display(lastSeenDay: 20_000)],
      sessions: [
        session("1", info),
        session(
          "2", activity: try UserActivity(type: "edit", userInfo: info), window: false,
          answer: SceneConfiguration(
            name: "made", content: .pattern(.grid), modes: [Sourced(try ModeWish("800x600"))], isMadeOnTheSpot: true),
          request: SceneRequest(
            activity: try UserActivity(type: "create", userInfo: info), configuration: "note", sourceApp: "notes")),
      ],
      foregroundApp: "menu",
      apps: [
        AppRecord(
          name: "slides",
          manifest: SceneManifest(
            configurations: [
              .externalDisplayNonInteractive: [
                SceneConfiguration(
                  name: "main", content: .pattern(.grid), modes: [Sourced(try ModeWish("800x600"))],
                  match: ScreenMatch(connector: GlobPattern("HDMI-*"), serial: GlobPattern("7")),
                  size: PixelSize(width: 640, height: 480), isPrivate: true)
              ], .application: [],
              SceneRole(rawValue: "kiosk"): [SceneConfiguration(name: "map", isInteractive: true)],
            ], supportsMultipleScenes: true), isFallback: true, isPrivate: true, support: .mirror, owner: 1000,
          controllerLoss: .blank)
      ],
      alarms: [
        AlarmRecord(name: "fire", content: .pattern(.grid)),
        AlarmRecord(
          name: "drill", content: .pattern(.grid), screens: ["HDMI-A-1"], until: WallTime(seconds: 1_795_672_800),
          isConfined: true, user: "warden"),
      ])
    let bytes = try ControlJSON.encode(StateRecord(state))
    #expect(try ControlJSON.decode(StateRecord.self, from: bytes).state == state)
  }

  @Test("an alarm whose content is unknown here is red, and one without a time that there can be has none")
  func unknownAlarm() throws {
    let state = try read(
      """
      {"version": 2, "sessions": [], "displays": [], "alarms": [{"name": "fire", "content": {"hologram": 7}, "until": "soon"}]}
      """)
    #expect(state.alarms == [AlarmRecord(name: "fire", content: .color(AlarmContent.red))])
  }

  @Test("the end of a schedule's lit time is read again, and an impossible one is ignored")
  func onUntil() throws {
    let time = WallTime(seconds: 1_795_672_800)
    let record = DisplayRecord(identity: identity, connector: "HDMI-A-1", choices: RuntimeChoices(onUntil: time))
    let bytes = try ControlJSON.encode(StateRecord(PersistentState(displays: [record])))
    #expect(try ControlJSON.decode(StateRecord.self, from: bytes).state.displays == [record])
    for (text, expected) in [("2026-11-26T06:00:00Z", WallTime(seconds: 1_795_672_800)), ("soon", nil), ("", nil)] {
      let state = try read(
        """
        {"version": 2, "sessions": [], "displays": [{"identity": {"make": "TST", "model": "TV", "serial": "1"},
          "connector": "HDMI-A-1", "hadEDID": true, "onUntil": "\(text)"}]}
        """)
      #expect(state.displays.first?.choices.onUntil == expected, "\(text)")
    }
  }

  @Test func whatVersion1KeptIsRead() throws {
    let state = try read(
      """
      {"version": 1, "foregroundApp": "menu",
       "displays": [{"identity": {"make": "TST", "model": "TV", "serial": "1"}, "connector": "HDMI-A-1", "hadEDID": true,
                     "chosenMode": "800x600", "blank": true}],
       "sessions": [{"identifier": "1", "app": "lobby", "role": "externalDisplayNonInteractive",
                     "configuration": "main", "identity": {"make": "TST", "model": "TV", "serial": "1"},
                     "connector": "HDMI-A-1", "content": {"pattern": "grid"}}]}
      """)
    #expect(
      state
        == PersistentState(
          displays: [try display(lastSeenDay: nil)], sessions: [session("1")], foregroundApp: "menu"))
  }

  @Test func aFrameThatThereCannotBeIsNone() throws {
    for (frame, isThere) in [
      ("[0.5,0,0.5,1]", true), ("[1,0,-1,1]", false), ("[0,0,0.1,1]", false), ("[0,0,1e308,1]", false),
      ("[0,0,2,1]", false), ("[0,0,1]", false),
    ] {
      let state = try read(
        """
        {"version": 2, "displays": [],
         "sessions": [{"identifier": "1", "app": "lobby", "role": "application", "configuration": "main",
                       "identity": {"make": "TST", "model": "TV", "serial": "1"}, "connector": "HDMI-A-1",
                       "frame": \(frame)}]}
        """)
      #expect((state.sessions.first?.frame != nil) == isThere, "\(frame)")
    }
  }

  @Test func aDayThatThereCannotBeIsNone() throws {
    for day in ["-9223372036854775808", "-1", "2932897", "9223372036854775807"] {
      let state = try read(
        """
        {"version": 1, "sessions": [],
         "displays": [{"identity": {"make": "TST", "model": "TV", "serial": "1"}, "connector": "HDMI-A-1", "hadEDID": true,
                       "chosenMode": "800x600", "blank": true, "lastSeenDay": \(day)}]}
        """)
      #expect(state.displays == [try display(lastSeenDay: nil)])
    }
  }

  @Test func aSessionIsNotLostForItsUserInfo() throws {
    let long = String(repeating: "x", count: UserInfo.maximumBytes)
    let state = try read(
      """
      {"version": 2, "displays": [],
       "sessions": [{"identifier": "1", "app": "lobby", "role": "externalDisplayNonInteractive",
                     "configuration": "main", "identity": {"make": "TST", "model": "TV", "serial": "1"},
                     "connector": "HDMI-A-1", "content": {"pattern": "grid"}, "userInfo": {"a": "\(long)"}}]}
      """)
    #expect(state.sessions == [session("1")])
  }

  @Test func theMostThatCanBeKeptCanBeReadAgain() throws {
    // A control character is six bytes of JSON, which the limit counts.
    let text = String(repeating: "\u{1}", count: (UserInfo.maximumBytes - 9) / 6)
    let info = try UserInfo(["a": .text(text)])
    let numbers = try UserInfo(["a": .list((0..<600).map { .number(Double($0) + 0.1) })])
    let sessions = (0..<256).map { session("\($0)", $0.isMultiple(of: 2) ? info : numbers) }
    let bytes = try ControlJSON.encode(StateRecord(PersistentState(sessions: sessions)))
    #expect(bytes.count < 8 << 20)
  }
}

import ControlProtocol
import Dispatch
import Observation
import Testing

@testable import DisplayApps

/// The window of an app beside its scenes on external displays.
@MainActor
struct MainWindowTests {
  @Observable final class Calls {
    var message = "Hello"
    var inputs: [UserInput] = []
    var activities: [SceneActivity] = []
    var phases: [ScenePhase] = []
    var screens: [[String]] = []
    var sent: [[SceneChangeInfo]] = []
  }

  private let calls = Calls()
  private let display = ScreenInfo(name: "DP-1", device: "simulated")
  private let panel = ScreenInfo(name: "eDP-1", device: "simulated")

  private func updater() -> SceneUpdater {
    SceneUpdater(
      scenes: { [calls] in
        SceneSetBuilder.buildBlock(
          MainWindow { Banner(calls.message) }
            .onInput { calls.inputs.append($0) }
            .onActivity { activity in
              calls.activities.append(activity)
              if case .string(let text)? = activity.values["message"] { calls.message = text }
            }
            .keeping({ ["message": .string(calls.message)] }) { kept in
              if case .string(let text)? = kept["message"] { calls.message = text }
            },
          ExternalDisplay { if calls.message != "off" { Banner(calls.message) } }
            .onScreensChange { calls.screens.append($0.map(\.name)) }
            .onPhaseChange { calls.phases.append($0) }
        ).scenes
      }, send: { [calls] in calls.sent.append($0) })
  }

  private func session(_ role: String, on screen: ScreenInfo?) -> SessionInfo {
    SessionInfo(
      identifier: role, app: "test", role: role, configuration: role == MainWindow.role ? "window" : "main",
      screen: screen?.name, state: screen == nil ? .unattached : .foregroundActive)
  }

  private func turns() async {
    for _ in 0..<3 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  private func change(_ session: String, _ text: String, kept: String? = nil) -> SceneChangeInfo {
    SceneChangeInfo(
      session: session, content: .banner(BannerInfo(text: text)), window: true,
      userInfo: kept.map { ["message": .string($0)] })
  }

  @Test("one store is for both scenes, and its values are kept with the window's session in the same transaction")
  func oneStore() async {
    let updater = updater()
    updater.begin(
      [session(MainWindow.role, on: panel), session(ExternalDisplay.role, on: display)], on: [panel, display])
    await turns()
    updater.wasTaken()
    calls.message = "New"
    await turns()
    #expect(
      calls.sent == [
        [change(MainWindow.role, "Hello", kept: "Hello"), change(ExternalDisplay.role, "Hello")],
        [change(MainWindow.role, "New", kept: "New"), change(ExternalDisplay.role, "New")],
      ])
  }

  @Test("kept values are restored before the first content, and not by a daemon that is started again")
  func restored() async {
    let updater = updater()
    let kept: [String: [String: JSONValue]] = [MainWindow.role: ["message": .string("Kept")]]
    updater.begin([session(MainWindow.role, on: panel)], data: kept, on: [panel])
    await turns()
    #expect(calls.sent == [[change(MainWindow.role, "Kept")]])
    updater.wasTaken()
    calls.message = "Newer"
    updater.begin([session(MainWindow.role, on: panel)], data: kept, on: [panel])
    await turns()
    #expect(calls.message == "Newer")
    #expect(calls.sent.last == [change(MainWindow.role, "Newer", kept: "Newer")])
  }

  @Test("kept values come with the question if the window's session had no screen at the start")
  func restoredByQuestion() {
    let changes = updater().connect(
      "w", role: MainWindow.role, scene: "window", data: ["message": .string("Kept")], on: ScreenDescription(panel))
    #expect(changes == [change("w", "Kept")])
  }

  @Test("the activity of a request comes after the kept values and before the content of the answer, also twice")
  func activity() {
    func message(_ kind: AppMessage.Kind, _ text: String) -> AppMessage {
      AppMessage(
        kind: kind, activities: [ActivityInfo(type: "open", userInfo: ["message": .string(text)])],
        sourceApp: kind == .question ? "mail" : nil)
    }
    let updater = updater()
    for (data, text) in [(["message": JSONValue.string("Kept")], "First"), (nil, "Second")] {
      let changes = updater.connect(
        "w", role: MainWindow.role, scene: "window", data: data,
        activities: SceneActivity.activities(of: message(.question, text)), on: ScreenDescription(panel))
      #expect(changes == [change("w", text, kept: text)])
    }
    updater.resume(SceneActivity.activities(of: message(.activity, "Third")), in: "w")
    #expect(calls.activities.map(\.values) == ["First", "Second", "Third"].map { ["message": .string($0)] })
    #expect(calls.activities.map(\.sourceApp) == ["mail", "mail", nil])
    #expect(calls.message == "Third")
    #expect(SceneActivity.activities(of: AppMessage(kind: .activity)).isEmpty)
  }

  @Test("values are kept while the window has no screen")
  func keptWithoutScreen() async {
    let updater = updater()
    updater.begin([session(MainWindow.role, on: nil)], on: [])
    await turns()
    #expect(
      calls.sent == [[SceneChangeInfo(session: MainWindow.role, userInfo: ["message": .string("Hello")])]])
    withExtendedLifetime(updater) {}
  }

  @Test("a scene without a content has no window in the answer")
  func answered() async {
    let updater = updater()
    _ = updater.connect("d", role: ExternalDisplay.role, scene: "main", on: ScreenDescription(display))
    #expect(updater.hasContent("d"))
    calls.message = "off"
    await turns()
    #expect(!updater.hasContent("d"))
    updater.move("d", to: nil)
    _ = updater.connect("d", role: ExternalDisplay.role, scene: "main", on: ScreenDescription(display))
    #expect(!updater.hasContent("d"))
  }

  @Test("an app gets the displays of its scene before their contents are evaluated, and the most visible phase")
  func displays() {
    let updater = updater()
    for name in ["DP-1", "DP-2"] {
      let screen = ScreenDescription(ScreenInfo(name: name, device: "simulated"))
      _ = updater.connect(name, role: ExternalDisplay.role, scene: "main", on: screen)
    }
    #expect(calls.screens == [["DP-1"], ["DP-1", "DP-2"]])
    updater.setPhase(.active, of: "DP-1")
    updater.setPhase(.inactive, of: "DP-2")
    updater.setPhase(.background, of: "DP-1")
    updater.move("DP-1", to: nil)
    updater.discard("DP-2")
    #expect(calls.screens.dropFirst(2) == [["DP-2"], []])
    #expect(calls.phases == [.active, .inactive, .background])
  }

  @Test("input reaches the window only")
  func input() {
    let updater = updater()
    updater.begin(
      [session(MainWindow.role, on: panel), session(ExternalDisplay.role, on: display)], on: [panel, display])
    updater.receive([.key("a", text: "a"), .press(x: 0.5, y: 0.25)], in: MainWindow.role)
    updater.receive([.key("b", text: "b")], in: ExternalDisplay.role)
    #expect(calls.inputs == [.key("a", text: "a"), .press(x: 0.5, y: 0.25)])
  }

  @Test("the input of controllers becomes presses and keys, and the rest stays as it is")
  func kinds() {
    func inputs(_ kind: String, _ values: [String: JSONValue], _ text: String? = nil) -> [UserInput] {
      UserInput.inputs(kind: kind, values: values, text: text)
    }
    let place: [String: JSONValue] = ["x": .number(0.5), "y": .integer(1)]
    func at(_ phase: String) -> [String: JSONValue] { place.merging(["phase": .string(phase)]) { $1 } }
    #expect(inputs("pointer", at("press")) == [.press(x: 0.5, y: 1)])
    #expect(inputs("pointer", at("move")) == [.other(kind: "pointer", values: at("move"))])
    let fingers: [String: JSONValue] = [
      "touches": .array([.object(at("down")), .object(at("up")), .object(at("down"))])
    ]
    #expect(inputs("touch", fingers) == [.press(x: 0.5, y: 1), .press(x: 0.5, y: 1)])
    let key: [String: JSONValue] = ["key": .string("semicolon")]
    #expect(inputs("key", key, "ö") == [.key("semicolon", text: "ö")])
    let released = key.merging(["phase": .string("release")]) { $1 }
    #expect(inputs("key", released) == [.other(kind: "key", values: released)])
    #expect(inputs("add", [:]) == [.other(kind: "add", values: [:])])
  }

  @Test("the phase follows the events of a scene")
  func phases() {
    let expected: [(EventName, ScenePhase?)] = [
      (.sceneWillConnect, nil), (.sceneWillEnterForeground, .inactive), (.sceneDidBecomeActive, .active),
      (.sceneWillResignActive, .inactive), (.sceneDidEnterBackground, .background), (.sceneDidDisconnect, .background),
      (.sceneDidPresent, nil),
    ]
    for (event, phase) in expected { #expect(ScenePhase(after: event.rawValue) == phase, "\(event)") }
    #expect(ScenePhase(after: "later") == nil)
    #expect(SceneStateInfo.allCases.map { ScenePhase($0) }.max() == .active)
  }
}

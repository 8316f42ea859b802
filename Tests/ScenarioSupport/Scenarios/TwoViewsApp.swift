internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

/// The program of Examples/two-views, with its window on display 2 and the room on display 1.
private final class TwoViewsStage {
  static let (window, view) = (RGB(0xb0, 0x50, 0x10), RGB(0x20, 0x40, 0x80))
  static let (light, idle, black) = (RGB(0xd0, 0x80, 0x30), RGB(0x10, 0x10, 0x10), RGB(0, 0, 0))

  let bench: any Bench
  private let file: String
  private(set) var daemon: DaemonHandle
  private var app: ExampleApp?
  private var owner: WindowUser?

  /// - Parameter rule: Further settings of the room's display, or only of a display with this model.
  init(_ bench: any Bench, rule: String = "", model: String = "*") throws {
    self.bench = bench
    file = FileManager.default.temporaryDirectory.appending(path: "two-views-\(UUID().uuidString)").path
    daemon = try bench.start(Self.setup(bench, rule, model))
    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(1280, 720))
    try startApp()
  }

  deinit { try? FileManager.default.removeItem(atPath: file) }

  private static func setup(_ bench: any Bench, _ rule: String = "", _ model: String = "*") -> DaemonSetup {
    DaemonSetup(
      """
      screens:
      - { match: { connector: "\(bench.connector(2))" }, use: main }
      - { match: { connector: "\(bench.connector(1))", model: "\(model)" }\(rule) }
      idle: { color: "#101010" }
      """)
  }

  private func startApp() throws {
    app = try ExampleApp(bench, "two-views", [file])
    try expectWindow("after the start of the app") { $0.at(0.02, 0.98) == Self.window }
  }

  /// Kills both programs, and starts them again.
  func restart() throws {
    owner = nil
    app?.kill()
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(Self.setup(bench))
    try startApp()
  }

  /// Reloads the configuration with further settings of the room's display.
  func reload(rule: String, model: String) throws {
    let configuration = try unwrap(Self.setup(bench, rule, model).configuration, "no configuration")
    _ = try bench.write(configuration, name: "marquee.yaml")
    _ = try daemon.client.call(ReloadCall())
  }

  /// The person at the window; from the first use on, a controller owns its input.
  var user: WindowUser {
    get throws {
      if let owner { return owner }
      let user = try WindowUser(of: "twoviews", daemon)
      owner = user
      return user
    }
  }

  /// The person leaves.
  func releaseInput() { owner = nil }

  @discardableResult
  func expectWindow(_ what: String, _ isShown: (Photograph) -> Bool) throws -> Photograph {
    try daemon.photograph(2, "the window \(what)", within: 20, until: isShown)
  }

  @discardableResult
  func expectRoom(_ what: String, _ isShown: (Photograph) -> Bool) throws -> Photograph {
    try daemon.photograph(1, "the room \(what)", within: 20, until: isShown)
  }

  /// The window has the colour of the app's own view nowhere, so a mirror of it has its colour, between black bars.
  func expectMirror(_ what: String) throws {
    try expectRoom("mirrors the window \(what)") {
      [$0.at(0.14, 0.98), $0.at(0.02, 0.5)] == [Self.window, Self.black] && $0.histogram[Self.view] == nil
    }
  }

  func expectView(_ what: String) throws -> Photograph {
    try expectRoom("shows its own view \(what)") { Self.isView($0) }
  }

  static func isView(_ picture: Photograph) -> Bool { picture.at(0.02, 0.02) == view && picture.uniformColor == nil }
}

extension Scenario {
  static let twoViewsSwitch = Scenario(
    "the app with two views: its switch gives the room its own view or a mirror without a modeset, and holds after kill -9",
    gate: [.simulated]
  ) { bench in
    let stage = try TwoViewsStage(bench)
    let view = try stage.expectView("at first")
    let list = try stage.expectWindow("has no dish while the room shows it") { !hasDish($0) }

    let off = try bench.countModesets {
      try stage.user.touch(0.5, 0.1)
      try stage.expectMirror("once it is switched off")
    }
    try expect(off, is: 0, "modesets to the mirror")
    try stage.expectWindow("has the dish while the room does not") { hasDish($0) }
    let on = try bench.countModesets {
      try stage.user.keys("space")
      try stage.expectRoom("shows its view again") { $0 == view }
    }
    try expect(on, is: 0, "modesets to the view")
    try stage.expectWindow("as before") { $0 == list }
    try stage.user.click(0.9, 0.05)
    try stage.expectMirror("once it is switched off by the pointer")

    try stage.restart()
    try stage.expectMirror("after the restart")
    let plugged = try bench.countModesets {
      try bench.unplug(1)
      try stage.daemon.waitForEnd(ofRoom: "twoviews")
      let events = try stage.daemon.events()
      try bench.plug(1, TestDisplay(1280, 720))
      try stage.expectMirror("from the beginning")
      try events.drain(0.3)
      let kinds = Set(events.events.map(\.event))
      try expect(kinds.contains(.sceneWillEnterForeground), is: false, "the app's own view is never shown: \(kinds)")
    }
    try expect(plugged, is: 1, "modesets of the plug")
    let rules = try stage.daemon.explain(1).showsBecause
    try expect(
      rules.contains { $0.rule == "foreground" && $0.reason == "twoviews attaches no window" }, is: true,
      "the answer has no window: \(rules)")
    try stage.user.keys("space")
    try stage.expectRoom("shows its view again") { $0 == view }
    try stage.restart()
    try stage.expectRoom("shows its view after another restart") { $0 == view }
  }

  static let twoViewsUnplugged = Scenario(
    "the app with two views: the window has the room's content while the display is unplugged, with the same dish",
    gate: [.simulated]
  ) { bench in
    let stage = try TwoViewsStage(bench)
    let soup = try stage.expectView("with the soup")
    try stage.user.touch(0.5, 0.3)
    let pasta = try stage.expectRoom("shows the pasta") { $0 != soup && TwoViewsStage.isView($0) }
    let list = try stage.expectWindow("with the pasta chosen") {
      $0.at(0.35, 0.25) == TwoViewsStage.light && !hasDish($0)
    }
    // The dish in the window while the switch is off, to compare with.
    try stage.user.keys("space")
    let dish = try stage.expectWindow("with the pasta inside") { hasDish($0) }
    try stage.user.keys("space")
    try stage.expectWindow("without it again") { $0 == list }

    try bench.unplug(1)
    let alone = try stage.expectWindow("with the room's content") { hasDish($0) }
    let isSame = (400..<768).allSatisfy { y in (0..<1024).allSatisfy { alone[$0, y] == dish[$0, y] } }
    try expect(isSame, is: true, "it is the content of the same dish")
    try expect(alone.at(0.35, 0.25), is: TwoViewsStage.light, "the chosen dish")
    let modesets = try bench.countModesets {
      try bench.plug(1, TestDisplay(1280, 720))
      try stage.expectRoom("shows the pasta again") { $0 == pasta }
    }
    try expect(modesets, is: 1, "modesets of the plug")
    try stage.expectWindow("without the content again") { $0 == list }

    try bench.unplug(1)
    try stage.user.keys("right")
    try stage.expectWindow("with the salad chosen and shown") {
      $0.at(0.7, 0.25) == TwoViewsStage.light && hasDish($0) && $0 != alone
    }
    try bench.plug(1, TestDisplay(1280, 720))
    try stage.expectRoom("shows the salad") { $0 != pasta && $0 != soup && TwoViewsStage.isView($0) }
    try stage.restart()
    try stage.expectWindow("with the salad chosen after the restart") {
      $0.at(0.7, 0.25) == TwoViewsStage.light && !hasDish($0)
    }
  }

  static let twoViewsWindows = Scenario(
    "the app with two views: its switch is off at first if windows may be on the external display",
    gate: [.simulated]
  ) { bench in
    let model = TestDisplay(1280, 720).identity.model
    let stage = try TwoViewsStage(bench, rule: ", prefersApplication: true", model: model)
    try stage.expectMirror("at first")
    try stage.reload(rule: "", model: model)
    _ = try stage.expectView("once a reload takes the windows off the display")
    try stage.reload(rule: ", prefersApplication: true", model: model)
    try stage.expectMirror("once a reload puts windows on the display")
    _ = try stage.user
    try stage.expectRoom("has the window itself, while a controller owns its input") {
      [$0.at(0.02, 0.98), $0.at(0.02, 0.5)] == [TwoViewsStage.window, TwoViewsStage.window]
    }
    try stage.expectWindow("is not on the main screen") { $0.uniformColor == TwoViewsStage.idle }
    stage.releaseInput()
    try stage.expectMirror("once the window has left")
    // The default follows the display.
    try bench.plug(1, TestDisplay(1280, 720, model: "Plain", serial: "2"))
    _ = try stage.expectView("on a display without windows")
    try bench.plug(1, TestDisplay(1280, 720))
    try stage.expectMirror("on the display for windows again")
    // The user's choice goes before the default.
    _ = try stage.user
    try stage.expectRoom("has the window again") { $0.at(0.02, 0.98) == TwoViewsStage.window }
    try stage.user.keys("space")
    stage.releaseInput()
    _ = try stage.expectView("as the user has chosen, once the window has left")
    try bench.plug(1, TestDisplay(1280, 720, model: "Plain", serial: "2"))
    _ = try stage.expectView("as the user has chosen, on a display without windows")
  }

  /// Whether the lower half of the window has a text.
  private static func hasDish(_ window: Photograph) -> Bool {
    (400..<760).contains { y in (0..<1024).contains { window[$0, y] != TwoViewsStage.window } }
  }
}

extension DaemonHandle {
  /// Waits until the scene of an app on an external display has ended.
  fileprivate func waitForEnd(ofRoom app: String) throws {
    let isOver = try bench.poll(within: 20) { () throws -> Bool? in
      let sessions = try client.call(SessionsCall(app: app)).sessions
      return sessions.allSatisfy { $0.role == "application" || $0.state == .unattached } ? true : nil
    }
    try expect(isOver, is: true, "the end of the room's scene")
  }
}

import Composition
import ContentModel
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// One pass settles the changes of inputs.
@MainActor
struct SettlePassTests {
  let lobby = TestApp("lobby", 1)
  let menu = TestApp("menu", 2)

  private func rig() -> SystemRig {
    SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app(), menu.app(isFallback: true)])
  }

  /// The requests that a delegate may make during its call.
  nonisolated enum Request: CaseIterable {
    case foreground, blank, freeze, power, destroy, support, show, window, needsLayout, register, report, unregister
  }

  @Test(
    "a call of a delegate into the system changes and marks, and nothing runs beneath it", arguments: Request.allCases)
  func nothingRunsBeneath(request: Request) throws {
    let rig = rig()
    let guest = TestApp("guest", 3)
    var depth = 0
    var calls = 0
    let hear: (TestApp) -> Void = { app in
      app.onCall = { [unowned rig] _ in
        depth += 1
        defer { depth -= 1 }
        #expect(depth == 1, "a delegate is called beneath the call of another")
        calls += 1
        guard calls < 20 else { return }
        let before = (rig.commands.count, rig.events.count, rig.keptCount)
        Self.make(request, rig.system, app, guest)
        #expect((rig.commands.count, rig.events.count, rig.keptCount) == before)
        #expect(rig.system.pass.phase == .calling)
      }
    }
    for app in [lobby, menu] { hear(app) }
    rig.plug(1)
    rig.plug(2, serial: "2")
    try rig.system.setForeground("menu", on: "HDMI-A-1") { _ in }
    rig.answer()
    rig.unplug(2)
    rig.advance(milliseconds: 1600)
    #expect(calls > 3)
    #expect(rig.system.pass.phase == .resting)
  }

  @Test(
    "a call from any other call of a delegate only changes and marks too", arguments: TestApp.Query.allCases,
    Request.allCases)
  func nothingRunsBeneathQueries(query: TestApp.Query, request: Request) throws {
    let slides = AnsweringApp("lobby", 1)
    slides.answer = { nil }
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [slides.app(), menu.app(isFallback: true)])
    let guest = TestApp("guest", 3)
    var depth = 0
    var calls = 0
    func call(_ app: TestApp, isAsked: Bool) {
      #expect(depth == 0, "a delegate is called beneath the call of another")
      depth += 1
      defer { depth -= 1 }
      #expect(rig.system.pass.phase == .calling)
      guard isAsked else { return }
      calls += 1
      guard calls < 20 else { return }
      let before = (rig.commands.count, rig.events.count, rig.keptCount)
      Self.make(request, rig.system, app, guest)
      #expect((rig.commands.count, rig.events.count, rig.keptCount) == before)
    }
    for app in [slides.scenes, menu] {
      app.onCall = { _ in call(app, isAsked: false) }
      app.onQuery = { call(app, isAsked: $0 == query) }
    }
    rig.plug(1)
    rig.plug(2, serial: "2")
    let screen = try rig.coordinator()
    screen.setBlank(true) { _ in }
    try? screen.show(.color(.white)) { _ in }
    rig.answer()
    screen.setBlank(false) { _ in }
    if let session = rig.system.sessions.first {
      try rig.system.update([SceneChange(session: session.identifier, content: .configured)]) { _ in }
    }
    rig.answer()
    rig.unplug(2)
    rig.advance(milliseconds: 1600)
    if let session = rig.system.sessions.first {
      try rig.system.lifetimes.destroySession(session.identifier) { _ in }
    }
    rig.answer()
    #expect(calls > 0)
    #expect(rig.system.pass.phase == .resting)
    for scene in screen.screenScenes.scenes { #expect(rig.system.sessions.contains { $0 === scene.session }) }
  }

  @Test(
    "a session that is destroyed while its app is asked about it never connects, and the next app is shown",
    arguments: [TestApp.Query.makeSceneDelegate, .configuration, .wantsDark])
  func destroyedMeanwhile(query: TestApp.Query) throws {
    let slides = AnsweringApp("slides", 3)
    slides.answer = { nil }
    let rig = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("slides")), apps: [slides.app(), menu.app(isFallback: true)])
    slides.scenes.onQuery = { [unowned rig] called in
      guard called == query, let session = rig.system.sessions.first(where: { $0.app == "slides" }) else { return }
      try? rig.system.lifetimes.destroySession(session.identifier) { _ in }
    }
    rig.plug()
    #expect(slides.scenes.log.isEmpty)
    #expect(slides.discarded == ["session-1"])
    #expect(rig.system.sessions.map(\.app) == ["menu"])
    #expect(rig.lastShown()?.background == menu.color)
  }

  private static func make(_ request: Request, _ system: SceneSystem, _ app: TestApp, _ guest: TestApp) {
    let screen = try? system.find("HDMI-A-1")
    switch request {
    case .foreground: try? system.setForeground(app.name == "menu" ? "lobby" : "menu", on: nil) { _ in }
    case .blank: screen?.setBlank(screen?.choices.isBlank == false) { _ in }
    case .freeze: screen?.setFrozen(screen?.isFrozen == false) { _ in }
    case .power: screen?.setPower(screen?.choices.isPoweredOff == true) { _ in }
    case .destroy: try? system.lifetimes.destroySession(system.sessions.last?.identifier ?? "") { _ in }
    case .support: try? system.setSupport(.mirror, for: .screen("HDMI-A-1")) { _ in }
    case .show: try? screen?.show(.color(.white)) { _ in }
    case .window: app.scene?.window = app.scene?.window == nil ? Window() : nil
    case .needsLayout: app.scene?.setNeedsLayout()
    case .register: try? system.register(guest.app())
    case .unregister:
      try? system.register(guest.app())
      try? system.unregister("guest")
    case .report: app.scene?.report("something is missing")
    }
  }

  @Test("a request within an answer is settled before the next answer is given")
  func answersAskAgain() throws {
    let rig = rig()
    rig.plug()
    let screen = try rig.coordinator()
    var log: [String] = []
    screen.setBlank(true) { [unowned rig] _ in
      log.append("blank")
      screen.setPower(false) { _ in log.append("power") }
      log.append(screen.decision.picture.isDark ? "decided" : "old")
      #expect(rig.system.pass.phase == .answering)
    }
    screen.setBlank(true) { _ in log.append("blank again") }
    rig.answer()
    #expect(log == ["blank", "decided", "blank again", "power"])
  }

  @Test("an input has the state kept once at most")
  func keptOnce() throws {
    let rig = rig()
    var most = 0
    func input(_ name: String, _ body: () throws -> Void) rethrows {
      let before = rig.keptCount
      try body()
      #expect(rig.keptCount - before <= 1, "\(name) has it kept \(rig.keptCount - before) times")
      most = max(most, rig.keptCount - before)
      while !rig.commands.isEmpty {
        let before = rig.keptCount
        rig.answerNext()
        #expect(rig.keptCount - before <= 1, "an answer after \(name) has it kept \(rig.keptCount - before) times")
      }
    }
    input("plug") { rig.connect(1, serial: "1") }
    input("plug") { rig.connect(2, serial: "2") }
    for app in ["menu", "lobby"] {
      try input("foreground") { try rig.system.setForeground(app, on: nil) { _ in } }
      try input("foreground") { try rig.system.setForeground(app, on: "HDMI-A-1") { _ in } }
    }
    let screen = try rig.coordinator()
    for isOn in [true, false] {
      input("blank") { screen.setBlank(isOn) { _ in } }
      input("freeze") { screen.setFrozen(isOn) { _ in } }
      input("power") { screen.setPower(!isOn) { _ in } }
    }
    try input("show") { try screen.show(.color(.white)) { _ in } }
    try input("mode") { try screen.setMode(ModeWish("800x600")) { _ in } }
    input("reset") { screen.reset { _ in } }
    for choice in [ExternalSupport.off, .mirror, .external] {
      try input("support") { try rig.system.setSupport(choice, for: .overall) { _ in } }
    }
    for session in rig.system.sessions.map(\.identifier) {
      try input("destroy") { try rig.system.lifetimes.destroySession(session) { _ in } }
    }
    input("configuration") { rig.system.apply(policy: ScreenPolicy(), apps: [menu.app()]) }
    input("end") { rig.system.shutDown() }
    #expect(most == 1)
  }

  @Test("another connector is kept with the display, and a newer manifest with the answer to its question")
  func keptOnceWithVersion() throws {
    let slides = AnsweringApp("slides", 3)
    slides.answer = { nil }
    let policy = ScreenPolicy(foregroundApp: Sourced("slides"))
    let first = SystemRig(policy: policy, apps: [slides.app(version: 1)])
    first.plug()
    let second = SystemRig(policy: policy, apps: [slides.app(version: 2)], state: try #require(first.kept))
    slides.answer = nil
    second.connect(2, serial: "1")
    #expect(second.keptCount == 1)
    try #require(slides.questions.last).answer(nil)
    #expect(second.keptCount == 2)
    second.answer()
    #expect(second.kept?.sessions.map(\.connector) == ["HDMI-A-2"])
    #expect(second.kept?.sessions.map(\.manifestVersion) == [2])
    #expect(slides.scenes.log == ["connect", "connect"])
  }

  @Test("the activity of a scene is kept before the scene ends")
  func activityBeforeEnd() throws {
    let rig = rig()
    let editing = try UserActivity(type: "editing")
    lobby.activity = editing
    rig.plug()
    var kept: [UserActivity?] = []
    lobby.onCall = { [unowned rig] call in
      if call == "lobby didDisconnect unplug" { kept = rig.kept?.sessions.map(\.activity) ?? [] }
    }
    let before = rig.keptCount
    rig.unplug()
    rig.advance(milliseconds: 1600)
    #expect(kept == [editing])
    #expect(rig.keptCount - before <= 2)
  }

  @Test("a picture without a waiting caller and with its own tree keeps nothing and decides nothing")
  func pictures() throws {
    let rig = rig()
    rig.plug()
    let screen = try rig.coordinator()
    let (kept, steps, events) = (rig.keptCount, screen.decision.steps.count, rig.events.count)
    let record = FlipRecord(
      screen: screen.id, sequence: 9, timestamp: .zero, isEstimated: false, ending: .presented)
    rig.system.handle(.presented([], record))
    #expect(rig.commands.isEmpty)
    lobby.scene?.window?.replace(LayerTree(background: .white))
    #expect(rig.commands.count == 1)
    rig.answer()
    #expect(rig.keptCount == kept)
    #expect(screen.decision.steps.count == steps)
    #expect(rig.events.count == events)
  }
}

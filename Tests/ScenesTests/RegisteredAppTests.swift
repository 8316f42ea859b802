import Composition
import DisplayTypes
import Presentation
import Testing

@testable import Scenes

/// Apps that register at run time, and their screens after their controller goes.
@Suite("Registered apps")
@MainActor
struct RegisteredAppTests {
  let lobby = TestApp("lobby", 1)
  let slides = AnsweringApp("slides", 2)

  private func rig(_ loss: ControllerLoss, isPlugged: Bool = true) throws -> SystemRig {
    let rig = SystemRig(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()])
    slides.answer = { nil }
    if isPlugged { rig.plug() }
    try rig.system.register(slides.app(loss: loss))
    try rig.system.setForeground("slides", on: nil) { _ in }
    rig.answer()
    return rig
  }

  private func comeBack(_ rig: SystemRig, _ loss: ControllerLoss) throws {
    try rig.system.register(slides.app(loss: loss))
    rig.answer()
  }

  @Test("an app takes over and hands back: the earlier picture returns unchanged")
  func takeOver() throws {
    let rig = try rig(.fallback)
    #expect(rig.lastShown()?.background == slides.scenes.color)
    let layouts = lobby.layouts
    try rig.system.setForeground("lobby", on: nil) { _ in }
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(lobby.layouts == layouts)
    #expect(lobby.log == ["connect"])
    #expect(rig.modesets.count == 1)
  }

  @Test("keep: the picture stays, no call is made, and the controller finds its scene as it was")
  func keep() throws {
    let rig = try rig(.keep)
    let before = rig.names.count
    rig.system.loseController(of: "slides")
    rig.answer()
    #expect(rig.lastShown()?.background == slides.scenes.color)
    #expect(rig.names.dropFirst(before) == ["appDidLoseController"])
    try comeBack(rig, .keep)
    #expect(slides.scenes.log == ["connect"])
    #expect(rig.names.dropFirst(before) == ["appDidLoseController", "appDidRegister"])
  }

  @Test("fallback: the next app is shown, until the controller returns")
  func fallback() throws {
    let rig = try rig(.fallback)
    rig.system.loseController(of: "slides")
    rig.answer()
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(slides.scenes.scene?.state == .background)
    try comeBack(rig, .fallback)
    #expect(rig.lastShown()?.background == slides.scenes.color)
    #expect(slides.scenes.log == ["connect"])
    #expect(rig.modesets.count == 1)
  }

  @Test("blank: black without another mode, until the controller returns")
  func blank() throws {
    let rig = try rig(.blank)
    rig.system.loseController(of: "slides")
    rig.answer()
    #expect(try rig.coordinator().decision.picture.shown == .black(app: "slides"))
    #expect(rig.lastShown() == .init(background: .black))
    #expect(slides.scenes.scene?.state == .background)
    try comeBack(rig, .blank)
    #expect(rig.lastShown()?.background == slides.scenes.color)
    #expect(rig.modesets.count == 1)
  }

  @Test("one whose controller is gone and keeps its picture is shown at the next plug too, without an answer")
  func keptAtPlug() throws {
    let rig = try rig(.keep, isPlugged: false)
    rig.system.loseController(of: "slides")
    rig.plug()
    #expect(rig.lastShown()?.background == slides.scenes.color)
  }

  @Test("a name is that of the configuration, or of the controller that is there")
  func names() throws {
    let rig = try rig(.keep)
    #expect(throws: SceneError.nameTaken(app: "slides")) { try rig.system.register(slides.app()) }
    let other = AnsweringApp("lobby", 3)
    #expect(throws: SceneError.nameTaken(app: "lobby")) { try rig.system.register(other.app()) }
    // The file now has such an app, which gets the session.
    let declared = TestApp("slides", 9)
    #expect(rig.system.apply(policy: ScreenPolicy(), apps: [lobby.app(), declared.app()]) == ["slides"])
    rig.answer()
    #expect(rig.system.apps.map(\.name) == ["lobby", "slides"])
  }

  @Test("a reload of the configuration leaves those that registered alone")
  func reload() throws {
    let rig = try rig(.keep)
    #expect(rig.system.apply(policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()]) == [])
    rig.answer()
    #expect(rig.lastShown()?.background == slides.scenes.color)
    #expect(slides.scenes.log == ["connect"])
  }

  @Test("an unregistered app loses its scenes, not its sessions, and finds them again under its name")
  func unregister() throws {
    let rig = try rig(.keep)
    let session = try #require(slides.scenes.scene?.session.identifier)
    try rig.system.unregister("slides")
    rig.answer()
    #expect(slides.scenes.log == ["connect", "disconnect foreground"])
    #expect(rig.lastShown()?.background == lobby.color)
    #expect(throws: SceneError.noSuchApp("slides", near: ["lobby"])) { try rig.system.unregister("slides") }
    try comeBack(rig, .keep)
    #expect(slides.scenes.scene?.session.identifier == session)
  }

  @Test("those that keep their picture are kept over a restart, and shown before their controller returns")
  func restart() throws {
    let rig = try rig(.keep)
    let state = try #require(rig.kept)
    #expect(state.apps.map(\.name) == ["slides"])
    let second = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: state)
    for record in state.apps {
      second.system.restore(
        App(name: record.name, manifest: record.manifest, isFallback: record.isFallback, delegate: slides))
    }
    second.plug()
    #expect(second.lastShown()?.background == slides.scenes.color)
    let before = slides.scenes.log
    try comeBack(second, .keep)
    #expect(slides.scenes.log == before)
  }

  @Test("with blank no other picture comes after a restart until the controller is back, and with fallback it does")
  func lossIsKept() throws {
    for (loss, color) in [(ControllerLoss.blank, Color.black), (.fallback, lobby.color)] {
      let rig = try rig(loss)
      rig.system.loseController(of: "slides")
      let state = try #require(rig.kept)
      let second = SystemRig(
        policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: state)
      for record in state.apps {
        second.system.restore(
          App(
            name: record.name, manifest: record.manifest, controllerLoss: record.controllerLoss, delegate: slides))
      }
      second.plug()
      #expect(second.takeShown().allSatisfy { $0 == color || $0 == .black })
      try comeBack(second, loss)
      #expect(second.lastShown()?.background == slides.scenes.color)
    }
  }

  @Test("a window that was taken off stays off over a restart")
  func windowIsKept() throws {
    let rig = try rig(.keep)
    let session = try #require(slides.scenes.scene?.session)
    try rig.system.update([SceneChange(session: session.identifier, window: false)]) { _ in }
    let state = try #require(rig.kept)
    let second = SystemRig(apps: [lobby.app()], state: state)
    #expect(try second.system.session(session.identifier).attachesWindow == false)
  }

  @Test("its last answer counts at a replug and after a restart, while its controller is away")
  func answerIsKept() throws {
    let rig = try rig(.keep, isPlugged: false)
    let made = SceneConfiguration(
      name: "made", modes: [Sourced(try ModeWish("800x600"))], isMadeOnTheSpot: true)
    slides.answer = { made }
    rig.plug()
    #expect(rig.system.sessions.map(\.configuration) == [made])
    rig.system.loseController(of: "slides")
    slides.answer = { nil }
    rig.unplug()
    rig.advance(milliseconds: 2000)
    rig.plug()
    #expect(rig.system.sessions.map(\.configuration) == [made])
    #expect(rig.modesets == [PixelSize(width: 800, height: 600), PixelSize(width: 800, height: 600)])

    let second = SystemRig(
      policy: ScreenPolicy(foregroundApp: Sourced("lobby")), apps: [lobby.app()], state: try #require(rig.kept))
    for record in try #require(rig.kept).apps {
      second.system.restore(
        App(name: record.name, manifest: record.manifest, isFallback: record.isFallback, delegate: slides))
    }
    second.plug()
    #expect(second.system.sessions.map(\.configuration) == [made])
    // When a controller answers again, its answer counts.
    try second.system.register(slides.app())
    second.unplug()
    second.advance(milliseconds: 2000)
    second.plug()
    #expect(second.system.sessions.map(\.configuration.name) == ["main"])
  }

  @Test("application scenes of one whose controller is gone are not shown, unless it keeps its picture")
  func applications() throws {
    for (loss, isShown) in [(ControllerLoss.keep, true), (.fallback, false), (.blank, false)] {
      let rig = SystemRig(apps: [])
      slides.answer = { nil }
      rig.plug(placement: .builtIn)
      let manifest = SceneManifest(configurations: [.application: [SceneConfiguration(name: "window")]])
      try rig.system.register(App(name: "slides", manifest: manifest, controllerLoss: loss, delegate: slides))
      try rig.system.setForeground("slides", on: nil) { _ in }
      rig.answer()
      #expect(try rig.coordinator().decision.picture.shown == .applications(app: "slides"))
      rig.system.loseController(of: "slides")
      rig.answer()
      #expect(try (rig.coordinator().decision.picture.shown == .applications(app: "slides")) == isShown)
    }
  }

  @Test("a configuration that takes its name ends it, and continues with its sessions")
  func nameIsTaken() throws {
    let rig = try rig(.keep)
    let session = try #require(slides.scenes.scene?.session.identifier)
    let policy = ScreenPolicy(foregroundApp: Sourced("lobby"))
    let taken = rig.system.apply(policy: policy, apps: [lobby.app(), TestApp("slides", 3).app()])
    rig.answer()
    #expect(taken == ["slides"])
    #expect(rig.system.registeredApps.isEmpty)
    #expect(throws: SceneError.nameTaken(app: "slides")) { try rig.system.register(slides.app()) }
    #expect(rig.system.sessions(SessionFilter(app: "slides")).map(\.identifier) == [session])
    #expect(rig.kept?.apps == [])
  }

  @Test("one of the configuration is not unregistered, and stays")
  func configured() throws {
    let rig = try rig(.keep)
    #expect {
      try rig.system.unregister("lobby")
    } throws: {
      if case SceneError.notNow(let why, _) = $0 { why.contains("configuration file") } else { false }
    }
    #expect(rig.system.app("lobby") != nil)
  }

  @Test("the limit is 32: apps without a controller make room, those that keep their picture last")
  func capacity() throws {
    let rig = SystemRig(apps: [])
    let apps = (1...33).map { AnsweringApp("app-\($0)", 1) }
    for (index, app) in apps.prefix(32).enumerated() {
      try rig.system.register(app.app(loss: index == 0 ? .keep : .blank))
    }
    #expect(throws: SceneError.tooManyApps(limit: 32, ofUser: false)) { try rig.system.register(apps[32].app()) }
    rig.system.loseController(of: "app-1")
    rig.system.loseController(of: "app-5")
    let before = rig.names.count
    try rig.system.register(apps[32].app())
    #expect(rig.names.dropFirst(before) == ["appDidUnregister", "appDidRegister"])
    let ended = rig.events.compactMap { if case .appDidUnregister(let app) = $0.kind { app } else { nil } }
    #expect(ended == ["app-5"])
    #expect(rig.system.app("app-5") == nil)
    #expect(rig.system.app("app-1") != nil)
  }

  @Test("the limit of a user is 8, with apps without a controller, and no user can remove those of others")
  func capacityOfUser() throws {
    let rig = SystemRig(apps: [])
    func register(_ user: UInt32, _ number: Int) throws {
      try rig.system.register(AnsweringApp("app-\(user)-\(number)", 1).app(loss: .keep, owner: user))
    }
    let ownFull = SceneError.tooManyApps(limit: 8, ofUser: true)
    for number in 1...8 { for user in 1...3 { try register(UInt32(user), number) } }
    rig.system.loseController(of: "app-2-1")
    #expect(throws: ownFull) { try register(1, 9) }
    rig.system.loseController(of: "app-1-3")
    try register(1, 9)
    #expect(rig.system.app("app-1-3") == nil)
    #expect(rig.system.app("app-2-1") != nil)
    for number in 1...8 { try register(4, number) }
    #expect(throws: SceneError.tooManyApps(limit: 32, ofUser: false)) { try register(5, 1) }
    #expect(rig.system.app("app-2-1") != nil)
    #expect(rig.kept?.apps.filter { $0.owner == 2 }.count == 8)
  }

  @Test("if a user took over a ninth app, all nine return after a restart")
  func nineComeBack() throws {
    let rig = SystemRig(apps: [])
    for number in 1...8 { try rig.system.register(AnsweringApp("app-\(number)", 1).app(owner: 1)) }
    try rig.system.register(AnsweringApp("app-9", 1).app(owner: 2))
    try rig.system.register(AnsweringApp("app-9", 1).app(owner: 1), isReplacing: true)
    let state = try #require(rig.kept)
    #expect(state.apps.map(\.owner) == [UInt32?](repeating: 1, count: 9))
    let second = SystemRig(apps: [TestApp("app-2", 1).app()], state: state)
    for record in state.apps {
      second.system.restore(
        App(name: record.name, manifest: record.manifest, owner: record.owner, delegate: slides))
    }
    // The configuration has one of these names now.
    #expect(second.system.registeredApps.map(\.name) == [1, 3, 4, 5, 6, 7, 8, 9].map { "app-\($0)" })
  }

  @Test("the user's choices for an unregistered app stay, and count when it returns", arguments: [true, false])
  func choicesStay(isUnregistered: Bool) throws {
    let rig = SystemRig(apps: [])
    slides.answer = { nil }
    rig.plug(placement: .builtIn)
    let manifest = SceneManifest(configurations: [.application: [SceneConfiguration(name: "window")]])
    try rig.system.register(App(name: "slides", manifest: manifest, owner: 1, delegate: slides))
    try rig.system.setForeground("slides", on: nil) { _ in }
    try rig.system.setSupport(.mirror, for: .app("slides")) { _ in }
    try rig.system.applications.place("slides", on: "HDMI-A-1", byHand: false) { _ in }
    rig.answer()
    #expect(rig.kept?.support.apps == ["slides": .mirror])
    #expect(rig.system.applications.homes.keys.sorted() == ["slides"])
    #expect(rig.system.applications.appPlaces.keys.sorted() == ["slides"])
    if isUnregistered {
      try rig.system.unregister("slides")
    } else {
      rig.system.loseController(of: "slides")
      for number in 1...8 { try rig.system.register(AnsweringApp("app-\(number)", 1).app(owner: 1)) }
    }
    rig.answer()
    #expect(rig.system.app("slides") == nil)
    #expect(rig.kept?.support.apps == ["slides": .mirror])
    #expect(rig.system.applications.homes.isEmpty)
    #expect(rig.system.applications.appPlaces.isEmpty)
    try rig.system.register(App(name: "slides", manifest: manifest, owner: 2, delegate: slides))
    let choice = rig.system.coordinators.first?.facts.supportChoice(of: "slides")
    #expect(choice == SupportChoice(.mirror, .runtime, .app))
  }

  @Test("its delegate gets the end of its sessions")
  func discarded() throws {
    let rig = try rig(.keep)
    let session = try #require(slides.scenes.scene?.session.identifier)
    try rig.system.lifetimes.destroySession(session) { _ in }
    #expect(slides.discarded == [session])
  }
}

import DisplayScenes

@MainActor
enum SceneChecks {
  /// Plugs, moves the foreground, changes a mode and stops, each inside a call of a scene or a completion.
  static func callbacks() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    let displays = host.simulatedDisplays
    var errors: [SimulatedDisplayError?] = []
    var outcomes = 0
    displays?.plug("HDMI-A-1") { first in
      errors.append(first)
      displays?.plug("HDMI-A-1") { errors.append($0) }
    }
    probe.handler = { [unowned host] call, scene in
      guard let screen = scene.screen else { return }
      switch (call, screen.name) {
      case ("connect", "HDMI-A-1"): displays?.plug("HDMI-A-2") { errors.append($0) }
      case ("active", "HDMI-A-2"):
        do {
          try host.system.find("HDMI-A-2").setMode(ModeWish("800x600")) { _ in outcomes += 1 }
          try host.setForeground("probe")
        } catch { fail("\(error)") }
      case ("update", _): host.stop()
      default: break
      }
    }
    try host.run()
    expect(errors.count == 3 && errors.count { $0 == nil } == 2, "the plugs have ended with \(errors)")
    expect(outcomes == 1, "the mode was answered \(outcomes) times")
    expect(probe.count(of: "disconnect: shutdown") == 2, "\(probe.calls)")
    expect(probe.scenes.isEmpty, "scenes are connected after run()")
  }

  static func callsDuringTheEnd() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    var (refused, states, calledModes) = (0, 0, 0)
    for number in 1...2 { host.simulatedDisplays?.plug("HDMI-A-\(number)") }
    turn(host, "two scenes") { probe.count(of: "active") == 2 }
    probe.handler = { [unowned host] call, scene in
      guard call.hasPrefix("disconnect") else { return }
      scene.window = nil
      scene.window = Window()
      scene.setNeedsLayout()
      host.stop()
      host.simulatedDisplays?.unplug("HDMI-A-1")
      host.simulatedDisplays?.read("HDMI-A-1") { _ in states += 1 }
      do { try host.setForeground("probe") } catch { refused += 1 }
      do { try host.requestScene(of: "probe") } catch { refused += 1 }
      do {
        try host.system.find("HDMI-A-1").setMode(ModeWish("800x600")) { _ in calledModes += 1 }
      } catch { refused += 1 }
    }
    try end(host)
    expect(refused == 6 && calledModes == 0, "\(refused) calls were refused, and \(calledModes) modes answered")
    expect(states == 2, "\(states) of 2 reads were answered")
    expect(probe.count(of: "connect") == 2, "a scene was connected during the end: \(probe.calls)")
    expect(probe.count(of: "disconnect: shutdown") == 2, "\(probe.calls)")
  }

  static func callsAfterTheEnd() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "a scene") { probe.count(of: "active") == 1 }
    let (screen, session, scene) = (host.system.screens.first, host.system.sessions.first, probe.scenes.first)
    try end(host)
    let calls = probe.calls
    let slides = ScreenApp(name: "slides")
    do {
      if let screen { try slides.put(Window(), on: screen, of: host.system, layOut: { _ in LayerTree() }) }
      fail("a window was put on a screen after the end")
    } catch {}
    var errors: [SimulatedDisplayError?] = []
    host.simulatedDisplays?.plug("HDMI-A-2") { errors.append($0) }
    host.simulatedDisplays?.plug("HDMI-A-2", mode: "rubbish") { errors.append($0) }
    expect(errors.count == 2 && errors.allSatisfy { $0 != nil }, "a plug after the end: \(errors)")
    do {
      if let screen { try host.system.find(screen.name).setMode(.preferred) { _ in fail("a mode was answered") } }
      fail("a mode was accepted after the end")
    } catch {}
    if let session {
      try? host.setUserInfo(UserInfo(["page": .integer(1)]), of: session)
      try? host.destroy(session)
    }
    scene?.window = Window()
    scene?.window?.replace(LayerTree(background: .black))
    try host.system.presentTogether { try scene?.window?.commit(Transaction([.background(.white)])) }
    for _ in 0..<50 { host.loop.turn(waiting: false) }
    expect(probe.calls == calls, "calls after the end: \(probe.calls.dropFirst(calls.count))")
  }

  static func modes() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    var answers: [Int: [PictureOutcome]] = [:]
    func set(_ mode: String, _ number: Int) throws {
      try host.system.find("HDMI-A-1").setMode(ModeWish(mode)) { answers[number, default: []].append($0) }
    }
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "a scene") { probe.count(of: "active") == 1 }
    // Each ends in another way: its frame is shown, a newer mode replaces it, its display is unplugged, or the host ends.
    try set("800x600", 1)
    turn(host, "the first mode") { answers[1] != nil }
    try set("1280x720", 2)
    try set("800x600", 3)
    turn(host, "the newer mode") { answers[2] != nil && answers[3] != nil }
    try set("1280x720", 4)
    host.simulatedDisplays?.unplug("HDMI-A-1")
    turn(host, "the mode of a display that goes") { answers[4] != nil }
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "the display again") { host.system.screens.first?.currentMode != nil }
    try set("640x480", 5)
    try end(host)
    expect(answers.count == 5 && answers.values.allSatisfy { $0.count == 1 }, "the answers: \(answers)")
    for number in [1, 3] {
      if case .shown = answers[number]?.first {} else { fail("mode \(number): \(String(describing: answers[number]))") }
    }
    do {
      try set("rubbish", 6)
      fail("rubbish is a mode")
    } catch {}
  }

  static func keptSession() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "a scene") { probe.count(of: "active") == 1 }
    guard let session = host.system.sessions.first else { return fail("there is no session") }
    try host.setUserInfo(UserInfo(["page": .integer(7)]), of: session)
    host.simulatedDisplays?.unplug("HDMI-A-1")
    turn(host, "the end of the scene") { probe.count(of: "disconnect: unplug") == 1 }
    expect(host.system.sessions.first === session, "the session is gone")
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "the scene again") { probe.count(of: "active") == 2 }
    expect(probe.scenes.first?.session === session, "the display has another session")
    expect(session.userInfo.values == ["page": .integer(7)], "the values are lost")
    try end(host)
    expect(probe.discarded == 0, "a session was discarded")
  }

  static func rule() throws {
    let probe = ProbeApp()
    let rule = try ModeRule(
      match: Sourced(ScreenMatch(connector: GlobPattern("HDMI-*"))), use: Sourced(.external),
      modes: [Sourced(ModeWish("1024x768"))], maximum: Sourced(ModeLimit(width: 1600, refresh: WishedRefresh("75"))),
      aspect: WishedAspect("4:3").map { Sourced($0) }, rotation: Sourced(.rotated180), scale: Sourced(.fixed(2)),
      overscan: Sourced(OverscanInsets(top: .pixels(8), left: .permille(10))), app: Sourced("probe"),
      role: Sourced(SceneRole.externalDisplayNonInteractive.rawValue), prefersApplication: Sourced(false),
      allowsAppModes: Sourced(false), support: Sourced(.external),
      mirror: Sourced(MirrorWish(.screen("HDMI-A-2"), fit: .fill)))
    let host = try makeHost(probe, rules: [rule])
    host.simulatedDisplays?.plug("HDMI-A-1")
    turn(host, "a scene") { probe.count(of: "active") == 1 }
    let screen = host.system.screens.first
    expect(screen?.currentMode?.size == PixelSize(width: 1024, height: 768), "the mode is not the rule's")
    expect(screen?.scale == 2, "the scale is not the rule's")
    try end(host)
  }
}

internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  /// The time limit for an event that must come within this many seconds. Other work can delay the host of an emulated machine.
  private static func limit(_ seconds: Double, on bench: any Bench) -> Double {
    bench.kind.isReal ? seconds * 4 : seconds
  }

  /// Gives a connector an EDID once: before that, the daemon does not wait for the EDID of a kind that may lack one.
  private static func introduce(_ bench: any Bench, _ daemon: DaemonHandle, _ display: Int) throws {
    guard bench.kind.isReal else { return }
    let events = try daemon.events()
    try bench.plug(display, TestDisplay(800, 600, model: "Earlier"))
    try daemon.wait(display, .presented)
    try bench.unplug(display)
    try events.wait("sceneDidDisconnect") { $0.event == .sceneDidDisconnect }
  }

  static let lateEDID = Scenario(
    "a display with a late EDID shows a guessed mode within 2 s, and its own mode within 1 s of the EDID",
    gate: [.simulated, .virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    for (display, form) in zip([1, 2], LateModes.allCases) {
      try introduce(bench, daemon, display)
      let description = TestDisplay(1280, 720, model: "Late \(form.rawValue)")
      try bench.plug(display, description, withoutEDIDListing: form, revealedSilentlyAfter: nil)
      try daemon.wait(display, .presented, within: limit(2, on: bench))
      let guessed = try unwrap(daemon.screen(display), "no screen")
      try expect(guessed.guessed, "the screen is marked guessed (\(form))")
      try expect(guessed.currentMode.map { $0.width <= 1024 } ?? false, "its mode is a guess (\(form))")
      try expect(daemon.explain(display).edid.settled, is: false, "explain says that the EDID has not settled")
      try expect(
        daemon.photograph(display, "its content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }.width,
        is: guessed.currentMode?.width ?? 0, "the picture")

      try bench.revealEDID(display)
      try daemon.wait(display, .mode(description.modeName), within: limit(1, on: bench))
      try expect(daemon.screen(display)?.guessed, is: false, "the mark after the EDID has come (\(form))")
      try expect(daemon.explain(display).modesets, is: 2, "modesets: the guess and the truth (\(form))")
      try daemon.photograph(display, "its mode") {
        $0.sizeText == "1280x720" && $0.uniformColor == RGB(0x20, 0x40, 0x60)
      }
    }
  }

  static let silentlyLateEDID = Scenario(
    "an EDID that comes without an event is found by a later probe",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    for (display, form) in zip([1, 2], LateModes.allCases) {
      try introduce(bench, daemon, display)
      let description = TestDisplay(1280, 720, model: "Silent \(form.rawValue)")
      // Between two probes, as far from the second as possible.
      try bench.plug(display, description, withoutEDIDListing: form, revealedSilentlyAfter: 3.3)
      try daemon.wait(display, .presented, within: limit(2, on: bench))
      try daemon.wait(display, .mode(description.modeName), within: limit(4.3, on: bench))
      try expect(daemon.screen(display)?.guessed, is: false, "the mark (\(form))")
    }
  }

  static let knownDisplayReturns = Scenario(
    "a known display that returns with a late EDID gets its own mode and its own content",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    let description = TestDisplay(1280, 720, model: "Known")
    try bench.plug(1, description)
    try daemon.wait(1, .presented)
    try daemon.show(1, .color("#a04000"))
    let session = try daemon.screen(1)?.scene
    let events = try daemon.events()
    try bench.unplug(1)
    try events.wait("sceneDidDisconnect") { $0.event == .sceneDidDisconnect }

    try bench.plug(1, description, withoutEDIDListing: .guessed, revealedSilentlyAfter: nil)
    try daemon.wait(1, .presented, within: limit(2, on: bench))
    let back = try unwrap(daemon.screen(1), "no screen")
    try expect(back.guessed, "the screen is marked guessed")
    try expect(back.currentMode?.width, is: 1280, "its own mode, which the kernel does not list")
    try daemon.photograph(1, "its content") { $0.sizeText == "1280x720" && $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    try bench.revealEDID(1)
    try events.wait("the EDID") { $0.event == .screenModesDidChange }
    try daemon.wait(1, .mode(description.modeName), within: limit(1, on: bench))
    try expect(daemon.screen(1)?.scene, is: session, "the session")
  }

  static let twins = Scenario(
    "two displays with the same identity keep their own sessions through replugs in both orders",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    let twin = TestDisplay(1024, 768, model: "Twin")
    let colors = [1: RGB(0xa0, 0x00, 0x00), 2: RGB(0x00, 0xa0, 0x00)]
    for display in [1, 2] {
      try bench.plug(display, twin)
      try daemon.wait(display, .presented)
      try daemon.show(display, .color("\(colors[display] ?? .black)"))
    }
    let sessions = try [1, 2].map { try daemon.screen($0)?.scene }
    try expect(Set(sessions).count, is: 2, "sessions")
    for order in [[1, 2], [2, 1]] {
      let events = try daemon.events()
      for display in [1, 2] { try bench.unplug(display) }
      for display in [1, 2] {
        try events.wait("sceneDidDisconnect on \(display)") {
          $0.event == .sceneDidDisconnect && $0.session == sessions[display - 1]
        }
      }
      for display in order {
        try bench.plug(display, twin)
        try daemon.wait(display, .presented)
      }
      try expect(
        [1, 2].map { try daemon.screen($0)?.scene }, is: sessions, "the sessions after a replug in order \(order)")
      for display in [1, 2] {
        try daemon.photograph(display, "its own content") { $0.uniformColor == colors[display] }
      }
    }
  }

  static let addedTwin = Scenario(
    "an equal display on an earlier connector, added while the daemon did not run, takes no session of the other",
    gate: [.virtio]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    let twin = TestDisplay(1024, 768, model: "Twin")
    try bench.plug(2, twin)
    try daemon.wait(2, .presented)
    try daemon.show(2, .color("#00a000"))
    let session = try unwrap(daemon.screen(2)?.scene, "no scene")

    try expect(bench.end(by: "TERM", within: 10), is: 0, "the status after SIGTERM")
    try bench.plug(1, twin)
    daemon = try bench.start(setup)
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try expect(daemon.screen(2)?.scene, is: session, "the session of the display that was there")
    try daemon.photograph(2, "its own content") { $0.uniformColor == RGB(0x00, 0xa0, 0x00) }
    try daemon.photograph(1, "what is configured") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
  }
}

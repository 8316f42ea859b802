internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let answersAfterFlips = Scenario(
    "UnregisterApp and Reload answer with the frames of their pictures, and without a frame of a display that is off or unplugged",
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup.lobby()
    let daemon = try bench.start(setup)
    let text = try unwrap(setup.configuration, "no configuration")
    let names = [bench.connector(1), bench.connector(2)]
    for display in [1, 2] { try bench.plug(display, TestDisplay(1280, 720)) }
    for display in [1, 2] { try daemon.wait(display, .presented) }
    var lobby = RGB(0x20, 0x40, 0x60)

    /// Shows the app on both displays.
    func register() throws -> AppPlayer {
      let slides = try AppPlayer(bench, "slides", "#a04000")
      _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
      return slides
    }
    func unregister(_ slides: AppPlayer) throws -> PictureReply {
      try daemon.client.call(UnregisterAppCall(app: "slides", token: slides.connection.token))
    }
    /// Changes the colour of the fallback.
    func write(_ color: RGB) throws {
      _ = try bench.write(text.replacing("#204060", with: color.description), name: "marquee.yaml")
      lobby = color
    }
    func reload(_ color: RGB) throws -> ReloadReply {
      try write(color)
      return try daemon.client.call(ReloadCall())
    }
    /// The frames are those that the displays show, without a wait.
    func expectFrames(_ frames: [PresentedFrame], on displays: [Int], after what: String) throws {
      let screens = Set(frames.map(\.screen))
      try expect(screens, is: Set(displays.map(bench.connector)), "the screens with a frame after \(what)")
      try expect(frames.count, is: displays.count, "frames after \(what)")
      for frame in frames {
        try expect(frame.ending == .presented, "the frame of \(frame.screen) was shown after \(what): \(frame)")
        let shot = try daemon.client.call(ScreenshotCall(screen: frame.screen))
        try expect(shot.frame, is: frame.frame, "the picture of \(frame.screen) after \(what)")
      }
      for display in displays {
        try expect(bench.photograph(display).uniformColor, is: lobby, "the colour of display \(display) after \(what)")
      }
    }

    var slides = try register()
    for display in [1, 2] { try daemon.photograph(display, "the app") { $0.uniformColor == .slides } }
    let both = try unregister(slides)
    try expectFrames(both.presented, on: [1, 2], after: "UnregisterApp")
    try expect(both.note == nil, "no note: \(both)")

    // Display 1 is off: the answer has its decision.
    slides = try register()
    try daemon.photograph(2, "the app") { $0.uniformColor == .slides }
    _ = try daemon.client.call(PowerCall(screen: names[0], on: false))
    func expectDark(_ note: String?, after what: String) throws {
      let isTold = note?.contains("\(names[0]) is dark") == true
      try expect(isTold, "the decision for the display that is off after \(what): \(note ?? "")")
    }
    let dark = try unregister(slides)
    try expectFrames(dark.presented, on: [2], after: "UnregisterApp with a display that is off")
    try expectDark(dark.note, after: "UnregisterApp")
    let darkReload = try reload(RGB(0x40, 0x20, 0x60))
    try expectFrames(darkReload.presented, on: [2], after: "Reload with a display that is off")
    try expectDark(darkReload.note, after: "Reload")
    _ = try daemon.client.call(PowerCall(screen: names[0], on: true))
    try daemon.photograph(1, "the new fallback") { $0.uniformColor == lobby }

    // Display 1 is unplugged before the flip: the answer does not wait for it.
    slides = try register()
    for display in [1, 2] { try daemon.photograph(display, "the app") { $0.uniformColor == .slides } }
    func expectUnplugged(_ answer: String, after what: String) throws {
      let note = "\(names[0]): the display was unplugged"
      for part in [#""screen":"\#(names[1])""#, #""ending":"presented","frame""#, note] {
        try expect(answer.contains(part), "the answer of \(what) has \(part): \(answer)")
      }
      try expect(answer.contains(#""screen":"\#(names[0])""#), is: false, "a frame of the unplugged display: \(answer)")
    }
    func hasApp(_ name: String) throws -> Bool {
      try daemon.client.call(AppsCall()).apps.contains { $0.name == name }
    }
    let parameters = #""app":"slides","token":"\#(slides.connection.token)""#
    let unplugged = try unplug(bench, after: "UnregisterApp", parameters) { try !hasApp("slides") }
    try expectUnplugged(unplugged, after: "UnregisterApp")
    try expect(bench.photograph(2).uniformColor, is: lobby, "the colour of display 2 after UnregisterApp")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.photograph(1, "the fallback after a replug") { $0.uniformColor == lobby }
    lobby = RGB(0x60, 0x40, 0x20)
    let hall = "  hall: { scenes: { externalDisplayNonInteractive: [{ content: { color: \"#101010\" } }] } }\n"
    _ = try bench.write(text.replacing("#204060", with: lobby.description) + hall, name: "marquee.yaml")
    let reloaded = try unplug(bench, after: "Reload", "") { try hasApp("hall") }
    try expectUnplugged(reloaded, after: "Reload")
    try expect(bench.photograph(2).uniformColor, is: lobby, "the colour of display 2 after Reload")

    // Display 1 is unplugged.
    slides = try register()
    try daemon.photograph(2, "the app") { $0.uniformColor == .slides }
    try expectFrames(unregister(slides).presented, on: [2], after: "UnregisterApp with an unplugged display")
    try expectFrames(reload(RGB(0x20, 0x60, 0x40)).presented, on: [2], after: "Reload with an unplugged display")
    try bench.unplug(2)
    try daemon.wait(2, .disconnected)
    slides = try register()
    try expect(unregister(slides).presented, is: [], "frames without a display")
    let none = try reload(RGB(0x20, 0x40, 0x60))
    try expect(none.presented.isEmpty && !none.changes.isEmpty, "the changes without a frame: \(none)")
  }

  /// Sends a call, unplugs display 1 after the change and before its flip, and returns the answer.
  private static func unplug(
    _ bench: any Bench, after method: String, _ parameters: String, once isMade: () throws -> Bool
  ) throws -> String {
    let connection = try RawConnection(bench)
    connection.call(#"{"method":"org.marquee.Display.\#(method)","parameters":{\#(parameters)}}"#)
    // The simulated time stands meanwhile, so that there is no flip.
    try expect((0..<10_000).contains { _ in try isMade() }, "the change of \(method) is made")
    try bench.unplug(1)
    try expect(connection.hasAnswer, is: false, "an answer before the flip of display 2")
    let answer = try unwrap(connection.receive(), "no answer to \(method)")
    return String(decoding: answer, as: UTF8.self)
  }
}

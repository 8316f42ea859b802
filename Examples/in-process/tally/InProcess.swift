// A whole app in one process, without the daemon. The keyboard counts a tally, and every connected display shows it.
//
//     in-process [/dev/dri/card0]      on real displays
//     in-process --simulated           on simulated displays
//
// Type `+` or `-` to count, `hide` or `show` to remove the boards and put them back, `mode HDMI-A-1 800x600` to change a mode, and `quit` to
// end. Press return after each command. With simulated displays, `plug HDMI-A-1`, `unplug HDMI-A-1` and `look HDMI-A-1` are commands too.
import DisplayScenes
import Keyboard

@main
@MainActor
struct InProcess {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.contains("--help") else {
      return print("usage: in-process [--simulated | /dev/dri/card0 ...]")
    }
    let tally = Tally()
    let manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "board")]
    ])
    let host = try SceneHost(
      apps: [App(name: "tally", manifest: manifest, delegate: tally)],
      policy: ScreenPolicy(foregroundApp: Sourced("tally")),
      displays: arguments == ["--simulated"] ? .simulated() : .kms(devices: arguments), notice: log)
    tally.system = host.system
    let keyboard = Keyboard(loop: host.loop) { line in
      let words = (line ?? "quit").split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("+", 1): tally.count(by: 1)
      case ("-", 1): tally.count(by: -1)
      case ("hide", 1): tally.isShown = false
      case ("show", 1): tally.isShown = true
      case ("mode", 3): setMode(words[2], of: words[1], in: host)
      case ("plug", 2): host.simulatedDisplays?.plug(words[1], mode: "1280x720", completion: complain)
      case ("unplug", 2): host.simulatedDisplays?.unplug(words[1], completion: complain)
      case ("look", 2): look(at: words[1], in: host)
      case ("quit", 1): host.stop()
      default: log("expected +, -, hide, show, mode SCREEN MODE, quit, or plug, unplug or look with a connector")
      }
    }
    try host.run()
    keyboard.stop()
    log("ended")
  }

  private static func setMode(_ name: String, of screen: String, in host: SceneHost) {
    do {
      try host.system.find(screen).setMode(ModeWish(name)) { _ in log("\(screen): \(name) is set") }
    } catch {
      log("\(screen): \(error)")
    }
  }

  /// Prints what the monitor shows: its size, the number of lit lamps, and the modesets so far.
  private static func look(at connector: String, in host: SceneHost) {
    host.simulatedDisplays?.read(connector) { state in
      guard let state, state.isPlugged else { return log("\(connector): nothing is plugged in") }
      let size = state.pictureSize
      let lit = (0..<Tally.most).count { index in
        let pixel = (size.height / 2 * size.width + size.width * (2 * index + 3) / 24) * 3
        return state.picture.dropFirst(pixel).prefix(3).elementsEqual([255, 176, 32])
      }
      log("\(connector): shows \(size.width)x\(size.height), \(lit) lamps, \(state.modesets) modesets")
    }
  }

  private static func complain(_ error: SimulatedDisplayError?) {
    if let error { log("\(error)") }
  }
}

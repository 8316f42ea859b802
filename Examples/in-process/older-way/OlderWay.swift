// A program that keeps the older way, and adds scenes beside it: one window moves between the displays, and every other display shows a
// scene.
//
//     older-way [/dev/dri/card0]      on real displays
//     older-way --simulated           on simulated displays
//
// Type `list`, `move HDMI-A-2`, `off`, `mode HDMI-A-1 800x600` or `quit`, and press return. With simulated displays, `plug HDMI-A-1`,
// `unplug HDMI-A-1` and `look HDMI-A-1` are commands too.
import DisplayScenes
import Keyboard

@main
@MainActor
struct OlderWay {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.contains("--help") else {
      return print("usage: older-way [--simulated | /dev/dri/card0 ...]")
    }
    let watcher = SlideWatcher()
    let welcome = Welcome()
    let host = try SceneHost(
      apps: [watcher.slides.app, Welcome.app(welcome)],
      policy: ScreenPolicy(foregroundApp: Sourced("slides")),
      displays: arguments == ["--simulated"] ? .simulated() : .kms(devices: arguments), notice: log)
    watcher.system = host.system
    host.system.add(watcher)
    let keyboard = Keyboard(loop: host.loop) { perform($0 ?? "quit", host, watcher) }
    try host.run()
    keyboard.stop()
    log("ended")
  }

  private static func perform(_ line: String, _ host: SceneHost, _ watcher: SlideWatcher) {
    let words = line.split(separator: " ").map(String.init)
    let screen = words.dropFirst().first.flatMap { name in host.system.screens.first { $0.name == name } }
    switch (words.first, words.count) {
    case ("list", 1): listScreens(of: host.system)
    case ("move", 2): if let screen { watcher.show(on: screen) }
    case ("off", 1): host.system.screens.forEach(watcher.slides.takeOff)
    case ("mode", 3):
      do { if let screen { try watcher.choose(words[2], on: screen) } } catch { log("\(error)") }
    case ("plug", 2): host.simulatedDisplays?.plug(words[1], mode: "1280x720", completion: complain)
    case ("unplug", 2): host.simulatedDisplays?.unplug(words[1], completion: complain)
    case ("look", 2): look(at: words[1], host)
    case ("quit", 1): host.stop()
    default: log("expected list, move SCREEN, off, mode SCREEN MODE, quit, or plug, unplug or look with a connector")
    }
  }

  /// Prints what the monitor shows: its size, the colour in the middle, and the modesets so far.
  private static func look(at connector: String, _ host: SceneHost) {
    host.simulatedDisplays?.read(connector) { state in
      guard let state else { return log("\(connector): there is no such connector") }
      let size = state.pictureSize
      let pixel = state.picture.dropFirst((size.height / 2 * size.width + size.width / 2) * 3).prefix(3)
      log("\(connector): shows \(size.width)x\(size.height), colour \(Array(pixel)), \(state.modesets) modesets")
    }
  }

  private static func complain(_ error: SimulatedDisplayError?) {
    if let error { log("\(error)") }
  }
}

// A whole app in one process, without the daemon. The keyboard counts a tally, and every connected display shows it. Run
// `in-process [/dev/dri/card0]`.
//
// Type `+` or `-` to count, `hide` or `show` to remove the boards and put them back, and `quit` to end. Press return after each command.
import DisplayTypes
import EventLoop
import Glibc
import Scenes

@main
enum InProcess {
  static func main() throws {
    let tally = Tally()
    let manifest = SceneManifest(configurations: [
      .externalDisplayNonInteractive: [SceneConfiguration(name: "board")]
    ])
    let host = try SceneHost(
      apps: [App(name: "tally", manifest: manifest, delegate: tally)],
      policy: ScreenPolicy(foregroundApp: Sourced("tally")), devices: Array(CommandLine.arguments.dropFirst()))
    tally.system = host.system
    let keyboard = try Keyboard(loop: host.loop) { line in
      switch line {
      case "+": tally.count(by: 1)
      case "-": tally.count(by: -1)
      case "hide": tally.isShown = false
      case "show": tally.isShown = true
      case "quit", nil: host.loop.stop()
      default: say("expected +, -, hide, show or quit")
      }
    }
    try host.run()
    keyboard.stop()
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

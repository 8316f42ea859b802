import ArgumentParser
import ControlProtocol

/// The command `marqueectl modes SCREEN`.
struct Modes: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the modes of a screen.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String

  func run() throws {
    try options.run(ModesCall(screen: screen)) { reply in
      let note = reply.guessed ? "The EDID could not be read: these modes are guesses.\n" : ""
      guard !reply.modes.isEmpty else { return "\(note)\(reply.screen) has no modes yet." }
      return note + ModeTable.text(reply.modes, current: reply.currentMode)
    }
  }
}

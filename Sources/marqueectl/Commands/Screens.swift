import ArgumentParser
import ControlProtocol

/// The command `marqueectl screens`.
struct Screens: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the connected screens, or the stand-in for the last one.")

  @OptionGroup var options: DaemonOptions

  func run() throws {
    try options.run(ScreensCall()) { reply in
      guard !reply.screens.isEmpty else { return "No screen is connected." }
      var table = Table(["SCREEN", "DISPLAY", "MODE", "SIZE", ""])
      for screen in reply.screens { table.add(Self.row(screen)) }
      return table.text
    }
  }

  private static func row(_ screen: ScreenInfo) -> [String] {
    let display = [screen.make, screen.model].filter { !$0.isEmpty }.joined(separator: " ")
    let size = screen.physicalSize.map { "\($0.widthMillimeters)x\($0.heightMillimeters) mm" } ?? "-"
    let marks = [
      screen.status == .disconnected ? "stand-in: not connected" : nil, screen.guessed ? "guessed" : nil,
      screen.mirroredScreen.map { "mirrors \($0)" },
    ]
    return [
      screen.name, display.isEmpty ? "(unknown)" : display, screen.currentMode?.name ?? "off", size,
      marks.compactMap(\.self).joined(separator: ", "),
    ]
  }
}

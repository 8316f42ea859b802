import ArgumentParser
import ControlProtocol

/// The command `marqueectl place APP [SCREEN]`.
struct Place: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Put the application scenes of an app on a screen; without one, take back what was said.",
    discussion: """
      All of them go there, before the screen's external scene; it is kept. On an external display they are only while a
      controller owns the app's input: `marqueectl input own APP` does that until it is interrupted.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The app's name.") var app: String
  @Argument(help: "The screen's name.") var screen: String?

  func run() throws {
    try options.run(PlaceAppCall(app: app, screen: screen, noWait: options.noWaitParameter))
  }
}

import ArgumentParser
import ControlProtocol

/// The command `marqueectl session destroy SESSION`.
struct SessionDestroy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "destroy", abstract: "End a session for good, with all that is kept with it.",
    discussion: """
      Its screen shows what is due next. Its app is passed over there until the display is plugged in again, or until \
      `marqueectl foreground APP`.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String

  func run() throws {
    try options.run(DestroySessionCall(session: session, noWait: options.noWaitParameter))
  }
}

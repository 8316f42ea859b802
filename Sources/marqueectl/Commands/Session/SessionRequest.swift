import ArgumentParser
import ControlProtocol

/// The command `marqueectl session request APP [NAME=VALUE …]`.
struct SessionRequest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Make another application scene of an app, beside those that there are.",
    discussion: "Needs a manifest that supports multiple scenes, or an app without one.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The app's name.") var app: String
  @Argument(help: "What is kept with it from the beginning.") var values: [NamedValue] = []

  func run() throws {
    let userInfo = values.isEmpty ? nil : try NamedValue.object(values)
    try options.daemon.run(RequestSceneCall(app: app, userInfo: userInfo, noWait: options.noWaitParameter)) {
      (["session \($0.session)"] + [PresentedText.lines($0.presented, note: nil)].filter { !$0.isEmpty })
        .joined(separator: "\n")
    }
  }
}

import ArgumentParser
import ControlProtocol

/// The command `marqueectl unregister`.
struct Unregister: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Forget an app that registered, as one whose controller is gone for good.",
    discussion: "Its scenes end, and its sessions stay: under its name they are found again. Needs the access admin.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: ArgumentHelp("The app's name.", valueName: "app")) var app: String

  func run() throws {
    try options.run(UnregisterAppCall(app: app)) { _ in "\(app) is forgotten." }
  }
}

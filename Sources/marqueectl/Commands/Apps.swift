import ArgumentParser
import ControlProtocol

/// The command `marqueectl apps`.
struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the apps.")

  @OptionGroup var options: DaemonOptions

  func run() throws {
    try options.run(AppsCall()) { reply in
      guard !reply.apps.isEmpty else { return "No app is defined." }
      var table = Table(["APP", "FOREGROUND", "ROLES", "CONTROLLER"])
      for app in reply.apps {
        let screens = app.foreground ? ["where no other is"] + app.screens : app.screens
        table.add([
          app.name, screens.isEmpty ? "-" : screens.joined(separator: ", "), app.roles.joined(separator: ", "),
          app.controller?.rawValue ?? "-",
        ])
      }
      return table.text
    }
  }
}

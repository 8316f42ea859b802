import ArgumentParser
import ControlClient
import ControlProtocol

struct Apps: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the apps.")

  @OptionGroup var options: ClientOptions

  func run() throws {
    try options.run(AppsCall()) { reply in
      guard !reply.apps.isEmpty else { return "No app is defined." }
      let rows = reply.apps.map { app in
        let screens = app.foreground ? ["by default"] + app.screens : app.screens
        return [
          app.name, screens.isEmpty ? "-" : screens.joined(separator: ", "), app.roles.joined(separator: ", "),
          app.controller?.rawValue ?? "-",
        ]
      }
      return TextTable(["APP", "FOREGROUND", "ROLES", "CONTROLLER"], rows: rows).text
    }
  }
}

struct Foreground: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make an app the foreground app of all screens, or of one screen.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The app's name.", completion: Completions.apps) var app: String
  @Option(help: "Only on this screen.", completion: Completions.screens) var screen: String?

  func run() throws { try options.run(SetForegroundCall(app: app, screen: screen, noWait: options.noWait)) }
}

struct PlaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Place the application scenes of an app on a screen. Without a screen, remove the choice.",
    discussion: """
      The screen shows the application scenes in front of its external scene. The daemon keeps the choice. An external display shows \
      them only while a controller owns the input of the app. `marqueectl input own APP` owns it until you interrupt the command.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The app's name.", completion: Completions.apps) var app: String
  @Argument(help: "The screen's name.", completion: Completions.screens) var screen: String?

  func run() throws { try options.run(PlaceAppCall(app: app, screen: screen, noWait: options.noWait)) }
}

struct Unregister: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove a registered app, for example if its controller will not return.",
    discussion:
      "The scenes of the app end. Its sessions stay, and an app of the same name gets them back. This command needs the access admin."
  )

  @OptionGroup var options: PictureOptions
  @Argument(help: ArgumentHelp("The app's name.", valueName: "app"), completion: Completions.apps) var app: String

  func run() throws {
    try options.daemon.run(UnregisterAppCall(app: app, noWait: options.noWait)) { reply in
      let pictures = PresentedText.lines(reply.presented, note: reply.note)
      return pictures.isEmpty ? "\(app) is forgotten." : "\(app) is forgotten.\n\(pictures)"
    }
  }
}

struct Input: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Own the input of an app's application scenes, or send input to one of them.",
    subcommands: [InputOwn.self, InputSend.self])
}

struct InputOwn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "own",
    abstract: "Own the input of an app until interrupted. External displays can show its windows during this time.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The app's name.", completion: Completions.apps) var app: String

  func run() throws {
    let ownership = try InputOwnership(app: app, stream: try options.connect())
    let text = "\(app): this process owns the input until it is interrupted"
    Console.print(options.output.json ? try JSONText.of(OwnInputReply(app: app)) : text)
    try ownership.wait()
  }
}

struct InputSend: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send a user's input to an application scene. A controller must own the input of its app.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String
  @Argument(help: "The kind of input, by the app's own name, for example key.") var kind: String
  @Argument(help: "A name and a value. The value is JSON if it parses as JSON, otherwise a text.") var values:
    [NamedValue] = []
  @Option(help: "The text that a key types, for example é.") var text: String?

  func run() throws {
    let call = SendInputCall(session: session, kind: kind, values: try NamedValue.object(values), text: text)
    try options.run(call) { _ in "" }
  }
}

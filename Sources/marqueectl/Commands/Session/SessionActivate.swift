import ArgumentParser
import ControlProtocol

/// The command `marqueectl session activate SESSION`.
struct SessionActivate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activate", abstract: "Put a session's app in the foreground of its screen.",
    discussion: """
      Instead of a session, --user-info names the one that keeps these values (`--user-info note=7`), and --content the one \
      that shows this (`--content '{"color": "#204060"}'`).
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String?
  @Option(help: "Only a session of this app.") var app: String?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp("The session that keeps this value; may stand several times.", valueName: "name=value"))
  var userInfo: [NamedValue] = []

  @Option(help: ArgumentHelp("The session that shows this content, as JSON.", valueName: "json")) var content: String?

  func validate() throws {
    guard (session == nil) != (userInfo.isEmpty && content == nil), session == nil || app == nil else {
      throw ValidationError("Name either a session, or --user-info or --content, and perhaps --app with it.")
    }
  }

  func run() throws {
    if let session { return try options.run(ActivateSessionCall(session: session, noWait: options.noWaitParameter)) }
    let values = userInfo.isEmpty ? nil : try NamedValue.object(userInfo)
    let shown = try content.map { text in
      do throws(ControlError) {
        return try ControlJSON.decode(ContentInfo.self, from: Array(text.utf8))
      } catch {
        throw ToolFailure(message: "--content is no content: \(error)", status: .usage)
      }
    }
    try options.run(ActivateSessionCall(app: app, userInfo: values, content: shown, noWait: options.noWaitParameter))
  }
}

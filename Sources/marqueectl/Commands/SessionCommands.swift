import ArgumentParser
internal import ContentModel
import ControlProtocol

struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List all scene sessions, also those that are not connected.",
    discussion: "With several options, the list has the sessions that match all of them.")

  @OptionGroup var options: ClientOptions
  @Option(help: "Only sessions of this app.", completion: Completions.apps) var app: String?
  @Option(help: "Only sessions in this state.") var state: EnumArgument<SceneStateInfo>?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp("Only sessions with this stored value; may be repeated.", valueName: "name=value"))
  var userInfo: [NamedValue] = []

  func run() throws {
    let values = try NamedValue.object(userInfo)
    let call = SessionsCall(app: app, state: state?.value, userInfo: values.isEmpty ? nil : values)
    try options.run(call) { reply in
      guard !reply.sessions.isEmpty else {
        return call == SessionsCall() ? "There is no session yet." : "No session matches."
      }
      let rows = reply.sessions.map {
        [$0.identifier, $0.app, $0.configuration, $0.screen ?? "-", $0.state.rawValue]
      }
      return TextTable(["SESSION", "APP", "CONFIGURATION", "SCREEN", "STATE"], rows: rows).text
    }
  }
}

struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Show a scene session, store values with it, bring it to the foreground, or end it.",
    discussion: "`marqueectl sessions` lists them. `marqueectl session SESSION` is `marqueectl session show SESSION`.",
    subcommands: [
      SessionShow.self, SessionSet.self, SessionActivate.self, SessionRequest.self, SessionFrame.self,
      SessionRefresh.self, SessionSnapshot.self, SessionDestroy.self,
    ],
    defaultSubcommand: SessionShow.self)
}

struct SessionShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a session with its stored values.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String

  func run() throws {
    try options.run(GetSessionCall(session: session)) { reply in
      let display = [reply.make, reply.model, reply.serial].filter { !$0.isEmpty }.joined(separator: " ")
      return try [
        "session \(reply.session.identifier): \(reply.session.state.rawValue)",
        "app     \(reply.session.app), \(reply.session.role), configuration \(reply.session.configuration)",
        "display \(display.isEmpty ? "unknown" : display) on \(reply.connector)"
          + (reply.lastSeen.map { ", last seen on \($0)" } ?? ""),
        "shows   \(reply.content.map { try JSONText.of($0) } ?? "the content of its configuration, if that has any")",
        "keeps   \(JSONText.of(reply.userInfo))",
      ].joined(separator: "\n")
    }
  }
}

struct SessionSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Replace the stored values of a session. Without values, remove all."
  )

  @OptionGroup var options: ClientOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String
  @Argument(help: "A name and a value. The value is JSON if it parses as JSON, otherwise a text.") var values:
    [NamedValue] = []

  func run() throws {
    try options.run(SetUserInfoCall(session: session, userInfo: try NamedValue.object(values))) { _ in "" }
  }
}

struct SessionActivate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "activate", abstract: "Put a session's app in the foreground of its screen.",
    discussion: """
      Without a session, --user-info selects the session with these stored values (`--user-info note=7`). The option --content selects the \
      session that shows this content (`--content '{"color": "#204060"}'`).
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String?
  @Option(help: "Only a session of this app.", completion: Completions.apps) var app: String?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp("The session with this stored value; may be repeated.", valueName: "name=value"))
  var userInfo: [NamedValue] = []

  @Option(help: ArgumentHelp("The session that shows this content, as JSON.", valueName: "json")) var content: String?

  func validate() throws {
    guard (session == nil) != (userInfo.isEmpty && content == nil), session == nil || app == nil else {
      throw ValidationError("Name a session, or use --user-info or --content, optionally with --app.")
    }
  }

  func run() throws {
    if let session { return try options.run(ActivateSessionCall(session: session, noWait: options.noWait)) }
    let values = userInfo.isEmpty ? nil : try NamedValue.object(userInfo)
    let shown = try content.map { text in
      do {
        return try ControlJSON.decode(ContentInfo.self, from: Array(text.utf8))
      } catch {
        throw ToolFailure(message: "--content is not a content: \(error)", status: .usage)
      }
    }
    try options.run(ActivateSessionCall(app: app, userInfo: values, content: shown, noWait: options.noWait))
  }
}

struct SessionDestroy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "destroy", abstract: "End a session and remove its stored values.",
    discussion: """
      The screen then shows its next picture. It does not show the app of this session again until the display is plugged in again, or until \
      you run `marqueectl foreground APP`.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String

  func run() throws { try options.run(DestroySessionCall(session: session, noWait: options.noWait)) }
}

struct SessionFrame: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Move the window of an application scene. Without numbers, place it beside the other windows.",
    discussion: "The numbers are shares of the display: 50% 0 50% 1, or 0.5 0 0.5 1, is its right half.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String
  // Parsed as words, because a negative number would be an unknown option.
  @Argument(parsing: .allUnrecognized, help: "Left, top, width and height, each from 0 to 1, or from 0% to 100%.")
  var numbers: [ShareArgument] = []

  func validate() throws {
    guard numbers.isEmpty || numbers.count == 4 else {
      throw ValidationError("Give left, top, width and height, or nothing.")
    }
    if let wrong = numbers.first(where: { $0.fraction == nil }) {
      throw ValidationError("\"\(wrong.text)\" is not a share of the display: expected \(ShareText.expected).")
    }
  }

  func run() throws {
    let shares = numbers.compactMap(\.fraction)
    let frame = shares.count == 4 ? FrameInfo(x: shares[0], y: shares[1], width: shares[2], height: shares[3]) : nil
    try options.run(SetFrameCall(session: session, frame: frame, noWait: options.noWait))
  }
}

struct SessionRefresh: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Lay out a scene, the scenes of an app, or all scenes again, also in the background.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String?
  @Option(help: "Only sessions of this app.", completion: Completions.apps) var app: String?

  func run() throws {
    try options.run(RefreshSessionsCall(session: session, app: app)) { reply in
      reply.sessions.isEmpty ? "no scene was laid out" : reply.sessions.joined(separator: "\n")
    }
  }
}

struct SessionRequest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Make another application scene of an app.",
    discussion: "If the app has a manifest, the manifest must support multiple scenes.")

  @OptionGroup var options: PictureOptions
  @Option(help: "The activity for the scene: a word that the app defines.") var activity: String?
  @Option(
    name: .customLong("activity-value"),
    help: "A value of the activity, as NAME=VALUE; may be repeated. It needs --activity.")
  var activityValues: [NamedValue] = []
  @Option(name: .customLong("configuration"), help: "The name of a scene configuration in the app's manifest.")
  var sceneConfiguration: String?
  @Argument(help: "The app's name.", completion: Completions.apps) var app: String
  @Argument(help: "A value to store with the new session.") var values: [NamedValue] = []

  func validate() throws {
    guard activity == nil, !activityValues.isEmpty else { return }
    throw ValidationError("--activity-value needs an activity: add --activity NAME.")
  }

  func run() throws {
    let userInfo = values.isEmpty ? nil : try NamedValue.object(values)
    let activityInfo = activityValues.isEmpty ? nil : try NamedValue.object(activityValues)
    let call = RequestSceneCall(
      app: app, userInfo: userInfo, noWait: options.noWait,
      activity: activity.map { ActivityInfo(type: $0, userInfo: activityInfo) },
      configuration: sceneConfiguration)
    try options.daemon.run(call) {
      (["session \($0.session)"] + $0.presented.map(PresentedText.line) + [$0.note].compactMap(\.self))
        .joined(separator: "\n")
    }
  }
}

struct SessionSnapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write a small picture of a scene to a PNG file.",
    discussion: "For a scene in the background it is the last picture, or the layout of `marqueectl session refresh`.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.", completion: Completions.sessions) var session:
    String
  @Argument(help: "The file; - is standard output.", completion: .file()) var file: String

  func run() throws {
    let reply = try options.call(SnapshotCall(session: session), timeoutSeconds: 60)
    let text = "\(file): \(reply.session), \(reply.width)x\(reply.height)"
    try options.save(reply, picture: reply.png, to: file, text: text)
  }
}

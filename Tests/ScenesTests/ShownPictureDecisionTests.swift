import DisplayTypes
import Testing

@testable import Scenes

/// The picture of a screen is one pure function, and this is its table.
@Suite("ShownPictureDecision")
struct ShownPictureDecisionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var question: ShownPictureDecision
    var picture: ShownPicture
    /// The rule that decides.
    var rule: String
  }

  private static func app(
    _ name: String, scene: Bool = true, window: Bool = true, destroyed: Bool = false, fallback: Bool = false,
    alarm: Bool = false, isPrivate: Bool = false, support: ExternalSupport = .external
  ) -> AppCandidate {
    AppCandidate(
      name: name, role: scene ? .externalDisplayNonInteractive : nil, attachesWindow: window, isDestroyed: destroyed,
      isFallback: fallback, isAlarm: alarm, isPrivate: isPrivate, support: support)
  }

  private static func scene(_ app: String) -> ShownPicture {
    .scene(app: app, role: .externalDisplayNonInteractive)
  }

  private static func row(
    _ text: String, _ picture: ShownPicture, by rule: String, use: ScreenUse = .external, isNonDesktop: Bool = false,
    isPowered: Bool = true, support: ExternalSupport = .external, isWithheld: Bool = false, foreground: AppCandidate?,
    others: [AppCandidate] = [], hasMainScreen: Bool = false
  ) -> Row {
    Row(
      testDescription: text,
      question: ShownPictureDecision(
        use: use, isNonDesktop: isNonDesktop, isPowered: isPowered, support: support, isWithheld: isWithheld,
        foreground: foreground, others: others, mirror: hasMainScreen ? mirror : MirrorChoice()), picture: picture,
      rule: rule)
  }

  private static let mirror = MirrorChoice(
    of: "HDMI-A-1", wishes: [:], connected: ["HDMI-A-1", "eDP-1"], main: "eDP-1")
  private static let lobby = app("lobby")
  private static let menu = app("menu", fallback: true)
  private static let alarm = app("fire", alarm: true)

  static let rows: [Row] = [
    row("the foreground app's scene", scene("lobby"), by: "foreground", foreground: lobby),
    row(
      "a placeholder for a private app", .masked(app: "notes"), by: "foreground",
      foreground: app("notes", isPrivate: true), others: [menu]),
    row(
      "a private app without a window makes room", scene("menu"), by: "fallback",
      foreground: app("notes", window: false, isPrivate: true), others: [menu]),
    row(
      "a private app does not step in, the next does", scene("menu"), by: "fallback", foreground: nil,
      others: [app("notes", fallback: true, isPrivate: true), menu]),
    row(
      "a private alarm is a placeholder elsewhere", .masked(app: "door"), by: "alarm", foreground: lobby,
      others: [app("door", alarm: true, isPrivate: true)]),
    row(
      "a private alarm is shown on the main screen", scene("door"), by: "alarm", use: .main, foreground: lobby,
      others: [app("door", alarm: true, isPrivate: true)]),
    row("no app at all", .idle, by: "idle", foreground: nil),
    row(
      "an app without an external scene makes room for the fallback", scene("menu"), by: "fallback",
      foreground: app("lobby", scene: false), others: [menu]),
    row(
      "an app that attaches no window makes room for the fallback", scene("menu"), by: "fallback",
      foreground: app("lobby", window: false), others: [app("other"), menu]),
    row(
      "an app that is no fallback does not step in", .idle, by: "idle", foreground: app("lobby", window: false),
      others: [app("other")]),
    row(
      "a fallback without a window does not step in, the next does", scene("menu"), by: "fallback",
      foreground: nil, others: [app("first", window: false, fallback: true), menu]),
    row(
      "the main screen is mirrored where no app has a scene", .mirror, by: "mirror",
      foreground: app("lobby", scene: false), hasMainScreen: true),
    row(
      "the scene goes before the mirror", scene("lobby"), by: "foreground", foreground: lobby,
      hasMainScreen: true),
    row("the user wants the mirror", .mirror, by: "mirror", support: .mirror, foreground: lobby, hasMainScreen: true),
    row(
      "the user wants the mirror, and there is no main screen", .idle, by: "idle", support: .mirror, foreground: lobby),
    row(
      "a fallback on which the user wants no external scene does not step in, the next does", scene("menu"),
      by: "fallback", foreground: app("lobby", scene: false),
      others: [app("first", fallback: true, support: .mirror), menu]),
    row(
      "no power goes before support that is off: the scenes wait", .dark(.power), by: "dark", isPowered: false,
      support: .off, foreground: lobby),
    row("support is off", .dark(.support), by: "support", support: .off, foreground: lobby, hasMainScreen: true),
    row(
      "an alarm goes before support that is off", scene("fire"), by: "alarm", support: .off, foreground: lobby,
      others: [alarm]),
    row(
      "an alarm goes before the foreground app", scene("fire"), by: "alarm", foreground: lobby, others: [alarm]
    ),
    row(
      "an alarm that shows nothing changes nothing", scene("lobby"), by: "foreground", foreground: lobby,
      others: [app("fire", window: false, alarm: true)]),
    row(
      "an alarm whose session was destroyed is due all the same", scene("fire"), by: "alarm", foreground: lobby,
      others: [app("fire", destroyed: true, alarm: true)]),
    row(
      "an app whose session was destroyed makes room for the fallback", scene("menu"), by: "fallback",
      foreground: app("lobby", destroyed: true), others: [menu]),
    row(
      "an alarm is shown on the main screen too", scene("fire"), by: "alarm", use: .main, foreground: lobby,
      others: [alarm]),
    row(
      "the main screen shows no external scene", .idle, by: "main", use: .main, foreground: lobby, hasMainScreen: true),
    row(
      "support is about external displays, not about the main screen", .idle, by: "main", use: .main, support: .off,
      foreground: lobby),
    row(
      "the console's screen is never touched", .untouched, by: "untouched", use: .console, foreground: lobby,
      others: [alarm]),
    row(
      "a screen that is kept dark stays so in an alarm", .dark(.use), by: "dark", use: .dark, foreground: lobby,
      others: [alarm]),
    row("no power", .dark(.power), by: "dark", isPowered: false, foreground: lobby),
    row("a headset is no display for pictures", .dark(.use), by: "dark", isNonDesktop: true, foreground: lobby),
    row(
      "an unknown display that is to stay idle", .idle, by: "withheld", isWithheld: true, foreground: lobby,
      others: [menu]),
    row(
      "an alarm is shown on an unknown display too", scene("fire"), by: "alarm", isWithheld: true,
      foreground: lobby, others: [alarm]),
  ]

  @Test("shows the picture of the design's six points", arguments: rows)
  func shows(row: Row) {
    let picture = row.question.decide()
    let reasons = picture.reasons
    #expect(picture.shown == row.picture)
    #expect(reasons.last?.rule == row.rule)
    // Every rule before it was checked and did not hold, and each is named once.
    #expect(reasons.map(\.holds) == Array(repeating: false, count: reasons.count - 1) + [true])
    #expect(Set(reasons.map(\.rule)).count == reasons.count)
    #expect(reasons.allSatisfy { !$0.text.isEmpty })
  }

  @Test("the user's covers do not change the due picture, and cover no alarm", arguments: rows)
  func cover(row: Row) {
    let cover = PictureCover(isBlank: true, isFrozen: true)
    var question = row.question
    question.cover = cover
    let lies = row.rule == "alarm" ? PictureCover.clear : cover
    #expect(question.decide() == ScreenPicture(row.picture, cover: lies, reasons: row.question.decide().reasons))
  }
}

import ArgumentParser
import ControlProtocol
import DisplayTypes

struct Screens: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the connected screens. If none is connected, list the stand-in for the last screen.")

  @OptionGroup var options: ClientOptions

  func run() throws {
    try options.run(ScreensCall()) { reply in
      guard !reply.screens.isEmpty else { return "No screen is connected." }
      let hasNames = reply.screens.contains { $0.label != nil }
      let titles = ["SCREEN"] + (hasNames ? ["NAME"] : []) + ["DISPLAY", "MODE", "SIZE", ""]
      return TextTable(titles, rows: reply.screens.map { Self.row($0, hasNames: hasNames) }).text
    }
  }

  private static func row(_ screen: ScreenInfo, hasNames: Bool) -> [String] {
    let display = [screen.make, screen.model].filter { !$0.isEmpty }.joined(separator: " ")
    let size = screen.physicalSize.map { "\($0.widthMillimeters)x\($0.heightMillimeters) mm" } ?? "-"
    let marks = [
      screen.status == .disconnected ? "stand-in: not connected" : nil, screen.guessed ? "guessed" : nil,
      screen.mirroredScreen.map { "mirrors \($0)" },
    ]
    let name = hasNames ? [screen.label ?? "-"] : []
    return [screen.name] + name + [
      display.isEmpty ? "(unknown)" : display, screen.currentMode?.name ?? "off", size,
      marks.compactMap(\.self).joined(separator: ", "),
    ]
  }
}

struct Modes: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the modes of a screen.")

  @OptionGroup var options: ClientOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String

  func run() throws {
    try options.run(ModesCall(screen: screen)) { reply in
      let note = reply.guessed ? "The EDID could not be read. These modes are guessed.\n" : ""
      guard !reply.modes.isEmpty else { return "\(note)\(reply.screen) has no modes yet." }
      return note + ModeTable.text(reply.modes, current: reply.currentMode?.name)
    }
  }
}

struct Mode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Choose a screen's mode.",
    discussion: """
      The daemon keeps the mode, also when the display is plugged in again and over a restart, until `marqueectl reset SCREEN`. With \
      --confirm the previous mode returns after the given time. To keep the new mode, run `marqueectl mode SCREEN confirm` within this time.
      """)

  @OptionGroup var options: PictureOptions
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Return to the previous mode after this time unless confirmed, as 15 or 1m.", valueName: "time"))
  var confirm: DurationArgument?
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(
    help: "1920x1080@60, 1080p, 4k, preferred, highest, or a name that `marqueectl modes` lists; or confirm.",
    completion: Completions.modes)
  var mode: String

  private var confirms: Bool { mode == "confirm" }

  func validate() throws {
    if let confirm, !(1...3600).contains(confirm.seconds) {
      throw ValidationError("--confirm takes a time from 1 s to 1 h.")
    }
    guard confirms else { return try Self.check(mode) }
    if confirm != nil { throw ValidationError("Give a mode: --confirm is an option for a new mode.") }
  }

  static func check(_ wish: String) throws {
    do throws(ModeWishError) {
      _ = try ModeWish(wish)
    } catch {
      throw ValidationError("\(error).")
    }
  }

  func run() throws {
    if confirms {
      return try options.daemon.run(ConfirmModeCall(screen: screen)) { _ in "\(screen): the mode is confirmed" }
    }
    let call = SetModeCall(
      screen: screen, mode: mode, confirmSeconds: confirm?.seconds, noWait: options.noWait)
    try options.daemon.run(call) { reply in
      let lines = PresentedText.lines(reply.presented, note: reply.note, hint: reply.hint)
      let choice = "\(screen): \(reply.mode.name) (\(ModeTable.refresh(reply.mode.refreshMillihertz)) Hz)"
      return lines.isEmpty ? choice : "\(choice)\n\(lines)"
    }
  }
}

struct Rotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Rotate the picture of a screen.",
    discussion:
      "Use 90 for a display that is rotated clockwise by 90 degrees. The daemon then rotates the picture anticlockwise."
  )

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(
    help: "0, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270.",
    completion: .list(Transform.allCases.map(\.rawValue))) var rotation: String

  func validate() throws {
    guard Transform(name: rotation) == nil else { return }
    let all = Transform.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\"\(rotation)\" is not a rotation: expected one of \(all).")
  }

  func run() throws {
    let transform = Transform(name: rotation)?.rawValue ?? rotation
    try options.run(RotateCall(screen: screen, rotation: transform, noWait: options.noWait))
  }
}

struct Scale: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Set the pixels per point of a screen.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "auto, or a number from 0.25 to 16.") var scale: String

  func validate() throws {
    guard ScreenScale(scale) == nil else { return }
    throw ValidationError("\"\(scale)\" is not a scale: expected auto, or a number from 0.25 to 16.")
  }

  func run() throws {
    var number: Double?
    if case .fixed(let value) = ScreenScale(scale) { number = value }
    try options.run(SetScaleCall(screen: screen, scale: number, noWait: options.noWait))
  }
}

struct Overscan: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move the edges of a screen's picture inwards, for a display that cuts off the edges.",
    discussion: "Give one inset for all edges, or four insets for top, right, bottom and left.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "2%, 2.5% or 24px; at most a quarter of the side.") var insets: [String]

  func validate() throws {
    for inset in insets where OverscanInset(inset) == nil {
      throw ValidationError("\"\(inset)\" is not an inset: expected 2%, 2.5% (at most 25%) or 24px.")
    }
    guard insets.count == 1 || insets.count == 4 else {
      throw ValidationError("\(insets.count) insets were given: expected 1, or 4 for top, right, bottom and left.")
    }
  }

  func run() throws {
    let all = insets.count == 4 ? insets : Array(repeating: insets.first ?? "0px", count: 4)
    let overscan = OverscanInfo(top: all[0], right: all[1], bottom: all[2], left: all[3])
    try options.run(SetOverscanCall(screen: screen, overscan: overscan, noWait: options.noWait))
  }
}

struct Volume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set the volume of the sound of a screen's videos.",
    discussion: "The daemon keeps the volume when the display is plugged in again, and over a restart.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "From 0 to 100.") var percent: Int

  func validate() throws {
    guard !(0...100).contains(percent) else { return }
    throw ValidationError("\(percent) is not a volume: expected a number from 0 to 100.")
  }

  func run() throws { try options.run(SetVolumeCall(screen: screen, volume: percent, noWait: options.noWait)) }
}

struct MirrorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror", abstract: "Set the source of a mirroring screen, and the fit of the picture.",
    usage: """
      marqueectl mirror SCREEN [--of main|application|NAME] [--fit letterbox|fill|stretch]
      marqueectl mirror SCREEN default
      """,
    discussion: """
      `marqueectl support` turns mirroring on and off. The sources are:

      - main: the picture of the main screen
      - application: the picture of the screen with the application scenes of this screen's foreground app
      - NAME: the picture of this screen

      The fits are:

      - letterbox: the whole picture, as large as possible
      - fill: the picture covers the screen and is cut off on two sides
      - stretch: the picture covers the screen and changes its shape

      An option that is not given keeps its value. The daemon keeps the choice when the display is plugged in again, and over a restart. \
      With default the configuration decides again.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "default: remove the choice.") var word: String?
  @Option(help: "main, application, or a screen's name.", completion: Completions.mirrorSources) var of: String?
  @Option(help: "letterbox, fill or stretch.", completion: .list(["letterbox", "fill", "stretch"])) var fit: String?

  func validate() throws {
    if let word, word != "default" || of != nil || fit != nil {
      throw ValidationError("Give --of, --fit or both, or default alone.")
    }
    if word == nil, of == nil, fit == nil { throw ValidationError("Give --of, --fit or both, or default.") }
    if let fit, MirrorFit(rawValue: fit) == nil {
      throw ValidationError("\"\(fit)\" is not a value of --fit: expected letterbox, fill or stretch.")
    }
  }

  func run() throws { try options.run(SetMirrorCall(screen: screen, of: of, fit: fit, noWait: options.noWait)) }
}

struct SupportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Set the support for external displays: for all, for one, or for the displays of a foreground app.",
    usage: """
      marqueectl support external|mirror|off|default [--screen SCREEN | --app APP]
      marqueectl support SCREEN on|mirror|off|default
      """,
    discussion: """
      The values are:

      - external (or on): the displays show scenes
      - mirror: the displays show the main screen's picture
      - off: the displays are dark, and the daemon releases them
      - default: remove this choice

      The value for a screen has priority. The value for its foreground app is second, and the value for all displays is last. The daemon \
      keeps the choice when a display is plugged in again, and over a restart.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(
    help: "external, mirror, off or default. A name before the value is the same as --screen.",
    completion: Completions.supportWords)
  var words: [String]
  @Option(help: "Only this screen.", completion: Completions.screens) var screen: String?
  @Option(help: "Only the screens with this app in the foreground.", completion: Completions.apps) var app: String?

  func validate() throws {
    guard let word = words.last, words.count <= 2, Self.values.keys.contains(word) else {
      throw ValidationError(
        "Give external, mirror, off or default, optionally with a screen's name before it or with --screen.")
    }
    guard [words.count == 2, screen != nil, app != nil].count(where: \.self) <= 1 else {
      throw ValidationError("Name one screen or one app, not both.")
    }
  }

  func run() throws {
    let named = words.count == 2 ? words.first : screen
    let support = words.last.flatMap { Self.values[$0] } ?? nil
    try options.run(SetSupportCall(support: support, screen: named, app: app, noWait: options.noWait))
  }

  /// The words of the command line, with their values in the call.
  private static let values: [String: String?] = [
    "external": "external", "on": "external", "mirror": "mirror", "off": "off", "default": nil,
  ]
}

struct Reset: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove all choices for a screen: mode, geometry, foreground app, support and mirror.",
    discussion: "The configuration file then decides.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String

  func run() throws { try options.run(ResetCall(screen: screen, noWait: options.noWait)) }
}

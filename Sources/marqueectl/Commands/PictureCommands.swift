import ArgumentParser
import ControlProtocol

struct Blank: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show black on a screen, or show its picture again.",
    discussion: "The mode and the content do not change.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "on or off.") var state: OnOffArgument

  func run() throws { try options.run(BlankCall(screen: screen, on: state.isOn, noWait: options.noWait)) }
}

struct Freeze: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Freeze a screen's picture, or unfreeze it.",
    discussion: """
      The screen shows later changes when it is unfrozen. A freeze ends when the display is unplugged, and when the daemon restarts.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "on or off.") var state: OnOffArgument

  func run() throws { try options.run(FreezeCall(screen: screen, on: state.isOn, noWait: options.noWait)) }
}

struct Power: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Turn a screen's signal on or off.",
    discussion: """
      A screen that you turn off stays off until you turn it on. A screen that its schedule has turned off can be turned on for the rest \
      of its off hours. It then stays on until the off hours end, you turn it off, or you show another content. The daemon keeps both \
      choices when the display is plugged in again, and over a restart.
      """)

  @OptionGroup var options: PictureOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "on or off.") var state: OnOffArgument

  func run() throws { try options.run(PowerCall(screen: screen, on: state.isOn, noWait: options.noWait)) }
}

struct Identify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the name of each screen on that screen for some seconds.")

  @OptionGroup var options: PictureOptions
  @Argument(help: "Only this screen.", completion: Completions.screens) var screen: String?
  @Option(name: .customLong("for"), parsing: .unconditional, help: "The duration, as 10s (default: 5s).")
  var time: DurationArgument?

  func validate() throws { try time?.check("--for", within: IdentifyCall.times) }

  func run() throws { try options.run(IdentifyCall(screen: screen, seconds: time?.seconds, noWait: options.noWait)) }
}

struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the picture on a screen to a PNG file.",
    discussion: """
      The command prints the source of the picture. The source is the framebuffer. It is the layers if no display is connected, or with \
      --longest-side.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(help: "The screen: its connector, as HDMI-A-1, or its name.", completion: Completions.screens) var screen:
    String
  @Argument(help: "The file; - is standard output.", completion: .file()) var file: String
  @Option(
    help: ArgumentHelp(
      "Write a small picture without reading a frame: the maximum of its longer side, 32 to 1024.", valueName: "pixels")
  )
  var longestSide: Int?
  @Flag(help: "Turn the picture of a rotated screen upright, as people see it.") var upright = false

  func run() throws {
    let call = ScreenshotCall(screen: screen, longestSide: longestSide, upright: upright ? true : nil)
    let reply = try options.call(call, timeoutSeconds: 60)
    let hash = reply.frame.isEmpty ? "" : " (\(reply.frame))"
    let source =
      switch reply.source {
      case .layers: "drawn from its layers\(hash)"
      case .framebuffer: "frame \(reply.sequence)\(hash), read from the framebuffer"
      }
    let text = "\(file): \(reply.screen), \(reply.width)x\(reply.height), \(source)"
    try options.save(reply, picture: reply.png, to: file, text: text)
  }
}

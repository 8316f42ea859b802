import ArgumentParser
import ControlProtocol

/// The command `marqueectl screenshot SCREEN FILE.png`.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the picture on a screen to a PNG file.",
    discussion: """
      Prints what was read: the framebuffer, or layers if no display is connected or a small picture was asked for.
      """)

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "The file; - is standard output.", completion: .file()) var file: String
  @Option(
    help: ArgumentHelp(
      "A small picture, its longer side no longer than this, without reading a frame; 32 to 1024.", valueName: "pixels")
  )
  var longestSide: Int?

  /// The reply without the picture, which is in the file.
  private struct Summary: Encodable {
    var screen: String
    var file: String
    var source: ScreenshotSource
    var width: Int
    var height: Int
    var sequence: UInt64
    var hash: String
  }

  func run() throws {
    let reply = try options.call(ScreenshotCall(screen: screen, longestSide: longestSide), timeoutSeconds: 60)
    guard let png = Base64.decode(reply.png), !png.isEmpty else {
      throw ToolFailure(message: "The picture that marqueed sent is no base64.", status: .failed)
    }
    try OutputFile.write(png, to: file)
    guard file != "-" else { return }
    let summary = Summary(
      screen: reply.screen, file: file, source: reply.source, width: reply.width, height: reply.height,
      sequence: reply.sequence, hash: reply.hash)
    try options.output.print(summary) { summary in
      let hash = summary.hash.isEmpty ? "" : " (\(summary.hash))"
      let isDrawn = summary.source == .layers
      return "\(summary.file): \(summary.screen), \(summary.width)x\(summary.height), "
        + (isDrawn
          ? "drawn from its layers\(hash)"
          : "frame \(summary.sequence)\(hash), read from the \(summary.source.rawValue)")
    }
  }
}

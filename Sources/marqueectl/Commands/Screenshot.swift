import ArgumentParser
import ControlProtocol

/// The command `marqueectl screenshot SCREEN FILE.png`.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the picture on a screen to a PNG file.",
    discussion: """
      Says what was read: the framebuffer, a writeback connector, or a framebuffer that a CRC confirmed; or that it was drawn from layers, \
      since no display is connected.
      """)

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The screen, as HDMI-A-1.") var screen: String
  @Argument(help: "The file; - is standard output.") var file: String

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
    let reply = try options.call(ScreenshotCall(screen: screen), timeoutSeconds: 60)
    guard let png = Base64.decode(reply.png), !png.isEmpty else {
      throw ToolFailure(message: "The picture that marqueed sent is no base64.", status: .failed)
    }
    try OutputFile.write(png, to: file)
    guard file != "-" else { return }
    let summary = Summary(
      screen: reply.screen, file: file, source: reply.source, width: reply.width, height: reply.height,
      sequence: reply.sequence, hash: reply.hash)
    try options.output.print(summary) {
      "\($0.file): \($0.screen), \($0.width)x\($0.height), frame \($0.sequence)\($0.hash.isEmpty ? "" : " (\($0.hash))"), "
        + ($0.source == .layers
          ? "drawn from its layers: no display is connected" : "read from the \($0.source.rawValue)")
    }
  }
}

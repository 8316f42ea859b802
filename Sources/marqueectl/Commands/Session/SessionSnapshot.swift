import ArgumentParser
import ControlProtocol

/// The command `marqueectl session snapshot SESSION FILE.png`.
struct SessionSnapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write a small picture of what a scene shows to a PNG file.",
    discussion: "A scene in the background has one too: what it showed last, or was laid out for by `session refresh`.")

  @OptionGroup var options: DaemonOptions
  @Argument(help: "The session, as `marqueectl sessions` lists it.") var session: String
  @Argument(help: "The file; - is standard output.", completion: .file()) var file: String

  /// The reply without the picture, which is in the file.
  private struct Summary: Encodable {
    var session: String
    var file: String
    var width: Int
    var height: Int
  }

  func run() throws {
    let reply = try options.call(SnapshotCall(session: session), timeoutSeconds: 60)
    guard let png = Base64.decode(reply.png), !png.isEmpty else {
      throw ToolFailure(message: "The picture that marqueed sent is no base64.", status: .failed)
    }
    try OutputFile.write(png, to: file)
    guard file != "-" else { return }
    let summary = Summary(session: reply.session, file: file, width: reply.width, height: reply.height)
    try options.output.print(summary) { "\($0.file): \($0.session), \($0.width)x\($0.height)" }
  }
}

import ArgumentParser
import ControlProtocol

/// The command `marqueectl edid FILE…`.
struct ReadEDID: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edid",
    abstract: "Read EDID bytes: who the display is, what it can show, and what is wrong with them.",
    discussion: "Needs no daemon. Connected displays have theirs in /sys/class/drm/card*-*/edid.")

  @OptionGroup var output: OutputOptions
  @Argument(help: "Files with EDID bytes; - is standard input.", completion: .file()) var files: [String]

  private struct Reports: Encodable {
    var files: [EDIDReport]
  }

  func run() throws {
    let reports = files.map { file in
      do {
        return EDIDReport(file: file, bytes: try InputFile.bytes(from: file, limit: 32 * 1024, kind: "EDID"))
      } catch {
        return EDIDReport(file: file, error: (error as? ToolFailure)?.message ?? "\(error)")
      }
    }
    try output.print(Reports(files: reports)) { $0.files.map(\.text).joined(separator: "\n\n") }
    // A file that could not be read has its own reason; one without an EDID has one for all of them.
    var sentences = reports.filter { $0.bytes == nil }.compactMap(\.error)
    let others = reports.filter { $0.bytes != nil && $0.error != nil }.map(\.file)
    if !others.isEmpty {
      sentences.append("No EDID: \(others.joined(separator: ", ")). Read it again, or look at the cable.")
    }
    guard sentences.isEmpty else { throw ToolFailure(message: sentences.joined(separator: " "), status: .failed) }
  }
}

import ArgumentParser
import ControlClient
import ControlProtocol
import Glibc

/// The command `marqueectl metrics [FILE]`.
struct Metrics: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print metrics in Prometheus's text format, write them to a file, or answer a scraper.",
    discussion: """
      Screens, modes, frames, missed refreshes, the age of each screen's picture, deaths of helper processes, and the temperatures that the \
      kernel reports. A file is replaced as a whole, as the textfile collector of node_exporter wants it. Nothing is counted or measured for \
      it in between.
      """)

  @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file()) var socket: String?
  @Flag(
    help: ArgumentHelp(
      "Answer one GET /metrics on standard input and output, which a socket unit of systemd connects to its client."))
  var http = false
  @Argument(help: "The file; - is standard output.", completion: .file()) var file = "-"

  func validate() throws {
    if http, file != "-" { throw ValidationError("--http answers on standard output: leave the file out.") }
  }

  func run() throws {
    guard http else { return try OutputFile.write(Array(try metrics().utf8), to: file) }
    let request = MetricsRequest(Self.head())
    try OutputFile.write(Array(request.answer { try? metrics() }.utf8), to: "-")
  }

  private func metrics() throws -> String {
    let client = try DaemonOptions.connect(to: socket)
    var metrics = MetricsText()
    do throws(ClientError) {
      let status = try client.call(StatusCall(), timeoutSeconds: 5)
      metrics.add(status, try client.call(ScreensCall(), timeoutSeconds: 5).screens)
    } catch {
      throw ToolFailure(error)
    }
    metrics.add(temperatures: Temperatures().samples)
    return metrics.text
  }

  /// What the client says, up to the empty line.
  private static func head() -> [UInt8] {
    // A client that says nothing ends the program, and holds nobody up.
    alarm(10)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while bytes.count < MetricsRequest.mostBytes, !MetricsRequest.isWhole(bytes) {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}

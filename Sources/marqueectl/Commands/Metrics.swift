import ArgumentParser
import ControlClient
import ControlProtocol
import EventLoop
import Glibc

struct Metrics: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print metrics in Prometheus's text format, write them to a file, or reply to a scraper.",
    discussion: """
      The metrics are the screens, modes, frames, missed refreshes, the age of each screen's picture, the deaths of helper processes, and \
      the kernel's temperatures. The command replaces the whole file at once, as the textfile collector of node_exporter demands. It reads \
      all values when it runs. Nothing is measured for metrics between two calls.
      """)

  @OptionGroup var options: ClientOptions
  @Flag(
    help: ArgumentHelp(
      "Reply to one GET /metrics on standard input and output, for a socket unit of systemd."))
  var http = false
  @Argument(help: "The file; - is standard output.", completion: .file()) var file = "-"

  func validate() throws {
    if http, file != "-" { throw ValidationError("--http writes to standard output: remove the file.") }
    if http, options.output.json { throw ValidationError("--http replies with text: remove --json.") }
  }

  func run() throws {
    guard http else {
      let metrics = try metrics()
      let text = options.output.json ? try JSONText.of(["metrics": metrics.metrics], pretty: true) + "\n" : metrics.text
      return try OutputFile.write(Array(text.utf8), to: file)
    }
    let request = MetricsRequest(Self.head())
    try OutputFile.write(Array(request.response { try? metrics().text }.utf8), to: "-")
  }

  private func metrics() throws -> MetricsText {
    let client = try options.connect()
    let status = try client.call(StatusCall(), timeoutSeconds: 5)
    var metrics = MetricsText()
    metrics.add(status, try client.call(ScreensCall(), timeoutSeconds: 5).screens)
    metrics.add(temperatures: Temperatures().samples)
    return metrics
  }

  /// Reads the request up to the empty line.
  private static func head() -> [UInt8] {
    // The alarm ends this process if its client stays silent. Other clients have their own processes.
    alarm(10)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1024)
    while bytes.count < MetricsRequest.maxBytes, !MetricsRequest.isWhole(bytes),
      let next = DescriptorIO.next(STDIN_FILENO, buffer: &chunk), !next.isEmpty
    { bytes += next }
    return bytes
  }
}

/// The first line of an HTTP client's request: `GET /metrics`.
enum MetricsRequest {
  case metrics, unknownPath, unknownMethod, nonsense

  static let maxBytes = 8192

  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains("\r\n\r\n") || text.contains("\n\n")
  }

  init(_ bytes: [UInt8]) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
      self = .nonsense
      return
    }
    let path = words[1].prefix { $0 != "?" }
    self = words[0] != "GET" ? .unknownMethod : path == "/metrics" ? .metrics : .unknownPath
  }

  /// The whole answer; `metrics` returns nil if the daemon does not answer.
  func response(_ metrics: () -> String?) -> String {
    switch self {
    case .metrics:
      guard let text = metrics() else { return Self.response("503 Service Unavailable", "marqueed does not answer\n") }
      return Self.response("200 OK", text, "text/plain; version=0.0.4; charset=utf-8")
    case .unknownPath: return Self.response("404 Not Found", "ask for /metrics\n")
    case .unknownMethod: return Self.response("405 Method Not Allowed", "ask with GET\n")
    case .nonsense: return Self.response("400 Bad Request", "this is no request of HTTP/1\n")
    }
  }

  private static func response(_ status: String, _ body: String, _ type: String = "text/plain; charset=utf-8") -> String
  {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }
}

/// The temperatures that the kernel reports: thermal zones, and the sensors of hwmon (Documentation/hwmon/sysfs-interface.rst).
struct Temperatures {
  var root = "/sys"

  /// One sample for each sensor that can be read now.
  var samples: [MetricSample] {
    let zones = entries("class/thermal") { $0.hasPrefix("thermal_zone") }.compactMap { zone in
      sample("class/thermal/\(zone)/temp", chip: word("class/thermal/\(zone)/type") ?? "", sensor: zone)
    }
    let chips = entries("class/hwmon") { $0.hasPrefix("hwmon") }.flatMap { chip in
      entries("class/hwmon/\(chip)") { $0.hasPrefix("temp") && $0.hasSuffix("_input") }.compactMap { file in
        let sensor = String(file.dropLast("_input".count))
        let label = word("class/hwmon/\(chip)/\(sensor)_label").map { " \($0)" } ?? ""
        return sample(
          "class/hwmon/\(chip)/\(file)", chip: word("class/hwmon/\(chip)/name") ?? "",
          sensor: "\(chip) \(sensor)\(label)")
      }
    }
    return zones + chips
  }

  private func sample(_ path: String, chip: String, sensor: String) -> MetricSample? {
    // Thousandths of a degree.
    word(path).flatMap { Int32($0) }.map { MetricSample(Double($0) / 1000, ["chip": chip, "sensor": sensor]) }
  }

  private func entries(_ path: String, where fits: (String) -> Bool) -> [String] {
    (FolderNames.read("\(root)/\(path)") ?? []).filter(fits).sorted()
  }

  /// Returns the first line of a file of at most 4096 bytes; nil if it cannot be read.
  private func word(_ path: String) -> String? {
    let text = try? InputFile.text(from: "\(root)/\(path)", limit: 4096)
    return text?.split(separator: "\n").first.map(String.init)
  }
}

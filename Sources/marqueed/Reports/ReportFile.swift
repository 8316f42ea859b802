import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes

/// A report, read from a file and checked as far as that goes: it may be anybody's, cut off, or made to do harm.
struct ReportFile {
  let path: String
  let report: Report
  let origin: ReplayOrigin
  /// What has to be done again, in order.
  let entries: [ReportEntry]

  private static let mostBytes = 64 << 20
  private static let mostConnectors = 64

  init(path: String) throws(ReplayError) {
    try self.init(Self.read(path), path: path)
  }

  init(_ bytes: [UInt8], path: String) throws(ReplayError) {
    self.path = path
    let report = try Self.decode(bytes, path)
    self.report = report
    let entries = report.journal
    // The display thread and the main thread write down what each has seen: by a few microseconds out of order.
    // What is found again after a card was lost comes after that.
    var lost: UInt64 = 0
    let times = entries.map { entry in
      if entry.device?.state == ReportEntry.Device.lost { lost = max(lost, entry.nanoseconds) }
      return entry.looked == nil ? entry.nanoseconds : max(lost, entry.nanoseconds)
    }
    self.entries = zip(entries, times).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    origin = try Self.origin(of: report, self.entries, path)
  }

  private static func read(_ path: String) throws(ReplayError) -> [UInt8] {
    do throws(ConfigurationFileError) {
      return try ConfigurationFile.read(path, sample: "report.json", limit: mostBytes)
    } catch .tooLarge {
      throw ReplayError(path, "it has more than \(mostBytes >> 20) MB, which no report has")
    } catch {
      throw ReplayError(error)
    }
  }

  private static func decode(_ bytes: [UInt8], _ path: String) throws(ReplayError) -> Report {
    let version: Int
    do {
      version = try JSON.decode(ReportVersion.self, from: bytes).marqueeReport
    } catch {
      throw ReplayError(path, "it is no report of marqueectl, or not the whole of one: \(words(error))")
    }
    guard version == ReportVersion.newest else {
      throw ReplayError(
        path,
        "the report is of version \(version), and this marqueed (\(Release.version)) reads version \(ReportVersion.newest); "
          + "play it with the marqueed that its machine has")
    }
    do {
      return try JSON.decode(Report.self, from: bytes)
    } catch {
      throw ReplayError(path, "the report is damaged: \(words(error))")
    }
  }

  private static func words(_ error: any Error) -> String {
    func text(_ context: DecodingError.Context) -> String {
      let place = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
      return place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "\(text(context)) (\(key.stringValue))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      text(context)
    default: "\(error)"
    }
  }

  private static func origin(
    of report: Report, _ entries: [ReportEntry], _ path: String
  ) throws(ReplayError) -> ReplayOrigin {
    let found = report.beginning.connectors + entries.flatMap { $0.looked?.connectors ?? [] }
    var names: [String] = []
    for connector in found where !names.contains(connector.name) {
      names.append(connector.name)
      guard names.count <= mostConnectors else {
        throw ReplayError(path, "it has more than \(mostConnectors) connectors")
      }
    }
    let text = report.beginning.configuration
    let configuration = try parse(text, path)
    let state: PersistentState
    do {
      // Masked once more: what a report says shall be shown is nothing that this machine has to look for.
      let bytes = try JSON.encode(report.beginning.state.masked)
      state = try JSON.decode(StateRecord.self, from: bytes).state
    } catch {
      throw ReplayError(path, "the report is damaged: beginning.state: \(words(error))")
    }
    return ReplayOrigin(
      beginning: Journal.Beginning(
        time: MonotonicTime(nanoseconds: report.beginning.nanoseconds), wallSeconds: report.beginning.wallSeconds,
        configuration: ConfigurationText(file: text.file, masked: Array(text.text.utf8)), state: state),
      configuration: configuration, connectors: names, identifiers: entries.compactMap(\.madeSession))
  }

  /// The configuration that a report tells of, with nothing to show.
  static func parse(_ text: ReportConfiguration, _ path: String) throws(ReplayError) -> Configuration {
    let file = text.file ?? "the built-in configuration"
    do throws(ConfigurationErrors) {
      // First as it came, so that what is wrong in it is told.
      let whole = try Configuration.parse(Array(text.text.utf8), file: file)
      let masked = ConfigurationMask.mask(Array(text.text.utf8), file: file)
      return masked.isEmpty ? whole : try Configuration.parse(masked, file: file)
    } catch {
      let first = error.errors.first.map { "\($0)" } ?? ""
      throw ReplayError(path, "the report's configuration cannot be used: \(first)")
    }
  }
}

struct ReplayOrigin {
  var beginning: Journal.Beginning
  var configuration: Configuration
  /// The names of all connectors that will ever be there.
  var connectors: [String]
  /// The identifiers that new sessions get, in order.
  var identifiers: [String]

  /// Seconds since 1970 at a time on the monotonic clock; nil where nobody vouched for the clock.
  func wallSeconds(at time: MonotonicTime) -> Int64? {
    let passed = time.nanoseconds(since: beginning.time) / 1_000_000_000
    return beginning.wallSeconds.map { $0 &+ Int64(clamping: passed) }
  }
}

/// Why a report cannot be played again, for whoever has its file.
nonisolated struct ReplayError: Error, CustomStringConvertible {
  let description: String
  /// The exit status (sysexits.h).
  let status: Int32

  /// What is in the file cannot be used.
  init(_ path: String, _ reason: String) {
    description = "\(path): \(reason)"
    status = 65
  }

  init(_ error: ConfigurationFileError) {
    description = "\(error)"
    status = 66
  }

  /// It cannot be played, whatever is in the file.
  init(unreadable path: String, _ reason: String) {
    description = "\(path): it cannot be read: \(reason)"
    status = 66
  }
}

import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes

/// A report that was read from a file and checked, because it may come from a stranger or be incomplete.
struct ReportFile {
  let path: String
  let report: Report
  let origin: ReplayOrigin
  let entries: [ReportEntry]

  private static let mostBytes = 64 << 20
  private static let mostConnectors = 64

  init(path: String) throws(ReplayError) {
    self.path = path
    let report = try Self.read(path)
    self.report = report
    let entries = report.journal
    // Entries of the display thread and the main thread may be out of order by a few microseconds.
    // A probe that finds a connector again comes after the loss of its card.
    var lost: UInt64 = 0
    let times = entries.map { entry in
      if entry.device?.state == ReportEntry.Device.lost { lost = max(lost, entry.nanoseconds) }
      return entry.looked == nil ? entry.nanoseconds : max(lost, entry.nanoseconds)
    }
    self.entries = zip(entries, times).enumerated()
      .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
    origin = try Self.origin(of: report, self.entries, path)
  }

  private static func read(_ path: String) throws(ReplayError) -> Report {
    let bytes: [UInt8]
    do throws(ConfigurationFileError) {
      bytes = try ConfigurationFile.read(path, sample: "report.json", limit: mostBytes)
    } catch .tooLarge {
      throw ReplayError(path, "it has more than \(mostBytes >> 20) MB, which no report has")
    } catch {
      throw ReplayError(description: "\(error)", status: 66)
    }
    let version: Int
    do {
      version = try JSON.decode(ReportVersion.self, from: bytes).marqueeReport
    } catch {
      throw ReplayError(path, "it is not a complete report of marqueectl: \(words(error))")
    }
    guard version == ReportVersion.newest else {
      throw ReplayError(
        path,
        "the report is of version \(version), and this marqueed (\(Release.version)) reads version \(ReportVersion.newest); "
          + "replay it with the version of marqueed that wrote it")
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
    let state: PersistentState
    do {
      // Mask the state again, because this machine must not search for media that a report names.
      let bytes = try JSON.encode(report.beginning.state.masked)
      state = try JSON.decode(StateRecord.self, from: bytes).state
    } catch {
      throw ReplayError(path, "the report is damaged: beginning.state: \(words(error))")
    }
    return ReplayOrigin(
      beginning: Journal.Beginning(
        time: MonotonicTime(nanoseconds: report.beginning.nanoseconds), wallSeconds: report.beginning.wallSeconds,
        configuration: report.beginning.configuration, state: state),
      configuration: try parse(report.beginning.configuration, path), connectors: names,
      identifiers: entries.compactMap(\.madeSession))
  }

  /// The configuration of a report, without contents.
  static func parse(_ text: ConfigurationText, _ path: String) throws(ReplayError) -> Configuration {
    let file = text.file ?? "the built-in configuration"
    do throws(ConfigurationErrors) {
      // Parse the original text first, so that its errors have the right places.
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
  var connectors: [String]
  /// The identifiers of new sessions, in order.
  var identifiers: [String]

  /// Seconds since 1970 at a time on the monotonic clock; nil if the clock was not known to be right.
  func wallSeconds(at time: MonotonicTime) -> Int64? {
    let passed = time.nanoseconds(since: beginning.time) / 1_000_000_000
    return beginning.wallSeconds.map { $0 &+ Int64(clamping: passed) }
  }
}

/// The reason why a report cannot be replayed.
nonisolated struct ReplayError: Error, CustomStringConvertible {
  let description: String
  /// The exit status (sysexits.h).
  let status: Int32
}

nonisolated extension ReplayError {
  /// The file has unusable content.
  init(_ path: String, _ reason: String) { self.init(description: "\(path): \(reason)", status: 65) }
}

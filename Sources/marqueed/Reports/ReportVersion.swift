/// The first thing in a report: how to read the rest.
nonisolated struct ReportVersion: Codable {
  /// The version that is written, and read.
  static let newest = 1

  var marqueeReport: Int
}

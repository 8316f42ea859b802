/// Answers `Report`.
public struct ReportReply: ControlReply, Hashable {
  /// The report as JSON, for a file: `marqueed --replay` reads it.
  public var report: String

  /// Makes one from its fields.
  public init(report: String) {
    self.report = report
  }
}

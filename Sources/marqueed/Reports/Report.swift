import ControlProtocol
import DisplayTypes

/// All that a report says but its version, which stands before it.
nonisolated struct Report: Codable {
  /// How things were when the journal's oldest entry was written.
  nonisolated struct Beginning: Codable {
    var nanoseconds: UInt64
    /// Seconds since 1970; missing where nobody vouched for the clock.
    var wallSeconds: Int64?
    /// How many older entries are gone; zero where it is the daemon's start.
    var dropped: Int
    var configuration: ReportConfiguration
    /// Choices, sessions and registered apps, as they are kept.
    var state: JSONValue
    var connectors: [ConnectorRecord]
    /// The talk that went on; missing where there was none.
    var talk: TalkStep?
    /// The sessions whose schedules had switched the power off.
    var darkSessions: [String]?
  }

  var marqueed: String
  var kernel: String
  var machine: String
  var backend: String
  /// The drivers of the cards that are open, by their nodes.
  var drivers: [String: String]
  /// When it was written, on the monotonic clock.
  var nanoseconds: UInt64
  var wallSeconds: Int64?
  var status: StatusReply
  var screens: [ScreenInfo]
  var sessions: [SessionInfo]
  var apps: [AppInfo]
  /// What `explain` says of each screen.
  var decisions: [DecisionRecord]
  var beginning: Beginning
  var journal: [ReportEntry]
}

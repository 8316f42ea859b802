/// That the schedule of a session has switched the power of its screen; nothing of what else it shows.
nonisolated struct ScheduledPower: Codable, Hashable {
  var session: String
  var on: Bool
}

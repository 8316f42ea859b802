/// What is read of a state file first: the version says whether the rest can be.
nonisolated struct StateVersion: Codable {
  var version: Int
}

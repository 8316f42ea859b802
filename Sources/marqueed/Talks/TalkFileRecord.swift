/// What a file of a talk holds.
nonisolated protocol TalkFileRecord: Codable {
  /// The newest version that this program reads and writes.
  static var newestVersion: Int { get }
  /// Whether there can be such a record.
  var isPlausible: Bool { get }
}

/// What a file of a talk holds.
nonisolated protocol TalkFileRecord: Codable {
  /// The newest version that this program reads and writes.
  static var newestVersion: Int { get }
  /// What it is, with its verb, for people.
  static var what: String { get }
  /// What becomes of it where its file cannot be read, for people.
  static var loss: String { get }
  /// Whether there can be such a record.
  var isPlausible: Bool { get }
}

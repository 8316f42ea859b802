import JSONCoding
import Presentation

/// What a kept file holds, as JSON says it.
nonisolated protocol KeptRecord: Codable {
  /// The newest version that this program reads and writes.
  static var newestVersion: Int { get }
  /// What it is, with its verb, for people.
  static var what: String { get }
  /// What becomes of it where its file cannot be read, for people.
  static var loss: String { get }
  /// Whether there can be such a record.
  var isPlausible: Bool { get }
}

extension KeptFormat where Value: KeptRecord {
  /// A record as a JSON object with the member `version`.
  static var record: KeptFormat {
    KeptFormat(
      what: Value.what, loss: Value.loss,
      read: { text in
        // What a newer version keeps may have any shape.
        if let version = try? JSON.decode(StateVersion.self, from: text).version, version > Value.newestVersion {
          return .unreadable(
            reason: "it is of version \(version), and this marqueed reads versions up to \(Value.newestVersion)")
        }
        guard let record = try? JSON.decode(Value.self, from: text), record.isPlausible else {
          return .unreadable(reason: "it is damaged")
        }
        return .value(record)
      }, text: { try? JSON.encode($0) })
  }
}

extension KeptValue where Value: KeptRecord {
  /// Reads and writes nothing yet.
  convenience init(_ name: String, in directory: String, store: KeptStore, clock: any DisplayClock) {
    self.init(KeptFile(name, in: directory), .record, store: store, clock: clock)
  }
}

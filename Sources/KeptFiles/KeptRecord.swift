internal import JSONCoding

/// What a kept file holds, as JSON says it.
package protocol KeptRecord: Codable {
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
  package static var record: KeptFormat {
    KeptFormat(
      what: Value.what, loss: Value.loss,
      read: { text in
        // What a newer version keeps may have any shape.
        if let version = KeptVersion.of(text), version > Value.newestVersion {
          return .unreadable(
            reason:
              "it is of version \(version), and this version of Marquee reads versions up to \(Value.newestVersion)")
        }
        guard let record = try? JSON.decode(Value.self, from: text), record.isPlausible else {
          return .unreadable(reason: "it is damaged")
        }
        return .value(record)
      }, text: { try? JSON.encode($0) })
  }
}

/// What is read of a kept file first: the version says whether the rest can be.
package struct KeptVersion: Codable {
  private var version: Int

  /// The version of a text; nil where it names none.
  package static func of(_ text: [UInt8]) -> Int? { try? JSON.decode(KeptVersion.self, from: text).version }
}

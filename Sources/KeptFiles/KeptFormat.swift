internal import ControlProtocol
internal import DisplayTypes

/// The format of a kept file, and the words of its messages.
package struct KeptFormat<Value> {
  /// What is in a file.
  package enum Reading {
    case value(Value)
    /// Something that this version cannot read, and why.
    case unreadable(reason: String)
  }

  /// What it is, with its verb, as "what is chosen is".
  package var what: String
  /// The consequence of an unreadable file for a message, as "everything begins anew".
  package var loss: String
  /// Reads the text of a file.
  package var read: ([UInt8]) -> Reading
  /// The text for a value, a JSON object; nil where it has none.
  package var text: (Value) -> [UInt8]?

  package init(
    what: String, loss: String, read: @escaping ([UInt8]) -> Reading, text: @escaping (Value) -> [UInt8]?
  ) {
    (self.what, self.loss, self.read, self.text) = (what, loss, read, text)
  }
}

/// What was found in a kept file at the start.
package enum KeptFinding<Value> {
  /// There is no file.
  case nothing
  case value(Value)
  /// The file cannot be read; the value is that of the file before it.
  case previous(Value)
  case unreadable

  /// Whether something was kept and cannot be read.
  package var isLost: Bool { if case .unreadable = self { true } else { false } }

  package var value: Value? {
    switch self {
    case .value(let value), .previous(let value): value
    case .nothing, .unreadable: nil
    }
  }
}

extension KeptFinding: Sendable where Value: Sendable {}

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

/// The text of a kept file: a JSON object whose last member is a checksum of all before it.
///
/// Files of versions that wrote no checksum, and files from which somebody took it, are read without one. Programs that know no checksum
/// read the object and ignore that member.
package enum KeptText {
  private static let start = Array(",\"checksum\":\"fnv1a64:".utf8)
  private static let end = Array("\"}".utf8)
  private static let digits = 16

  /// Adds the checksum to an object that has a member at least.
  package static func adding(checksumTo object: [UInt8]) -> [UInt8] {
    var text = object
    text.removeLast()
    let sum = Checksum.text(of: text)
    text += start
    text += sum.utf8
    text += end
    return text
  }

  /// Whether the checksum is right, or there is none.
  package static func isWhole(_ text: [UInt8]) -> Bool {
    let count = (text.lastIndex { !isBlank($0) } ?? -1) + 1
    let length = start.count + digits + end.count
    guard count > length else { return true }
    let tail = text[(count - length)..<count]
    guard tail.starts(with: start), tail.suffix(end.count).elementsEqual(end) else { return true }
    let sum = tail.dropFirst(start.count).prefix(digits)
    return sum.elementsEqual(Checksum.text(of: text[..<(count - length)]).utf8)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

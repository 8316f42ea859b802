internal import ControlProtocol
internal import DisplayTypes

/// The format of a kept file, and the words of its messages.
package struct KeptFormat<Value: Sendable> {
  package enum Reading {
    case value(Value)
    case unreadable(reason: String)
  }

  /// The subject and verb of messages, as `the choices are`.
  package var what: String
  /// The consequence of an unreadable file, as `everything begins again`.
  package var loss: String
  package var read: ([UInt8]) -> Reading
  /// Returns a JSON object, or nil if the value cannot be encoded. The thread that writes the file calls it.
  package var text: @Sendable (Value) -> [UInt8]?

  package init(
    what: String, loss: String, read: @escaping ([UInt8]) -> Reading, text: @escaping @Sendable (Value) -> [UInt8]?
  ) {
    (self.what, self.loss, self.read, self.text) = (what, loss, read, text)
  }
}

/// The result of reading a kept file at the start.
package enum KeptFinding<Value> {
  case nothing
  case value(Value)
  /// The file cannot be read; this is the value of the previous file.
  case previous(Value)
  case unreadable

  package var isLost: Bool { if case .unreadable = self { true } else { false } }

  package var value: Value? {
    switch self {
    case .value(let value), .previous(let value): value
    case .nothing, .unreadable: nil
    }
  }
}

extension KeptFinding: Sendable where Value: Sendable {}

/// The content of a kept file in JSON.
package protocol KeptRecord: Codable {
  /// The newest version that this program reads and writes.
  static var newestVersion: Int { get }
  /// The `what` of `KeptFormat`.
  static var what: String { get }
  static var loss: String { get }
  var isPlausible: Bool { get }
}

extension KeptFormat where Value: KeptRecord {
  /// A record as a JSON object with the member `version`.
  package static var record: KeptFormat {
    KeptFormat(
      what: Value.what, loss: Value.loss,
      read: { text in
        // A newer version may have any shape.
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

/// The version of a kept file. It is read before the rest.
package struct KeptVersion: Codable {
  private var version: Int

  /// Returns nil if the text names no version.
  package static func of(_ text: [UInt8]) -> Int? { try? JSON.decode(KeptVersion.self, from: text).version }
}

/// The text of a kept file: a JSON object whose last member is a checksum of the text before it. A file without a checksum is accepted.
/// Other programs can ignore that member.
package enum KeptText {
  private static let start = Array(",\"checksum\":\"fnv1a64:".utf8)
  private static let end = Array("\"}".utf8)
  private static let digits = 16

  /// Adds the checksum to an object with at least one member.
  package static func adding(checksumTo object: [UInt8]) -> [UInt8] {
    let text = Array(object.dropLast())
    return text + start + Array(Checksum.text(of: text).utf8) + end
  }

  /// Whether the checksum is right or missing.
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

import Foundation
import Testing

/// The rows of `Samples/expected.txt`, which describes their syntax.
struct ExpectedReading: CustomTestStringConvertible, Sendable {
  /// The kind of reading.
  let kind: String
  /// The sample's name and the changes to its bytes, as the row has them.
  let testDescription: String
  let bytes: [UInt8]
  var values: [(key: String, value: String)] = []

  enum Failure: Error {
    case line(Int, String)
  }

  /// All of them; throws at a line that cannot be read.
  static func all() throws -> [ExpectedReading] {
    let file = Bundle.module.bundleURL.appendingPathComponent("Samples/expected.txt")
    var readings: [ExpectedReading] = []
    var kind = ""
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let failure = Failure.line(index + 1, String(line))
      if line.hasPrefix("[") {
        kind = String(line.dropFirst().dropLast())
      } else if !line.hasPrefix("  ") {
        guard let bytes = changed(line) else { throw failure }
        readings.append(ExpectedReading(kind: kind, testDescription: String(line), bytes: bytes))
      } else if !line.hasPrefix("  from: ") {
        guard !readings.isEmpty else { throw failure }
        for pair in line.dropFirst(2).components(separatedBy: " | ") {
          let parts = pair.components(separatedBy: ": ")
          guard parts.count == 2 else { throw failure }
          readings[readings.count - 1].values.append((parts[0], parts[1]))
        }
      }
    }
    return readings
  }

  /// The bytes of a sample with its changes; nil if a change cannot be made.
  private static func changed(_ line: Substring) -> [UInt8]? {
    let parts = line.components(separatedBy: " with ")
    var bytes = SampleEDIDs.bytes(parts[0])
    guard !bytes.isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return bytes }
    var isSealed = true
    for change in parts[1].split(separator: " ") {
      if change == "unsealed" {
        isSealed = false
      } else if change.hasPrefix("cut:") {
        guard let count = Int(change.dropFirst(4)) else { return nil }
        bytes = Array(bytes.prefix(count))
      } else {
        let sides = change.split(separator: "=")
        guard sides.count == 2, let offset = Int(sides[0]), let new = hexadecimal(sides[1]), offset >= 0,
          offset + new.count <= bytes.count
        else { return nil }
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
      }
    }
    return isSealed ? SampleEDIDs.sealed(bytes) : bytes
  }

  /// The bytes of pieces as `00ff` and `00*14`.
  private static func hexadecimal(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    for piece in text.split(separator: ",") {
      let sides = piece.split(separator: "*")
      let digits = Array(sides[0])
      guard let count = sides.count == 2 ? Int(sides[1]) : 1, digits.count % 2 == 0 else { return nil }
      var part: [UInt8] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else { return nil }
        part.append(byte)
      }
      for _ in 0..<count { bytes += part }
    }
    return bytes
  }
}

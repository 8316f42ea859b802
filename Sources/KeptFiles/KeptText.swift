internal import DisplayTypes

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

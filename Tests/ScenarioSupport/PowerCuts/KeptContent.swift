/// The content for a number. A test can detect an incomplete value from it.
enum KeptContent {
  /// A text of up to 4,000 bytes.
  static func text(of number: Int) -> String {
    String(repeating: "value \(number) ", count: 1 + number * 37 % 300)
  }

  private static let head = Array("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><desc>".utf8)

  /// A picture of up to three pieces. A file that cannot be shown would not replace another one.
  static func file(of number: Int) -> [UInt8] {
    var bytes = head + Array("\(number)\n".utf8)
    let size = 1_000 + number * 7_919 % 60_000
    let line = Array("line of file \(number)\n".utf8)
    while bytes.count < size { bytes += line }
    return bytes + Array("</desc></svg>\n".utf8)
  }

  /// The number in a file; nil if the file is incomplete.
  static func number(ofFile bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: head) else { return nil }
    let digits = bytes.dropFirst(head.count).prefix { $0 != 0x0A }
    guard digits.count < 10, let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0 else { return nil }
    return file(of: number) == bytes ? number : nil
  }
}

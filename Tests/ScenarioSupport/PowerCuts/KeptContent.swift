/// What is sent for a number, so that a value that is not whole is seen.
enum KeptContent {
  /// A text of up to 4,000 bytes.
  static func text(of number: Int) -> String {
    String(repeating: "value \(number) ", count: 1 + number * 37 % 300)
  }

  /// A file of up to three pieces.
  static func file(of number: Int) -> [UInt8] {
    var bytes = Array("\(number)\n".utf8)
    let size = 1_000 + number * 7_919 % 60_000
    let line = Array("line of file \(number)\n".utf8)
    while bytes.count < size { bytes += line }
    return bytes
  }

  /// The number of a file; nil if it is not whole.
  static func number(ofFile bytes: [UInt8]) -> Int? {
    let digits = bytes.prefix { $0 != 0x0A }
    guard digits.count < 10, let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0 else { return nil }
    return file(of: number) == bytes ? number : nil
  }
}

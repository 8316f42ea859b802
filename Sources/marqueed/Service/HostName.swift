import Glibc

/// This machine's name.
enum HostName {
  /// The first part of what it is called at present (gethostname); empty where it has no name.
  static var current: String {
    var text = [CChar](repeating: 0, count: 256)
    guard gethostname(&text, 255) == 0 else { return "" }
    let bytes = text.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

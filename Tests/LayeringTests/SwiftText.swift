/// Swift source without its comments and the letters of its strings, so that rules read only code.
///
/// Every removed character becomes a blank, and every line break stays, so that line numbers are correct. An interpolation is code, so
/// it is kept.
struct SwiftText: Sendable {
  let code: String

  init(_ source: String) {
    var scanner = Scanner(source: Array(source.utf8))
    scanner.scanCode(until: nil)
    code = String(decoding: scanner.output, as: UTF8.self)
  }

  /// The lines of code, the first being number 1.
  var lines: [(number: Int, text: Substring)] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
  }

  /// Works on bytes, because it searches only for ASCII characters.
  private struct Scanner {
    let source: [UInt8]
    var output: [UInt8] = []
    var position = 0

    private static let newline = UInt8(ascii: "\n")

    private var isAtEnd: Bool { position >= source.count }

    private func starts(with text: [UInt8]) -> Bool {
      let end = position + text.count
      return end <= source.count && source[position..<end].elementsEqual(text)
    }

    private func starts(with text: StaticString) -> Bool {
      guard position + text.utf8CodeUnitCount <= source.count else { return false }
      return text.withUTF8Buffer { $0.elementsEqual(source[position..<position + $0.count]) }
    }

    private mutating func keep() {
      output.append(source[position])
      position += 1
    }

    private mutating func blank(_ count: Int = 1) {
      for _ in 0..<count where !isAtEnd {
        output.append(source[position] == Scanner.newline ? Scanner.newline : UInt8(ascii: " "))
        position += 1
      }
    }

    /// Keeps code until the parenthesis that closes an interpolation, or until the end.
    mutating func scanCode(until closing: UInt8?) {
      var depth = 0
      while !isAtEnd {
        if starts(with: "//") {
          while !isAtEnd, source[position] != Scanner.newline { blank() }
        } else if starts(with: "/*") {
          scanComment()
        } else if let hashes = hashesOfString() {
          scanString(hashes: hashes)
        } else {
          if closing != nil, source[position] == UInt8(ascii: "(") { depth += 1 }
          if let closing, source[position] == closing {
            if depth == 0 { return }
            depth -= 1
          }
          keep()
        }
      }
    }

    private mutating func scanComment() {
      var depth = 0
      repeat {
        if starts(with: "/*") {
          depth += 1
          blank(2)
        } else if starts(with: "*/") {
          depth -= 1
          blank(2)
        } else {
          blank()
        }
      } while depth > 0 && !isAtEnd
    }

    /// The number of # before the quotation mark of a string that begins here; nil if no string begins.
    private func hashesOfString() -> Int? {
      var end = position
      while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
      return end < source.count && source[end] == UInt8(ascii: "\"") ? end - position : nil
    }

    private mutating func scanString(hashes: Int) {
      let fence = Array(repeating: UInt8(ascii: "#"), count: hashes)
      blank(hashes)
      let quote = Array((starts(with: "\"\"\"") ? "\"\"\"" : "\"").utf8)
      blank(quote.count)
      let end = quote + fence
      let escape = [UInt8(ascii: "\\")] + fence
      let interpolation = escape + [UInt8(ascii: "(")]
      while !isAtEnd {
        if starts(with: end) { return blank(end.count) }
        if starts(with: interpolation) {
          blank(interpolation.count)
          scanCode(until: UInt8(ascii: ")"))
          blank()
        } else if starts(with: escape) {
          // The escaped character is removed with the backslash. It may be a quotation mark.
          blank(escape.count + 1)
        } else {
          blank()
        }
      }
    }
  }
}

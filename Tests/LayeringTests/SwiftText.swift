/// Swift source without its comments and the letters of its strings, so that rules look at code alone.
///
/// Every character that is left out becomes a blank and every line break stays, so that line numbers hold. What stands
/// in an interpolation is code and is kept.
struct SwiftText {
  let code: String

  init(_ source: String) {
    var scanner = Scanner(source: Array(source), output: [])
    scanner.scanCode(until: nil)
    code = String(scanner.output)
  }

  /// The lines of code, the first being number 1.
  var lines: [(number: Int, text: Substring)] {
    code.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
  }

  private struct Scanner {
    let source: [Character]
    var output: [Character]
    var position = 0

    private var isAtEnd: Bool { position >= source.count }

    private func starts(with text: String) -> Bool {
      let end = position + text.count
      return end <= source.count && source[position..<end].elementsEqual(text)
    }

    private mutating func keep() {
      output.append(source[position])
      position += 1
    }

    private mutating func blank(_ count: Int = 1) {
      for _ in 0..<count where !isAtEnd {
        output.append(source[position].isNewline ? source[position] : " ")
        position += 1
      }
    }

    /// Keeps code until the parenthesis that closes an interpolation, or until the end.
    mutating func scanCode(until closing: Character?) {
      var depth = 0
      while !isAtEnd {
        if starts(with: "//") {
          while !isAtEnd, !source[position].isNewline { blank() }
        } else if starts(with: "/*") {
          scanComment()
        } else if let hashes = hashesOfString() {
          scanString(hashes: hashes)
        } else {
          if closing != nil, source[position] == "(" { depth += 1 }
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

    /// How many # stand before the quotation mark of a string that begins here; nil where none begins.
    private func hashesOfString() -> Int? {
      var end = position
      while end < source.count, source[end] == "#" { end += 1 }
      return end < source.count && source[end] == "\"" ? end - position : nil
    }

    private mutating func scanString(hashes: Int) {
      let fence = String(repeating: "#", count: hashes)
      blank(hashes)
      let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
      blank(quote.count)
      while !isAtEnd {
        if starts(with: quote + fence) { return blank(quote.count + hashes) }
        if starts(with: "\\" + fence + "(") {
          blank(hashes + 2)
          scanCode(until: ")")
          blank()
        } else if starts(with: "\\" + fence) {
          blank(hashes + 2)
        } else {
          blank()
        }
      }
    }
  }
}

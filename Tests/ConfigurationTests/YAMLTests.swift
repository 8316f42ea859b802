import Configuration
import ContentModel
import Testing

@Suite struct YAMLTests {
  @Test(
    "invalid YAML is reported with its place",
    arguments: [
      ("screens: [", "marquee.yaml:2:1: not valid YAML"), ("a: b: c", "marquee.yaml:1:5: not valid YAML"),
      ("screens:\n\t- a", "indent with spaces, YAML takes no tabs"),
      ("support: @x", "put a value that begins so in quotes"),
      ("support: 'off", "not valid YAML"), ("- a\nb: c", "not valid YAML"), ("? [a]\n: b", "in the place of a key"),
      ("a: &x 1\nb: *x", "the alias *x is not supported"), ("*x : 1", "the alias *x is not supported"),
      ("support: off\n---\nsupport: off", "marquee.yaml:2:1: a second document begins here"),
      ("support: !mine off", "the tag !mine is not supported"), ("idle: {color: \"\\0\"}", "NUL character"),
    ])
  func malformed(text: String, message: String) {
    let found = problems(text)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test(
    "an indentation that fits no line above is reported with the numbers of spaces",
    arguments: [
      (
        "apps:\n  lobby:\n    scenes:\n   foo: 1\n",
        "marquee.yaml:4:4: not valid YAML: the line is indented by 3 spaces; expected 4 (as in line 3) or 2 (as in line 2)"
      ),
      (
        "support: off\n  idle: x\n",
        "marquee.yaml:2:3: not valid YAML: the line is indented by 2 spaces; expected 0 (as in line 1)"
      ),
      (
        "screens:\n  # two\n  - use: dark\n    scale: 1\n\n   - use: main\n",
        "marquee.yaml:6:4: not valid YAML: the line is indented by 3 spaces; expected 2 (as in line 3)"
      ),
      (
        "screens:\n  - use: dark\n     scale: 1\n",
        "marquee.yaml:3:6: not valid YAML: the line is indented by 5 spaces; expected 4 (as in line 2)"
      ),
      (
        "screens:\n  - use: dark\n   scale: 1\n",
        "marquee.yaml:3:4: not valid YAML: the line is indented by 3 spaces; expected 4 (as in line 2) or 0 (as in line 1)"
      ),
      (
        "  support: off\nidle: x\n",
        "marquee.yaml:2:1: not valid YAML: the line is indented by 0 spaces; expected 2 (as in line 1)"
      ),
    ])
  func indentation(text: String, message: String) {
    #expect(problems(text) == [message])
  }

  @Test(
    "a # that begins a comment inside braces is named with its place",
    arguments: [
      ("idle: { color: #102030 }\n", "1:16", "}", "#102030"),
      ("idle: { color: #102030 }\nsupport: off\n", "1:16", "}", "#102030"),
      ("idle: { color: #fff, x: 1 }\n", "1:16", ",", "#fff"),
      ("support: off\nscreens: [ #1 ]\nidle: x\n", "2:12", "]", "#1"),
      ("a: { text: \"Gate # 4\", b: 'it''s', name: Größe #2 }\nb: { c: 1 }\n", "1:48", "}", nil),
    ])
  func commentInBraces(text: String, place: String, bracket: String, word: String?) {
    #expect(
      problems(text) == [
        "marquee.yaml:\(place): not valid YAML: the # begins a comment here, so that the \(bracket) behind it is not read; "
          + "put the value in quotes" + (word.map { ", as \"\($0)\"" } ?? "")
      ])
  }

  @Test(
    "a missing end or colon is named at the beginning of its value",
    arguments: [
      ("idle: { color: red\nsupport: off\n", "2:8: not valid YAML: the { in line 1, column 7 is not closed"),
      ("screens: [a, b\n", "2:1: not valid YAML: the [ in line 1, column 10 is not closed"),
      ("# a comment\nsupport: 'off\nidle: x\n", "2:10: not valid YAML: the text in quotes that begins here has no end"),
      ("support:off\nidle: x\n", "1:1: not valid YAML: the line has no colon with a space behind it"),
      ("a: b: c", "put a text that has a colon and a space in it in quotes"),
      ("a: \"b\" c\n", "there is more behind the text in quotes; put all of it in quotes"),
      ("a: ]\n", "1:4: not valid YAML: there is no value; add it, or put a text of such characters in quotes"),
      ("a: - b\n", "no list can begin here; begin it below its key, or put a text with - in quotes"),
      ("a: \"\\d\"\n", "1:5: not valid YAML: the \\ begins no character of YAML; write \\\\ for a backslash"),
      ("a: | b\n", "no text follows | or >; begin it on the next line, indented with spaces"),
      ("%x\n", "this breaks a rule of YAML; check indentation, colons and quotes of this line and the one above"),
      // A real comment, in braces that are not closed.
      ("screens: [a, # the best, usually\n  b\n", "the [ in line 1, column 10 is not closed"),
    ])
  func openEnds(text: String, message: String) {
    let found = problems(text)
    #expect(found.count == 1 && found.first?.contains(message) == true, "\(found)")
  }

  @Test("bytes that are no text get their place")
  func invalidBytes() {
    let bytes = Array("support: off\nidle: ".utf8) + [0xFF, 0xFE, 0x80]
    let error = #expect(throws: ConfigurationErrors.self) { try Configuration.parse(bytes, file: "f.yaml") }
    #expect(error?.description == "f.yaml:2:7: not readable text: a byte is not UTF-8; save the file as UTF-8")
    #expect(problems("a: \u{1}") == ["marquee.yaml:1:4: not readable text: a control character is here; remove it"])
  }

  @Test("deep nesting, many values and large files are refused")
  func limits() {
    #expect(problems(String(repeating: "[", count: 100_000)).first?.contains("more than 32 levels deep") == true)
    #expect(problems(String(repeating: "- ", count: 400)).first?.contains("more than 32 levels deep") == true)
    #expect(
      problems("screens: [" + String(repeating: "a,", count: 60_000) + "]").last?.contains("more than 50000 values")
        == true)
    #expect(problems(String(repeating: "#\n", count: 600_000)).first?.contains("more than 1048576 bytes") == true)
  }

  @Test("an expansion bomb of aliases is refused at once")
  func bomb() {
    var text = "a: &a [x, x]\n"
    for name in ["b", "c", "d", "e"] { text += "\(name): &\(name) [*a, *a, *a]\n" }
    #expect(problems(text).count == 1)
  }

  @Test("at most fifty errors are reported")
  func cap() {
    #expect(problems((0..<500).map { "key\($0): 1" }.joined(separator: "\n")).count == 50)
  }

  @Test("no prefix of a right file traps")
  func truncated() {
    let text = externalRole(##"[{name: "wel\u00e9come", content: {banner: {text: 'é'}}}]"##)
    let bytes = Array((text + "idle: {color: \"#00ff00\"}\n").utf8)
    for count in 0...bytes.count { _ = try? Configuration.parse(Array(bytes.prefix(count)), file: "f") }
    for index in bytes.indices {
      var broken = bytes
      broken[index] ^= 0x5A
      _ = try? Configuration.parse(broken, file: "f")
    }
  }

  @Test("no sequence of colons, quotes, brackets and spaces traps")
  func sequences() {
    let pieces = [" ", "  ", "\n", "- ", ": ", "#", " #a}", "{", "}", "[", "]", "'", "\"", "a", "ü", "\t", "\r\n", ","]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          for text in [first + second + third, "a: { b\n  - c\n" + first + second + third] {
            let libyamlsWords = ["while ", "did not find", "found ", "could not find"]
            #expect(!problems(text).contains { problem in libyamlsWords.contains(where: problem.contains) }, "\(text)")
          }
        }
      }
    }
  }

  @Test("control characters of the file do not reach the message")
  func controlCharacters() {
    let found = problems("\"sup\\e[31mport\": off")
    #expect(found.count == 1)
    #expect(found.first?.unicodeScalars.contains("\u{1B}") == false)
  }
}

import Configuration
import Testing

@Suite struct YAMLTests {
  @Test(
    "what is no YAML gets its place",
    arguments: [
      ("screens: [", "marquee.yaml:2:1: not valid YAML"), ("a: b: c", "marquee.yaml:1:5: not valid YAML"),
      ("screens:\n\t- a", "indent with spaces, YAML takes no tabs"),
      ("support: @x", "put a value that begins so in quotes"),
      ("support: 'off", "not valid YAML"), ("- a\nb: c", "not valid YAML"), ("? [a]\n: b", "where a key was expected"),
      ("a: &x 1\nb: *x", "the alias *x is not supported"), ("*x : 1", "the alias *x is not supported"),
      ("support: off\n---\nsupport: off", "marquee.yaml:2:1: a second document begins here"),
      ("support: !mine off", "the tag !mine means nothing here"), ("idle: {color: \"\\0\"}", "NUL character"),
    ])
  func malformed(text: String, message: String) {
    let found = problems(text)
    #expect(found.contains { $0.contains(message) }, "\(found)")
  }

  @Test("bytes that are no text get their place")
  func invalidBytes() {
    let bytes = Array("support: off\nidle: ".utf8) + [0xFF, 0xFE, 0x80]
    let error = #expect(throws: ConfigurationErrors.self) { try Configuration.parse(bytes, file: "f.yaml") }
    #expect(error?.description.hasPrefix("f.yaml:2:7: not readable text") == true, "\(error?.description ?? "")")
  }

  @Test("deep nesting, many values and large files are refused")
  func limits() {
    #expect(problems(String(repeating: "[", count: 100_000)).first?.contains("more than 32 deep") == true)
    #expect(problems(String(repeating: "- ", count: 400)).first?.contains("more than 32 deep") == true)
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

  @Test("at most fifty errors are told")
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

  @Test("control characters of the file do not reach the message")
  func controlCharacters() {
    let found = problems("\"sup\\e[31mport\": off")
    #expect(found.count == 1)
    #expect(found.first?.unicodeScalars.contains("\u{1B}") == false)
  }
}

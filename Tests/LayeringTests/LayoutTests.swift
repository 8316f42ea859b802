import Testing

/// The sizes that keep the source easy to find one's way in.
struct LayoutTests {
  @Test func targetsAndFilesAreFew() throws {
    #expect(try Checkout.targets().count <= 30)
    let files = try Checkout.sources().filter { !$0.path.contains("/Generated/") }
    #expect(files.count <= 600)
    let lengths = files.map(\.lineCount).sorted()
    print("Sources: \(files.count) files, \(lengths.reduce(0, +)) lines, median \(lengths[lengths.count / 2])")
  }

  /// It makes the parts and connects them; what they do stands elsewhere.
  @Test func theDaemonIsWiring() throws {
    let daemon = try #require(try Checkout.sources().first { $0.path == "Sources/marqueed/Daemon.swift" })
    #expect(daemon.lineCount <= 350)
  }

  /// Types of a file's top level; a reader who searches for one must find one.
  @Test func noTypeNameStandsTwice() throws {
    var places: [Substring: [String]] = [:]
    for file in try Checkout.sources() {
      for line in file.text.lines {
        if let name = Self.declaredType(line.text) { places[name, default: []].append(file.path) }
      }
    }
    #expect(places.count > 700)
    for (name, paths) in places where paths.count > 1 {
      Issue.record("\(name) is declared in \(paths.sorted().joined(separator: " and "))")
    }
  }

  @Test(arguments: [
    ("struct A {", "A"), ("public final class B: C {", "B"), ("package indirect enum D<E> {", "D"),
    ("@safe public final class F {", "F"), ("extension G {", nil), ("  struct H {", nil), ("let struct1 = 2", nil),
    ("private protocol I {", "I"), ("nonisolated struct J {", "J"), ("}", nil),
  ])
  func declarationsAreFound(line: String, name: String?) {
    #expect(Self.declaredType(Substring(line)).map(String.init) == name)
  }

  /// The type that a line declares at the top level of its file.
  private static func declaredType(_ line: Substring) -> Substring? {
    guard let first = line.first, first != " " else { return nil }
    let modifiers: Set<Substring> = [
      "public", "package", "private", "fileprivate", "final", "indirect", "nonisolated", "open", "@", "safe",
      "MainActor",
    ]
    let words = SourceRule.words(line).drop { modifiers.contains($0) }
    guard let keyword = words.first, ["struct", "class", "enum", "actor", "protocol", "typealias"].contains(keyword)
    else {
      return nil
    }
    return words.dropFirst().first
  }
}

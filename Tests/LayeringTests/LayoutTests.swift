import Testing

/// Size limits that keep the source readable.
struct LayoutTests {
  @Test func targetsAndFilesAreFew() throws {
    // The programs for videos and for their sound are targets of their own: only they need GStreamer, and they have different rights.
    #expect(try Checkout.targets().count <= 34)
    let files = try Checkout.sources().filter { !$0.path.contains("/Generated/") }
    // Live streams are ten files: their content, item, messages and process.
    #expect(files.count <= 650)
    let lengths = files.map(\.lineCount).sorted()
    print("Sources: \(files.count) files, \(lengths.reduce(0, +)) lines, median \(lengths[lengths.count / 2])")
  }

  /// Daemon.swift makes the parts and connects them. Their work is in other files.
  @Test func theDaemonIsWiring() throws {
    let daemon = try #require(try Checkout.sources().first { $0.path == "Sources/marqueed/Daemon.swift" })
    #expect(daemon.lineCount <= 351)
  }

  /// A search for a type's name finds one type, in `Sources/` and in `Tests/`.
  @Test func typeNamesAreUnique() throws {
    let files = try Checkout.sources() + Checkout.tests()
    #expect(Self.topLevelTypes(of: files).count > 1000)
    for name in Self.repeatedNames(in: files) { Issue.record("\(name)") }
  }

  @Test func repeatedNamesAreFound() {
    let source = SourceFile(target: "A", path: "a.swift", source: "struct A {\n  enum B {}\n}\nstruct C {}\n")
    let test = SourceFile(
      target: "B", path: "b.swift", source: "struct B {\n  enum D {}\n}\nextension C { enum D {} }\nfinal class C {}\n")
    #expect(Self.repeatedNames(in: [source]).isEmpty)
    #expect(
      Self.repeatedNames(in: [source, test]) == [
        "C is declared in a.swift and b.swift", "A.B has the name of the type in b.swift",
      ])
  }

  @Test(arguments: [
    ("struct A {", "A"), ("public final class B: C {", "B"), ("package indirect enum D<E> {", "D"),
    ("@safe public final class F {", "F"), ("extension G {", nil), ("  struct H {", nil), ("let struct1 = 2", nil),
    ("private protocol I {", "I"), ("nonisolated struct J {", "J"), ("}", nil),
  ])
  func declarationsAreFound(line: String, name: String?) {
    #expect(Self.declaredType(Substring(line)).map(String.init) == name)
  }

  /// The names of types at the top level of a file, with the files.
  private static func topLevelTypes(of files: [SourceFile]) -> [String: [String]] {
    var places: [String: [String]] = [:]
    for file in files {
      for line in file.text.lines {
        if let name = declaredType(line.text) { places[String(name), default: []].append(file.path) }
      }
    }
    return places
  }

  /// The names of top-level types that another type has too, at the top level or nested.
  private static func repeatedNames(in files: [SourceFile]) -> [String] {
    let places = topLevelTypes(of: files)
    let twice = places.filter { $1.count > 1 }.map { "\($0) is declared in \($1.sorted().joined(separator: " and "))" }
    let nested = TypeSize.all(in: files).keys.compactMap { name -> String? in
      guard let dot = name.lastIndex(of: "."), let place = places[String(name[dot...].dropFirst())]?.first else {
        return nil
      }
      return "\(name) has the name of the type in \(place)"
    }
    return twice.sorted() + nested.sorted()
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

import Testing

/// Every name of the library that docs/from-screens-to-scenes.md mentions exists.
@Suite("The page from screens to scenes")
struct OlderWayPageTests {
  /// `Type.member` of a line; a word with a capital letter alone is a type.
  private static func names(_ text: String) -> [(type: Substring, member: Substring?)] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap { index, word in
      let parts = word.split(separator: ".")
      guard index % 2 == 1, parts.count <= 2, let type = parts.first, type.first?.isUppercase == true,
        word.allSatisfy({ $0.isLetter || $0 == "." })
      else { return nil }
      return (type, parts.count == 2 ? parts[1] : nil)
    }
  }

  @Test("names exist, and both columns have some in nearly every row")
  func namesExist() throws {
    let page = try Checkout.text("docs/from-screens-to-scenes.md")
    let sources = try Checkout.sources().filter { $0.target == "Scenes" }
    let texts = try sources.map { try Checkout.text($0.path) }
    // A type with all its extensions is in files that have its name after one of these words.
    func exists(_ type: Substring, _ member: Substring?) -> Bool {
      let own = texts.filter { text in
        ["class", "struct", "enum", "protocol", "typealias", "extension"].contains { word in
          [" ", ":", "<", ".", "\n"].contains { text.contains("\(word) \(type)\($0)") }
        }
      }
      guard let member else { return !own.isEmpty }
      if member == "init" { return own.contains { $0.contains("public init(") } }
      return own.contains { text in
        ["func \(member)(", "var \(member):", "var \(member) ", "let \(member):"].contains { text.contains($0) }
      }
    }
    let targets = try Checkout.targets()
    var count = 0
    for line in page.split(separator: "\n") where !line.hasPrefix("|--") {
      for (type, member) in Self.names(String(line)) where !targets.contains(String(type)) {
        count += 1
        #expect(exists(type, member), "\(type).\(member ?? "") is in the page, and not in Sources/Scenes")
      }
    }
    #expect(count > 30)
    #expect(!exists("ScreenApp", "putt"))
  }

  @Test("each call of UIKit's app delegate has the call that does it here, or the reason why it needs none")
  func appDelegateCalls() throws {
    let page = try Checkout.text("docs/from-screens-to-scenes.md")
    let section = try #require(page.split(separator: "## Calls of the app delegate").last)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "|") }
    for row in rows {
      let (call, here) = (try #require(row.first), try #require(row.last))
      let hasCall = Self.names(String(here)).contains { $0.type.hasSuffix("Delegate") && $0.member != nil }
      #expect(hasCall || here.hasPrefix(" not needed, because "), "\(call)")
    }
    let calls = rows.compactMap { $0.first.map(String.init) }
    let names = [
      "DidBecomeActive", "WillResignActive", "DidEnterBackground", "WillEnterForeground", "open:", "continue:",
      "shouldSave", "shouldRestore",
    ]
    for name in names {
      #expect(calls.contains { $0.contains(name) }, "\(name)")
    }
  }
}

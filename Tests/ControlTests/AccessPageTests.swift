import ControlProtocol
import Foundation
import Testing

struct AccessPageTests {
  @Test(
    "the table of access in docs/control.md has each method in the row of its level",
    arguments: [.none] + AccessLevel.levels)
  func rows(level: AccessLevel) throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: top.appending(path: "docs/control.md"), encoding: .utf8)
    let row =
      page.split(separator: "\n").first { $0.hasPrefix(level == .none ? "| each level |" : "| `\(level.name)` |") }
      ?? ""
    let words = Set(row.split { !$0.isLetter && $0 != "`" }.map(String.init))
    let methods = ControlMethod.allCases.filter { $0.rawValue.hasPrefix("org.marquee.Display.") }
    let named = methods.map { String($0.rawValue.dropFirst("org.marquee.Display.".count)) }.filter(words.contains)
    let required = methods.filter { $0.requiredAccess == level }.map {
      $0.rawValue.dropFirst("org.marquee.Display.".count)
    }
    #expect(Set(named) == Set(required.map(String.init)))
    #expect(!row.isEmpty)
  }
}

import Foundation
import Testing

@testable import marquee_remote

/// The files of the pages.
struct PageFilesTests {
  private let folder = URL(filePath: #filePath).appending(path: "../../../Sources/marquee-remote/Pages").standardized

  @Test(arguments: ["pair.html", "nothing.html", "phone.html", "console.html", "screens.html"])
  func aPageIsWhole(name: String) throws {
    let page = try #require(PageFiles()[name])
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(!text.contains("<!--") && text.components(separatedBy: "base.css").count == 2)
    // Every icon and every file that the pages use exists.
    let icons = Set(text.matches(of: /<use href="#icon-([a-z-]+)"/).map { String($0.1) })
    #expect(["pair.html", "nothing.html"].contains(name) || !icons.isEmpty)
    #expect(icons.allSatisfy { text.components(separatedBy: "<symbol id=\"icon-\($0)\"").count == 2 })
    let assets = text.matches(of: /"\/assets\/([^"]+)"/).map { String($0.1) }
    #expect(assets.count > 2 && assets.allSatisfy { PageFiles()[$0] != nil })
  }

  @Test func everyFileIsInTheProgramAsInTheTree() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let inTree = try #require(PageFiles(folder: folder.path))
    for name in names {
      let isPiece = name.hasPrefix("piece-")
      #expect((inTree[name] == nil) == isPiece && PageFiles()[name]?.bytes == inTree[name]?.bytes, "\(name)")
    }
    #expect(PageFiles(folder: "/nowhere") == nil)
  }
}

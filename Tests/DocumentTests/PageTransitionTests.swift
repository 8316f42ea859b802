import DamagedFiles
import DisplayTypes
import RasterizerHost
import Rasterizing
import Testing

/// The transitions of the pages of PDF files, as poppler reads them in its sandbox.
@Suite(.serialized) struct PageTransitionTests {
  private let room = PictureRoom(size: PixelSize(width: 32, height: 18))

  /// The transitions of pages with these entries `/Trans`; an empty one stands for a page without the entry.
  private func transitions(_ entries: [String]) throws -> [PageTransition?] {
    let entries = entries.map { $0.isEmpty ? "" : "/Trans << /Type /Trans \($0) >>" }
    let bench = try DocumentTestBench()
    let file = try TestFile.make(TestDocument.pages(entries.count, entries: entries))
    return try (1...entries.count).map { try bench.draw(file, page: $0, room).get().transition }
  }

  @Test func eachStyleOfPDFIsTheNearestOfOurs() throws {
    let styles: [(name: String, style: PageTransition.Style?)] = [
      ("Fade", .fade), ("Dissolve", .fade), ("Glitter", .fade), ("Split", .fade), ("Blinds", .fade), ("Box", .fade),
      ("Wipe", .wipe), ("Uncover", .wipe), ("Cover", .cover), ("Fly", .cover), ("Push", .push), ("R", nil),
    ]
    let found = try transitions(styles.map { "/S /\($0.name) /D 0.5" })
    for (style, found) in zip(styles, found) {
      #expect(found == style.style.map { PageTransition($0, milliseconds: 500) }, "\(style.name)")
    }
  }

  @Test func aPageWithoutOneHasNone() throws {
    #expect(try transitions(["", "/D 2", "/S /Nonsense"]) == [nil, nil, nil])
  }

  @Test func theAngleIsTheDirection() throws {
    let found = try transitions([0, 90, 180, 270, 315, -7].map { "/S /Push /Di \($0)" })
    #expect(found.map { $0?.direction } == [.right, .up, .left, .down, .right, .right])
  }

  @Test func theTimeIsASecondByDefaultAndHasBounds() throws {
    let found = try transitions(["", "/D 3", "/D 0", "/D -4", "/D 100000000000", "/D 0.0001"].map { "/S /Fade \($0)" })
    #expect(found.map { $0?.milliseconds } == [1000, 3000, nil, nil, 10_000, 1])
  }
}

import ControlProtocol
import DisplayTypes
import Testing

@testable import Configuration
@testable import ContentModel

@Suite struct ContentMomentTests {
  private let start = WallTime(seconds: 1_800_000_000)

  private func playlist(_ names: String...) -> ContentDescription {
    .playlist(
      PlaylistDescription(
        items: names.map { PlaylistItem(content: .image(ImageDescription(file: "/\($0).png")), name: $0) },
        itemMilliseconds: 5_000, start: start))
  }

  @Test func aMomentNamesItemPictureAndTimes() {
    let time = start.advanced(by: 7_000_000_000)
    let moments = ContentMomentInfo.list(of: playlist("a", "b"), at: time, in: TimelineContext())
    #expect(moments.count == 1)
    #expect(moments.first?.item == "b")
    #expect(moments.first?.shows == "image /b.png")
    #expect(moments.first?.since == "2027-01-15T08:00:05Z")
    #expect(moments.first?.until == "2027-01-15T08:00:10Z")
  }

  @Test func theFirstOfManyReasonsAreReported() {
    let files = (0..<100).map { "/\($0).png" }
    let content = ContentDescription.playlist(
      PlaylistDescription(
        items: (files + ["/good.png"]).map { PlaylistItem(content: .image(ImageDescription(file: $0))) },
        itemMilliseconds: 5_000,
        start: start))
    var context = TimelineContext(troubles: Dictionary(uniqueKeysWithValues: files.map { ($0, "\($0) is empty") }))
    let skipped = ContentMomentInfo.list(of: content, at: start, in: context).first?.skipped ?? []
    #expect(skipped.count == 11)
    #expect(skipped.first == "/0.png is empty")
    #expect(skipped.last == "and 90 more")
    context.troubles["/good.png"] = "/good.png is empty"
    let shows = ContentMomentInfo.list(of: content, at: start, in: context).first?.shows
    #expect(shows?.hasSuffix("; and 91 more") == true)
  }

  @Test func aLayoutHasAMomentForEachRegion() {
    let layout = LayoutDescription(regions: [
      LayoutRegion(name: "main", x: 0, y: 0, width: 1, height: 1, content: playlist("a", "b")),
      LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: .pattern(.bars)),
    ])
    let moments = ContentMomentInfo.list(of: .layout(layout), at: start, in: TimelineContext())
    #expect(moments.map(\.region) == ["main", "2"])
    #expect(moments.map(\.shows) == ["image /a.png", "pattern bars"])
  }

  @Test func skippedItemsAreReportedWithTheirReason() {
    let context = TimelineContext(troubles: ["/a.png": "there is no such file"])
    let moments = ContentMomentInfo.list(of: playlist("a", "b"), at: start, in: context)
    #expect(moments.first?.shows == "image /b.png")
    #expect(moments.first?.skipped.contains { $0.contains("no such file") } == true)
  }
}

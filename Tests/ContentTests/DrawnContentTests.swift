import DisplayTypes
import Testing

@testable import Content
@testable import ContentModel

/// The compiler cannot see whether the target Content draws each kind.
@MainActor struct DrawnContentTests {
  private static let samples: [ContentDescription] = [
    .color(.white), .pattern(.bars), .banner(.plain), .image(.plain), .deck(.plain), .ticker(.plain), .clock(.plain),
    .slideshow(SlideshowDescription(folder: "/f")), .countdown(.plain), .qrCode(.plain), .layout(LayoutDescription()),
    .setup(.plain), .playlist(PlaylistDescription(items: [PlaylistItem(content: .color(.white))])),
    .schedule(ScheduleDescription()), .surface(SurfaceDescription(name: "chart")), .video(.plain),
    .stream(.plain),
  ]

  @Test func theDueContentOfEachKindIsDrawn() {
    let context = TimelineContext(folders: ["/f": ["/f/a.png"]], zones: [nil: .utc])
    for content in Self.samples {
      let leaf = Timeline.moment(of: content, at: .epoch, in: context).leaf
      #expect(leaf.drawn != nil, "a \(content.kind) is not drawn: \(leaf)")
    }
    #expect(Set(Self.samples.map(\.kind)) == Set(ContentKind.allCases))
  }

  @Test func whereNothingIsSeenNothingIsDrawn() {
    #expect(DueContent.powerOff.drawn == nil)
    #expect(DueContent.nothing(["none"]).drawn == nil)
  }
}

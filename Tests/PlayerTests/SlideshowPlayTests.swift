import Content
import DisplayTypes
import Testing

@testable import ContentModel

/// Slideshows whose folder changes.
@MainActor
struct SlideshowPlayTests {
  private func rig() throws -> PlayerRig {
    let rig = try PlayerRig(.slideshow(SlideshowDescription(folder: "/m", itemMilliseconds: 1000)))
    for number in UInt64(1)...4 { rig.media.put("/m/\(number).png", number) }
    try rig.plug()
    return rig
  }

  private func colors(_ rig: PlayerRig) -> Set<Color> {
    _ = rig.takeFrames()
    rig.advance(milliseconds: 8000)
    return Set(rig.takeFrames().map(\.color))
  }

  @Test func aPictureThatIsRemovedWhileItIsShownIsNoLongerAnItem() throws {
    let rig = try rig()
    let shown = try #require(try rig.color())
    let path = try #require((1...4).map { "/m/\($0).png" }.first { rig.color(of: $0) == shown })
    rig.media.remove(path)
    #expect(!colors(rig).contains(shown))
    #expect(rig.takeMessages() == [])
  }

  /// inotify reports many changes together, half a second later.
  @Test func aPictureThatIsRemovedWithoutAnEventHasNotFailed() throws {
    let rig = try rig()
    rig.media.removeUnheard("/m/2.png")
    rig.media.removeUnheard("/m/3.png")
    rig.advance(milliseconds: 4000)
    #expect(colors(rig) == [StandInDocuments.color(1), StandInDocuments.color(4)])
    #expect(rig.takeMessages() == [])
  }

  /// As a link that leads nowhere.
  @Test func aMissingPictureInTheFolderHasFailed() throws {
    let rig = try rig()
    rig.media.fail(.missing(path: "/m/2.png"), "/m/2.png")
    #expect(!colors(rig).contains(StandInDocuments.color(2)))
    #expect(rig.takeMessages() == ["\(MediaTrouble.missing(path: "/m/2.png")); it is not shown until that is fixed"])
  }
}

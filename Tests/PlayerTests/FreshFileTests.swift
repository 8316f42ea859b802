import Content
import DisplayTypes
import Rasterizing
import Testing

@testable import ContentModel

/// Files that are being copied when they are due.
@MainActor
struct FreshFileTests {
  private nonisolated static func image(_ number: Int) -> ContentDescription {
    .image(ImageDescription(file: "/m/\(number).png"))
  }

  private nonisolated static func playlist(_ items: [ContentDescription]) -> ContentDescription {
    .playlist(PlaylistDescription(items: items.map { PlaylistItem(content: $0) }, itemMilliseconds: 2_000))
  }

  private nonisolated static let contents = [
    image(2), playlist([image(1), image(2)]),
    playlist([image(1), .deck(DeckDescription(file: "/m/2.png", pageMilliseconds: 1_000))]),
  ]

  private func rig(_ content: ContentDescription) throws -> PlayerRig {
    let rig = try PlayerRig(content)
    rig.media.put("/m/1.png", 1)
    rig.media.fail(.isBeingWritten(path: "/m/2.png"), "/m/2.png")
    try rig.plug()
    return rig
  }

  @Test(arguments: contents) func aFileThatIsWholeSoonMakesNoWarning(content: ContentDescription) throws {
    let rig = try rig(content)
    rig.advance(milliseconds: 1_000)
    rig.media.put("/m/2.png", 20)
    rig.advance(milliseconds: 30_000)
    #expect(rig.takeMessages() == [])
    #expect(
      rig.takeFrames().contains { $0.color == StandInDocuments.color(20) || $0.color == StandInDocuments.color(21) })
  }

  @Test(arguments: contents) func aFileThatIsWrittenForLongIsReportedOnce(content: ContentDescription) throws {
    let rig = try rig(content)
    rig.advance(milliseconds: 8_000)
    #expect(rig.takeMessages() == [])
    rig.advance(milliseconds: 60_000)
    let messages = rig.takeMessages()
    #expect(messages.count == 1 && messages.first?.contains("/m/2.png is still being written") == true, "\(messages)")
  }

  @Test func aFileThatIsWrittenOnAfterAPauseIsReported() throws {
    let rig = try rig(Self.contents[1])
    for _ in 0..<4 {
      rig.advance(milliseconds: 5_000)
      // It has changed, and is still being written.
      rig.media.fail(.isBeingWritten(path: "/m/2.png"), "/m/2.png")
    }
    #expect(rig.takeMessages().contains { $0.contains("/m/2.png is still being written") })
  }

  @Test func aFileThatGoesWhileItIsWrittenIsReportedAsMissing() throws {
    let rig = try rig(Self.contents[1])
    rig.media.fail(.missing(path: "/m/2.png"), "/m/2.png")
    rig.advance(milliseconds: 30_000)
    let messages = rig.takeMessages()
    #expect(messages.count == 1 && messages.first?.contains("no such file") == true, "\(messages)")
  }

  /// A change of the file is reported twice: its second version is refused again, its first is not.
  @Test(arguments: Array(contents.dropFirst())) func eachVersionOfADamagedFileIsReportedOnce(
    content: ContentDescription
  ) throws {
    let rig = try rig(content)
    rig.documents.errors[20] = .damaged("it is damaged")
    rig.media.put("/m/2.png", 20)
    rig.advance(milliseconds: 10_000)
    rig.media.announce("/m/2.png")
    rig.advance(milliseconds: 10_000)
    #expect(rig.takeMessages().count == 1)
    rig.media.put("/m/2.png", 20)
    rig.advance(milliseconds: 10_000)
    #expect(rig.takeMessages().count == 1)
  }

  /// As a memory stick is plugged in: each path may lead elsewhere after a mount.
  @Test(arguments: Array(contents.dropFirst())) func aMissingFileIsReportedAgainOnlyAfterItWasThere(
    content: ContentDescription
  ) throws {
    let rig = try rig(content)
    rig.media.fail(.missing(path: "/m/2.png"), "/m/2.png")
    rig.advance(milliseconds: 10_000)
    rig.media.announce("/m/2.png")
    rig.advance(milliseconds: 10_000)
    #expect(rig.takeMessages().count == 1)
    rig.media.put("/m/2.png", 20)
    rig.advance(milliseconds: 10_000)
    rig.media.fail(.missing(path: "/m/2.png"), "/m/2.png")
    rig.advance(milliseconds: 10_000)
    #expect(rig.takeMessages().count == 1)
  }
}

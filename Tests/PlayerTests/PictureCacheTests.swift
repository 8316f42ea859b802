import DisplayTypes
import Presentation
import Rasterizing
import SimulatedBackend
import Testing

@testable import Content
@testable import ContentModel

/// The cache of decoded pictures: its bytes are limited, and a picture in use stays.
@MainActor
struct PictureCacheTests {
  private static let room = PictureRoom(size: PixelSize(width: 64, height: 48))
  private static let bytes = 64 * 48 * 4

  private func file(_ inode: UInt64) -> MediaFile {
    MediaFile(descriptor: -1, version: FileVersion(device: 1, inode: inode, size: 1, modified: 1)) {}
  }

  @Test func itHoldsNoMoreThanItMay() throws {
    let rig = try PlayerRig()
    let cache = PictureCache(documents: rig.documents, capacity: 3 * Self.bytes)
    for inode in 1...10 as ClosedRange<UInt64> {
      _ = cache.picture(of: file(inode), for: Self.room) { _ in }
      rig.advance(milliseconds: 100)
      #expect(cache.byteCount <= 3 * Self.bytes)
    }
    #expect(cache.count == 3)
    _ = rig.documents.takeAsked()
    // The newest are there, the older are not.
    _ = cache.picture(of: file(9), for: Self.room) { _ in }
    _ = cache.picture(of: file(2), for: Self.room) { _ in }
    #expect(rig.documents.takeAsked() == ["picture 2"])
  }

  @Test func picturesInUseStay() throws {
    let rig = try PlayerRig()
    let cache = PictureCache(documents: rig.documents, capacity: Self.bytes)
    var held: [CachedPicture] = []
    for inode in 1...3 as ClosedRange<UInt64> {
      _ = cache.picture(of: file(inode), for: Self.room) { if case .success(let picture) = $0 { held.append(picture) } }
      rig.advance(milliseconds: 100)
    }
    #expect(cache.count == 3)
    held = []
    _ = cache.picture(of: file(4), for: Self.room) { _ in }
    rig.advance(milliseconds: 100)
    #expect(cache.count == 1)
    #expect(cache.byteCount <= Self.bytes)
  }

  @Test func equalRequestsGetOnePictureTogether() throws {
    let rig = try PlayerRig()
    let cache = PictureCache(documents: rig.documents)
    var answers = 0
    for _ in 0..<3 { _ = cache.picture(of: file(1), for: Self.room) { _ in answers += 1 } }
    rig.advance(milliseconds: 100)
    #expect(answers == 3)
    #expect(rig.documents.takeAsked() == ["picture 1"])
  }

  @Test func cancelledPicturesAreNotMade() throws {
    let rig = try PlayerRig()
    let cache = PictureCache(documents: rig.documents)
    let first = cache.picture(of: file(1), for: Self.room) { _ in Issue.record("nobody waits for it") }
    let second = cache.picture(of: file(1), for: Self.room) { _ in Issue.record("nobody waits for it") }
    first?.cancel()
    #expect(rig.documents.cancelled == 0)
    second?.cancel()
    #expect(rig.documents.cancelled == 1)
    rig.advance(milliseconds: 100)
    #expect(cache.count == 0)
  }

  @Test func twoScreensOfOneSizeShareTheirPictures() throws {
    let rig = try PlayerRig(.image(ImageDescription(file: "/m/1.png")), screens: ["HDMI-A-1", "DP-1"])
    rig.media.put("/m/1.png", 1)
    try rig.plug("HDMI-A-1")
    try rig.plug("DP-1")
    #expect(try rig.color(on: "DP-1") == StandInDocuments.color(1))
    #expect(rig.documents.takeAsked() == ["picture 1"])
  }
}

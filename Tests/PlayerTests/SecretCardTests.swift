import Content
import DisplayTypes
import Presentation
import Scenes
import Testing

@testable import ContentModel

/// A picture of a card with a code is secret, wherever the card is. A user who may only observe does not get it.
@MainActor
struct SecretCardTests {
  private static let card = ContentDescription.setup(SetupDescription())
  private static let pages = SetupCardInfo.Pages(
    address: "10.0.0.7", page: "http://10.0.0.7", code: "ACDE-FGHJ", link: "http://10.0.0.7/pair#ACDEFGHJ")

  private func rig(_ content: ContentDescription, screens: [String] = ["HDMI-A-1"]) throws -> PlayerRig {
    let rig = try PlayerRig(content, screens: screens)
    rig.resources.setup.pages = Self.pages
    return rig
  }

  private func isSecret(_ rig: PlayerRig, _ screen: String = "HDMI-A-1") throws -> Bool {
    try #require(try rig.capture(screen)).isSecret
  }

  private func layout(_ content: ContentDescription) -> ContentDescription {
    .layout(
      LayoutDescription(regions: [
        LayoutRegion(x: 0, y: 0, width: 0.5, height: 1, content: .color(.white)),
        LayoutRegion(x: 0.5, y: 0, width: 0.5, height: 1, content: content),
      ]))
  }

  @Test func aWholeScreenOfIt() throws {
    let rig = try rig(Self.card)
    try rig.plug()
    #expect(try isSecret(rig))
    rig.resources.setup.pages = Self.pages.open
    rig.advance(milliseconds: 500)
    #expect(try !isSecret(rig))
  }

  @Test func inARegionAndInARegionOfThat() throws {
    for content in [layout(Self.card), layout(layout(Self.card))] {
      let rig = try rig(content)
      try rig.plug()
      #expect(try isSecret(rig))
      rig.resources.setup.pages = Self.pages.open
      rig.advance(milliseconds: 500)
      #expect(try !isSecret(rig))
    }
  }

  /// The picture is secret from the first frame with a part of the card to the last, and in no other frame.
  @Test(arguments: [TransitionDescription.Kind.crossfade, .slide, .push, .wipe], [false, true])
  func duringATransition(_ kind: TransitionDescription.Kind, inRegion: Bool) throws {
    let playlist = ContentDescription.playlist(
      PlaylistDescription(
        items: [PlaylistItem(content: .color(.white)), PlaylistItem(content: Self.card)], itemMilliseconds: 2000,
        transition: TransitionDescription(kind, milliseconds: 1000, curve: .linear)))
    let rig = try rig(inRegion ? layout(playlist) : playlist)
    try rig.plug()
    // A whole round, from the moment at which the card begins to appear.
    var rest = 4_000_000_000 - rig.clock.now.nanoseconds % 4_000_000_000 + 2_000_000_000
    rest %= 4_000_000_000
    rig.advance(nanoseconds: UInt64(rest))
    let beginning = rig.clock.now
    func isSecret(at milliseconds: UInt64) throws -> Bool {
      let passed = (rig.clock.now.nanoseconds - beginning.nanoseconds) / 1_000_000
      rig.advance(milliseconds: milliseconds - min(UInt64(passed), milliseconds))
      return try self.isSecret(rig)
    }
    // The card appears for a second, stays for one, and disappears in a third.
    for time in [100, 500, 1500, 2100, 2500, 2900] as [UInt64] {
      #expect(try isSecret(at: time), "\(time) ms")
    }
    for time in [3300, 3700] as [UInt64] { #expect(try !isSecret(at: time), "\(time) ms") }
  }

  @Test(arguments: [MirrorFit.letterbox, .fill, .stretch]) func onAScreenThatMirrorsIt(_ fit: MirrorFit) throws {
    let rig = try rig(Self.card, screens: ["HDMI-A-1", "HDMI-A-2"])
    try rig.plug()
    try rig.plug("HDMI-A-2", PixelSize(width: 96, height: 48))
    try rig.system.find("HDMI-A-2").setMirror(of: .screen("HDMI-A-1"), fit: fit) { _ in }
    try rig.system.setSupport(.mirror, for: .screen("HDMI-A-2")) { _ in }
    rig.advance(milliseconds: 500)
    #expect(try rig.system.find("HDMI-A-2").mirroredScreen == "HDMI-A-1")
    #expect(try isSecret(rig, "HDMI-A-2"))
    _ = try rig.show(.color(.white))
    #expect(try !isSecret(rig, "HDMI-A-2"))
  }
}

import Composition
import DisplayTypes
import Presentation
import Scenes
import Testing

@testable import Content
@testable import ContentModel

/// Transitions on a simulated screen, read at some places of the monitor.
@MainActor
struct TransitionPlayTests {
  private static let (first, second) = (StandInDocuments.color(1), StandInDocuments.color(30_100))

  /// A screen at the moment at which the second picture begins to appear over the first.
  private func rig(_ transition: TransitionDescription, reducesMotion: Bool = false) throws -> PlayerRig {
    let items = (1...2).map { PlaylistItem(content: .image(ImageDescription(file: "/m/\($0).png"))) }
    let playlist = PlaylistDescription(items: items, itemMilliseconds: 2000, transition: transition)
    let rig = try PlayerRig(.playlist(playlist), reducesMotion: reducesMotion)
    rig.media.put("/m/1.png", 1)
    rig.media.put("/m/2.png", 30_100)
    try rig.plug()
    var rest = 4_000_000_000 - rig.clock.now.nanoseconds % 4_000_000_000 + 2_000_000_000
    rest %= 4_000_000_000
    rig.advance(nanoseconds: UInt64(rest))
    return rig
  }

  private func transition(
    _ kind: TransitionDescription.Kind, _ direction: TransitionDescription.Direction = .left
  ) -> TransitionDescription {
    TransitionDescription(kind, milliseconds: 1000, curve: .linear, direction: direction)
  }

  @Test(arguments: [TransitionDescription.Kind.slide, .push, .wipe])
  func theNewComesInFromTheRight(_ kind: TransitionDescription.Kind) throws {
    let rig = try rig(transition(kind))
    #expect(try rig.color(at: 0.95) == Self.first)
    rig.advance(milliseconds: 500)
    #expect(try rig.color(at: 0.1) == Self.first)
    #expect(try rig.color(at: 0.4) == Self.first)
    #expect(try rig.color(at: 0.6) == Self.second)
    #expect(try rig.color(at: 0.9) == Self.second)
    rig.advance(milliseconds: 600)
    for share in [0, 0.5, 0.99] { #expect(try rig.color(at: share) == Self.second) }
  }

  @Test func directionsAreWhereTheNewGoesTo() throws {
    let down = try rig(transition(.wipe, .down))
    down.advance(milliseconds: 500)
    #expect(try down.color(height: 0.2) == Self.second)
    #expect(try down.color(height: 0.8) == Self.first)
    let right = try rig(transition(.push, .right))
    right.advance(milliseconds: 500)
    #expect(try right.color(at: 0.2) == Self.second)
    #expect(try right.color(at: 0.8) == Self.first)
    let up = try rig(transition(.slide, .up))
    up.advance(milliseconds: 500)
    #expect(try up.color(height: 0.8) == Self.second)
    #expect(try up.color(height: 0.2) == Self.first)
  }

  @Test(arguments: [TransitionDescription.Kind.slide, .push, .wipe])
  func withReducedMotionItFades(_ kind: TransitionDescription.Kind) throws {
    let rig = try rig(transition(kind), reducesMotion: true)
    rig.advance(milliseconds: 500)
    let colors = try [0.05, 0.5, 0.95].map { try rig.color(at: $0) }
    #expect(Set(colors).count == 1)
    #expect(colors.first != Self.first && colors.first != Self.second)
  }

  @Test func aPictureThatIsNotAsLargeFadesOnItsOwnPlaceOnly() {
    let around = Backdrop.rects(
      around: PixelRect(x: 10, y: 0, width: 20, height: 48), in: PixelRect(x: 0, y: 0, width: 64, height: 48))
    #expect(
      around == [PixelRect(x: 0, y: 0, width: 10, height: 48), PixelRect(x: 30, y: 0, width: 34, height: 48)])
    #expect(Backdrop.rects(around: nil, in: PixelRect(x: 0, y: 0, width: 4, height: 4)).count == 1)
  }

  @Test func manyItemsWithinOneTransitionDoNotPileUp() throws {
    let items = (1...4).map { PlaylistItem(content: .image(ImageDescription(file: "/m/\($0).png"))) }
    let playlist = PlaylistDescription(
      items: items, itemMilliseconds: 200, transition: TransitionDescription(.crossfade, milliseconds: 700))
    let rig = try PlayerRig(.playlist(playlist))
    for number in 1...4 { rig.media.put("/m/\(number).png", UInt64(number)) }
    try rig.plug()
    rig.advance(milliseconds: 20_000)
    let scene = try #require(try rig.system.find("HDMI-A-1").shownScene)
    #expect((2...8).contains(scene.window?.tree.layers.count ?? 0))
    #expect(!rig.takeFrames().contains { $0.color == .black })
  }
}

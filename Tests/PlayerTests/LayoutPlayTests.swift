import DisplayTypes
import Testing

@testable import Content
@testable import ContentModel

/// Several contents on one screen, each with a timeline of its own.
@MainActor
struct LayoutPlayTests {
  private static func playlist(_ files: [Int], milliseconds: Int) -> ContentDescription {
    .playlist(
      PlaylistDescription(
        items: files.map { PlaylistItem(content: .image(ImageDescription(file: "/m/\($0).png"))) },
        itemMilliseconds: milliseconds))
  }

  private static let left = playlist([1, 2, 3], milliseconds: 2000)
  private static let right = playlist([4, 5], milliseconds: 3000)
  private static let grey = Color(red: 9, green: 9, blue: 9)
  private static let layout = ContentDescription.layout(
    LayoutDescription(
      regions: [
        LayoutRegion(x: 0, y: 0, width: 0.5, height: 0.75, content: left),
        LayoutRegion(x: 0.5, y: 0, width: 0.5, height: 0.75, content: right),
      ], background: grey))

  private func due(_ content: ContentDescription, _ rig: PlayerRig) -> Color? {
    guard case .content(.image(let image)) = Timeline.moment(of: content, at: rig.clock.now, in: TimelineContext()).leaf
    else {
      return nil
    }
    return rig.color(of: image.file)
  }

  @Test func eachRegionFollowsItsOwnTime() throws {
    let rig = try PlayerRig(Self.layout)
    for number in 1...5 { rig.media.put("/m/\(number).png", UInt64(number)) }
    try rig.plug()
    for _ in 0..<60 {
      // Some refreshes after a change.
      rig.advance(milliseconds: 500)
      let phase = rig.clock.now.nanoseconds % 1_000_000_000
      guard phase > 50_000_000 else { continue }
      #expect(try rig.color(at: 0.25, height: 0.3) == due(Self.left, rig))
      #expect(try rig.color(at: 0.75, height: 0.3) == due(Self.right, rig))
      #expect(try rig.color(height: 0.9) == Self.grey)
    }
    #expect(rig.takeMessages() == [])
  }

  @Test func aRegionWithoutItsFileLeavesTheOthers() throws {
    let rig = try PlayerRig(Self.layout)
    for number in 1...3 { rig.media.put("/m/\(number).png", UInt64(number)) }
    try rig.plug()
    rig.advance(milliseconds: 100)
    #expect(try rig.color(at: 0.25, height: 0.3) == due(Self.left, rig))
    #expect(rig.takeMessages().count == 2)
    for number in 4...5 { rig.media.put("/m/\(number).png", UInt64(number)) }
    rig.advance(milliseconds: 100)
    #expect(try rig.color(at: 0.75, height: 0.3) == due(Self.right, rig))
  }

  @Test func aLayoutIsAnItemOfAPlaylist() throws {
    let playlist = PlaylistDescription(
      items: [PlaylistItem(content: Self.layout), PlaylistItem(content: .color(.white))], itemMilliseconds: 10_000)
    let rig = try PlayerRig(.playlist(playlist))
    for number in 1...5 { rig.media.put("/m/\(number).png", UInt64(number)) }
    try rig.plug()
    for _ in 0..<80 {
      rig.advance(milliseconds: 700)
      let phase = rig.clock.now.nanoseconds % 1_000_000_000
      guard phase > 50_000_000 else { continue }
      let isLayout = rig.clock.now.seconds / 10 % 2 == 0
      #expect(try rig.color(at: 0.25, height: 0.3) == (isLayout ? due(Self.left, rig) : .white))
      #expect(try rig.color(height: 0.9) == (isLayout ? Self.grey : .white))
    }
  }

  @Test func regionsTouchWithoutAGap() {
    let geometry = OutputGeometry(mode: PixelSize(width: 1366, height: 768))
    let thirds = (0..<3).map { place in
      RegionPlace(
        LayoutRegion(x: Double(place) / 3, y: 0, width: 1.0 / 3, height: 1, content: .color(.black)), in: geometry)
    }
    #expect(thirds.map(\.geometry.mode.width).reduce(0, +) == 1366)
    for (one, next) in zip(thirds, thirds.dropFirst()) { #expect(abs(one.frame.maxX - next.frame.x) < 1e-9) }
  }
}

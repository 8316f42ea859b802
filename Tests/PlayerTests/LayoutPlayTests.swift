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

  private static let red = Color(red: 200, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 200)

  /// Two colours beside each other, and on a portrait screen one above the other.
  private static func halves(_ change: (inout LayoutDescription) -> Void = { _ in }) -> LayoutDescription {
    var layout = LayoutDescription(
      regions: [
        LayoutRegion(name: "a", x: 0, y: 0, width: 0.5, height: 1, content: .color(red)),
        LayoutRegion(name: "b", x: 0.5, y: 0, width: 0.5, height: 1, content: .color(blue)),
      ],
      portrait: [
        LayoutRegion(name: "b", x: 0, y: 0, width: 1, height: 0.5, content: .color(blue)),
        LayoutRegion(name: "a", x: 0, y: 0.5, width: 1, height: 0.5, content: .color(red)),
      ], background: grey)
    change(&layout)
    return layout
  }

  @Test func aPortraitScreenHasItsOwnRegions() throws {
    let rig = try PlayerRig(.layout(Self.halves()), screens: ["HDMI-A-1", "DP-1"])
    try rig.plug()
    try rig.plug("DP-1", PixelSize(width: 48, height: 64))
    #expect(try rig.color(at: 0.25) == Self.red)
    #expect(try rig.color(at: 0.75) == Self.blue)
    #expect(try rig.color(on: "DP-1", height: 0.25) == Self.blue)
    #expect(try rig.color(on: "DP-1", height: 0.75) == Self.red)
  }

  @Test func gapAndMarginShowTheBackground() throws {
    // 48 pixels are the shorter side, so the margin has 6 pixels, and the gap 4.
    let layout = Self.halves {
      $0.margin = .permille(125)
      $0.gap = .pixels(4)
    }
    let rig = try PlayerRig(.layout(layout))
    try rig.plug()
    func column(_ x: Int) throws -> Color? { try rig.color(at: (Double(x) + 0.5) / 64) }
    #expect(try (0..<6).allSatisfy { try column($0) == Self.grey })
    #expect(try (6..<30).allSatisfy { try column($0) == Self.red })
    #expect(try (30..<34).allSatisfy { try column($0) == Self.grey })
    #expect(try (34..<58).allSatisfy { try column($0) == Self.blue })
    #expect(try (58..<64).allSatisfy { try column($0) == Self.grey })
    func row(_ y: Int) throws -> Color? { try rig.color(at: 0.25, height: (Double(y) + 0.5) / 48) }
    #expect(try (0..<48).allSatisfy { try row($0) == ((6..<42).contains($0) ? Self.red : Self.grey) })
  }

  /// The edges of a region in pixels of a screen.
  private func edges(
    _ region: LayoutRegion, of layout: LayoutDescription, on size: PixelSize, scale: Double = 1, aspect: Double = 1
  ) -> [Int] {
    let geometry = OutputGeometry(mode: size, pixelAspectRatio: aspect, scale: scale)
    let frame = geometry.pixels(of: RegionPlace(region, of: layout, in: geometry).frame)
    return [frame.x, frame.maxX, frame.y, frame.maxY]
  }

  @Test(arguments: [1366, 1367, 1919, 1920], [1, 2, 3, 24]) func eachGapHasTheSameWidth(_ width: Int, _ gap: Int) {
    let layout = LayoutDescription(gap: .pixels(gap), margin: .permille(21))
    let size = PixelSize(width: width, height: 768)
    let thirds = (0..<3).map { place in
      edges(
        LayoutRegion(x: Double(place) / 3, y: 0, width: 1.0 / 3, height: 1, content: .color(.black)), of: layout,
        on: size)
    }
    #expect(thirds[0][0] == 16 && thirds[2][1] == width - 16)
    #expect(thirds[1][0] - thirds[0][1] == gap && thirds[2][0] - thirds[1][1] == gap)
    #expect(thirds.allSatisfy { $0[2] == 16 && $0[3] == 768 - 16 })
  }

  @Test func aShareIsOfTheShorterSideOnEachScreen() {
    let region = LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: .color(.black))
    let layout = LayoutDescription(margin: .permille(100))
    #expect(edges(region, of: layout, on: PixelSize(width: 1920, height: 1080)) == [108, 1812, 108, 972])
    #expect(edges(region, of: layout, on: PixelSize(width: 1080, height: 1920)) == [108, 972, 108, 1812])
    #expect(edges(region, of: layout, on: PixelSize(width: 3840, height: 2160), scale: 2) == [216, 3624, 216, 1944])
    // A pixel that is twice as wide as high: the sides of the margin are as wide as it is high at the top.
    #expect(edges(region, of: layout, on: PixelSize(width: 960, height: 1080), aspect: 2) == [54, 906, 108, 972])
  }

  @Test func aRegionThatIsThinnerThanTheGapIsEmpty() {
    let region = LayoutRegion(x: 0.5, y: 0, width: 0.01, height: 1, content: .color(.black))
    let edges = edges(region, of: LayoutDescription(gap: .permille(250)), on: PixelSize(width: 640, height: 480))
    #expect(edges[0] == edges[1])
  }

  @Test func textsHaveTheLayoutsColoursUnlessTheyNameTheirOwn() throws {
    let own = Color(red: 1, green: 2, blue: 3)
    let texts = PlaylistDescription(
      items: [
        PlaylistItem(content: .banner(BannerDescription(text: ""))),
        PlaylistItem(content: .banner(BannerDescription(text: "", background: own))),
      ], itemMilliseconds: 10_000)
    let layout = LayoutDescription(
      regions: [LayoutRegion(x: 0, y: 0, width: 0.5, height: 1, content: .playlist(texts))], background: Self.blue)
    let rig = try PlayerRig(.layout(layout))
    try rig.plug()
    var seen: [Color?] = []
    for _ in 0..<2 {
      seen.append(try rig.color(at: 0.25))
      rig.advance(milliseconds: 10_000)
    }
    #expect(Set(seen) == [Self.blue, own])
  }

  @Test func regionsTouchWithoutAGap() {
    let geometry = OutputGeometry(mode: PixelSize(width: 1366, height: 768))
    let thirds = (0..<3).map { place in
      RegionPlace(
        LayoutRegion(x: Double(place) / 3, y: 0, width: 1.0 / 3, height: 1, content: .color(.black)),
        of: LayoutDescription(), in: geometry)
    }
    #expect(thirds.map(\.geometry.mode.width).reduce(0, +) == 1366)
    for (one, next) in zip(thirds, thirds.dropFirst()) { #expect(abs(one.frame.maxX - next.frame.x) < 1e-9) }
  }
}

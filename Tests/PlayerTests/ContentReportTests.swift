import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import Content
@testable import ContentModel

/// The report about a content: the visible item, the skipped items with their reasons, and the effect of the clock.
@MainActor
struct ContentReportTests {
  private static func image(_ number: Int) -> ContentDescription { .image(ImageDescription(file: "/m/\(number).png")) }

  private static let playlist = ContentDescription.playlist(
    PlaylistDescription(
      items: (1...4).map { PlaylistItem(content: image($0)) }, itemMilliseconds: 2_000, start: PlayerRig.start))

  /// Of four pictures the second is missing, the third empty and the fourth cut off.
  private func rig(_ content: ContentDescription = playlist) throws -> PlayerRig {
    let rig = try PlayerRig(content)
    rig.media.put("/m/1.png", 1)
    rig.media.fail(.isEmpty(path: "/m/3.png"), "/m/3.png")
    rig.media.put("/m/4.png", 4)
    rig.documents.errors[4] = .damaged("it ends too early")
    return rig
  }

  private static let reasons = [
    "/m/2.png: there is no such file", "/m/3.png is empty",
    "/m/4.png: \(RasterError.damaged("it ends too early"))",
  ]

  private func report(_ rig: PlayerRig) throws -> ContentReport {
    let scene = try rig.system.find("HDMI-A-1").sessionOfContent?.scene
    return try #require((scene?.delegate as? any ContentReporting)?.report)
  }

  private func ask(
    _ content: ContentDescription, _ rig: PlayerRig, after seconds: Int64, trustsClock: Bool = true
  ) throws -> ContentReport {
    var found: ContentReport?
    let geometry = rig.system.screens.first?.geometry
    MomentQuestion(content, rig.resources).answer(
      at: PlayerRig.start.advanced(by: seconds * 1_000_000_000), on: geometry, trustsClock: trustsClock
    ) { found = $0 }
    rig.advance(milliseconds: 500)
    return try #require(found)
  }

  private func file(_ leaf: DueContent?) -> String? {
    if case .content(.image(let image)) = leaf { image.file } else { nil }
  }

  @Test func skippedItemsOfAPlayerHaveTheirReason() throws {
    let rig = try rig()
    try rig.plug()
    // Once round, and into the slot of the second.
    rig.advance(nanoseconds: UInt64(PlayerRig.start.advanced(by: 11_000_000_000).nanoseconds(since: rig.clock.now)))
    let told = try report(rig)
    #expect(told.moments.count == 1)
    #expect(file(told.moments.first?.seen) == "/m/1.png")
    #expect(told.moments.first?.moment.skipped == Self.reasons)
    #expect(told.troubles == Self.reasons)
    #expect(told.wait == nil)
    // After a repair it is no longer reported.
    rig.documents.errors = [:]
    for number in 2...4 { rig.media.put("/m/\(number).png", UInt64(number)) }
    rig.advance(milliseconds: 200)
    #expect(try report(rig).troubles == [])
    #expect(file(try report(rig).moments.first?.seen) == "/m/2.png")
  }

  /// Only a try to show it finds the damage inside.
  @Test func skippedItemsAreReportedWhileTheScreenIsDark() throws {
    let rig = try rig()
    try rig.plug()
    rig.advance(nanoseconds: UInt64(PlayerRig.start.advanced(by: 11_000_000_000).nanoseconds(since: rig.clock.now)))
    let scene = try #require(try rig.system.find("HDMI-A-1").sessionOfContent?.scene)
    let delegate = try #require(scene.delegate as? any ContentReporting)
    try rig.system.find("HDMI-A-1").setPower(false) { _ in }
    rig.advance(milliseconds: 500)
    #expect(delegate.report == nil)
    #expect(delegate.knownTroubles == Self.reasons)
    rig.documents.errors = [:]
    rig.media.put("/m/4.png", 5)
    rig.advance(milliseconds: 200)
    #expect(delegate.knownTroubles == Array(Self.reasons.prefix(2)))
  }

  @Test func missingFilesAreReportedBeforeTheirTurn() throws {
    let rig = try rig()
    try rig.plug()
    #expect(try report(rig).moments.first?.moment.skipped == [])
    #expect(try report(rig).troubles.prefix(2) == Self.reasons.prefix(2))
  }

  @Test func aTimeThatIsAskedForIsAnsweredWithFilesAsTheyAre() throws {
    let rig = try rig()
    try rig.plug()
    rig.advance(milliseconds: 500)
    _ = rig.takeMessages()
    let told = try ask(Self.playlist, rig, after: 3_600 + 7)
    #expect(file(told.moments.first?.seen) == "/m/1.png")
    #expect(told.moments.first?.moment.skipped == [Self.reasons[2]])
    #expect(told.troubles == Self.reasons)
    #expect(rig.takeMessages() == [])
  }

  @Test func regionsAreAskedEachForItself() throws {
    let layout = ContentDescription.layout(
      LayoutDescription(regions: [
        LayoutRegion(name: "left", x: 0, y: 0, width: 0.5, height: 1, content: Self.playlist),
        LayoutRegion(x: 0.5, y: 0, width: 0.5, height: 1, content: .color(.white)),
      ]))
    let rig = try rig(layout)
    try rig.plug()
    rig.advance(nanoseconds: UInt64(PlayerRig.start.advanced(by: 3_000_000_000).nanoseconds(since: rig.clock.now)))
    for told in [try report(rig), try ask(layout, rig, after: 3)] {
      #expect(told.moments.map(\.region) == ["left", "2"])
      #expect(file(told.moments.first?.seen) == "/m/1.png")
      #expect(told.moments.first?.moment.skipped == Self.reasons)
      #expect(told.moments.last?.seen == .content(.color(.white)))
    }
  }

  @Test func theLastPictureStaysAndIsReported() throws {
    let rig = try rig(Self.image(1))
    try rig.plug()
    rig.media.remove("/m/1.png")
    rig.advance(milliseconds: 100)
    let told = try report(rig)
    #expect(file(told.moments.first?.seen) == "/m/1.png")
    #expect(told.moments.first?.moment.leaf == .nothing(["/m/1.png: there is no such file"]))
  }

  @Test func lateItemsAreReported() throws {
    let content = ContentDescription.playlist(
      PlaylistDescription(
        items: [1, 5].map { PlaylistItem(content: Self.image($0)) }, itemMilliseconds: 60_000, start: PlayerRig.start))
    let rig = try rig(content)
    rig.media.put("/m/5.png", 5)
    try rig.plug()
    rig.documents.nanoseconds = 90_000_000_000
    rig.media.put("/m/5.png", 6)
    rig.advance(milliseconds: 61_000)
    let told = try report(rig)
    #expect(file(told.moments.first?.seen) == "/m/1.png")
    #expect(told.moments.first?.isOverdue == true)
  }

  @Test func impossibleRequestedContentIsReported() throws {
    let rig = try PlayerRig(Self.image(2))
    try rig.plug()
    let told = try report(rig)
    #expect(told.wait == "the requested content cannot be shown now: /m/2.png: there is no such file")
    #expect(told.moments.first?.seen == .nothing(["/m/2.png: there is no such file"]))
  }

  @Test func itemsAheadOfTheirTimeAreNotVisibleYet() throws {
    let rig = try rig(
      .playlist(
        PlaylistDescription(
          items: [1, 5].map { PlaylistItem(content: Self.image($0)) }, itemMilliseconds: 10_000, start: PlayerRig.start)
      ))
    rig.media.put("/m/5.png", 5)
    try rig.plug()
    rig.advance(nanoseconds: UInt64(PlayerRig.start.advanced(by: 9_950_000_000).nanoseconds(since: rig.clock.now)))
    #expect(file(try report(rig).moments.first?.seen) == "/m/1.png")
    rig.advance(milliseconds: 60)
    #expect(file(try report(rig).moments.first?.seen) == "/m/5.png")
  }

  @Test func theFallbackIsReportedUntilTheClockIsRight() throws {
    let schedule = ContentDescription.schedule(
      ScheduleDescription(zone: "UTC", entries: [ScheduleEntry(action: .show(Self.image(1)))], fallback: .color(.white))
    )
    let rig = try rig(schedule)
    rig.clock.isRight = false
    try rig.plug()
    #expect(try report(rig).moments.first?.seen == .content(.color(.white)))
    #expect(try ask(schedule, rig, after: 60, trustsClock: false).moments.first?.seen == .content(.color(.white)))
    #expect(file(try ask(schedule, rig, after: 60).moments.first?.seen) == "/m/1.png")
    rig.clock.isRight = true
    rig.advance(milliseconds: 100)
    #expect(file(try report(rig).moments.first?.seen) == "/m/1.png")
  }

  @Test func anEmptyFolderIsReported() throws {
    let rig = try rig(.slideshow(SlideshowDescription(folder: "/none")))
    try rig.plug()
    #expect(try report(rig).troubles == ["/none holds no picture"])
    #expect(try report(rig).wait == "the requested content cannot be shown now: /none holds no picture")
  }

  @Test func filesAreOpenedOnceForReportsUntilTheyChange() throws {
    let rig = try rig()
    try rig.plug()
    _ = try report(rig)
    let opened = rig.media.opened
    #expect(try report(rig).troubles.prefix(2) == Self.reasons.prefix(2))
    #expect(rig.media.opened == opened)
    rig.media.put("/m/3.png", 3)
    #expect(try report(rig).troubles.contains(Self.reasons[1]) == false)
  }

  @Test func equalRequestsShareTheAnswer() throws {
    let rig = try rig()
    let geometry = OutputGeometry(mode: PixelSize(width: 64, height: 48))
    let desk = MomentQueue(rig.resources)
    var answers: [String] = []
    func ask(_ number: Int, _ name: String, then: @escaping () -> Void = {}) {
      desk.answer(of: "A", Self.image(number), at: nil, on: geometry) { _ in
        answers.append(name)
        then()
      }
    }
    ask(1, "first") { ask(1, "again") }
    ask(4, "other")
    ask(1, "second")
    // One question at a time.
    #expect(rig.documents.takeAsked() == ["picture 1"])
    rig.advance(milliseconds: 500)
    #expect(answers.prefix(2) == ["first", "second"])
    #expect(answers.suffix(2).sorted() == ["again", "other"])
  }

  @Test func whereNoGeometryIsKnownNoPictureIsTried() throws {
    let rig = try rig()
    var found: ContentReport?
    MomentQuestion(Self.playlist, rig.resources).answer(
      at: PlayerRig.start, on: nil, trustsClock: true
    ) { found = $0 }
    #expect(file(found?.moments.first?.seen) == "/m/1.png")
    #expect(rig.documents.takeAsked() == [])
  }

  @Test func aTimeThatIsAskedForStaysRightWhenTheClockChangesMeanwhile() throws {
    let schedule = ContentDescription.schedule(
      ScheduleDescription(
        zone: "UTC",
        entries: [
          ScheduleEntry(
            action: .show(
              .playlist(
                PlaylistDescription(
                  items: [4, 1].map { PlaylistItem(content: Self.image($0)) }, itemMilliseconds: 60_000))))
        ], fallback: .color(.white)))
    let rig = try rig(schedule)
    rig.clock.isRight = false
    let geometry = OutputGeometry(mode: PixelSize(width: 64, height: 48))
    var found: ContentReport?
    MomentQuestion(schedule, rig.resources).answer(at: PlayerRig.start, on: geometry, trustsClock: true) { found = $0 }
    rig.clock.set(PlayerRig.start)
    rig.advance(milliseconds: 500)
    #expect(file(found?.moments.first?.seen) == "/m/1.png")
  }
}

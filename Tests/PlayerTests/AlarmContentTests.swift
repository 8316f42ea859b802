import Content
import DisplayTypes
import Rasterizing
import Scenes
import SimulatedBackend
import Testing

@testable import ContentModel

/// An alarm shows something in any case: its content, otherwise its text, otherwise red.
@MainActor
struct AlarmContentTests {
  private nonisolated static let blue = Color(red: 0x10, green: 0x20, blue: 0x90)
  private nonisolated static let image = ContentDescription.image(ImageDescription(file: "/m/1.png"))
  private nonisolated static let banner = ContentDescription.banner(BannerDescription(text: "Leave", background: blue))

  private func rig(screens: [String] = ["HDMI-A-1"], error: RasterError?) throws -> PlayerRig {
    let rig = try PlayerRig(.color(.white), screens: screens)
    rig.texts.error = error
    for screen in screens { try rig.plug(screen) }
    _ = rig.takeMessages()
    return rig
  }

  private func raise(_ content: ContentDescription, _ rig: PlayerRig) throws {
    try rig.system.alarms.raise(
      AlarmRecord(name: "fire", content: content),
      makeDelegate: AlarmContent.delegates(named: "fire", rig.resources)
    ) { _ in }
  }

  @Test("a colour is on every screen within two refreshes while nothing can be drawn")
  func color() throws {
    let rig = try rig(screens: ["HDMI-A-1", "HDMI-A-2"], error: .noFonts)
    rig.documents.nanoseconds = 600_000_000_000
    for round in 0..<10 {
      rig.advance(nanoseconds: 3_333_333)
      _ = rig.takeFrames()
      let color = Color(red: UInt8(0xA0 + round), green: 0, blue: 0)
      let start = rig.clock.now
      try raise(.color(color), rig)
      rig.advance(milliseconds: 100)
      let frames = rig.takeFrames()
      for screen in ["HDMI-A-1", "HDMI-A-2"] {
        let first = try #require(frames.first { $0.screen == screen && $0.color == color })
        #expect(first.time.nanoseconds(since: start) <= 2 * 1_000_000_000 / 60)
      }
    }
    #expect(rig.texts.asked == 0)
  }

  @Test("a text that cannot be drawn is red, and is drawn once it can be")
  func text() throws {
    let rig = try rig(error: .timedOut(seconds: 5))
    try raise(Self.banner, rig)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == AlarmContent.red)
    // The alarm's own picture, and its text without markup.
    #expect(rig.texts.texts == ["Leave", "Leave"])
    let warning = try #require(rig.system.find("HDMI-A-1").contentWarning)
    #expect(warning.contains("did not answer within 5 s"))
    rig.texts.error = nil
    rig.advance(milliseconds: 3_000)
    #expect(try rig.color() == Self.blue)
    #expect(try rig.system.find("HDMI-A-1").contentWarning == nil)
  }

  @Test("a text is red at once while the program that draws texts hangs, and is drawn once it can be")
  func hang() throws {
    let rig = try rig(error: nil)
    rig.texts.delays = ["Leave": 5_000_000_000]
    try raise(Self.banner, rig)
    rig.advance(milliseconds: 240)
    #expect(try rig.color() == .white)
    rig.advance(milliseconds: 50)
    #expect(try rig.color() == AlarmContent.red)
    #expect(try rig.system.find("HDMI-A-1").contentWarning?.contains("longer than 250 ms") == true)
    rig.advance(milliseconds: 4_000)
    #expect(try rig.color() == AlarmContent.red)
    rig.advance(milliseconds: 4_000)
    #expect(try rig.color() == Self.blue)
    #expect(try rig.system.find("HDMI-A-1").contentWarning == nil)
  }

  @Test("a picture that is missing is its text, or its name, until it is there")
  func picture() throws {
    let rig = try rig(error: nil)
    try raise(Self.image, rig)
    rig.advance(milliseconds: 100)
    #expect(try rig.color() == AlarmContent.red)
    #expect(rig.texts.texts == ["fire"])
    rig.media.put("/m/1.png", 1)
    rig.advance(milliseconds: 3_000)
    #expect(try rig.color() == StandInDocuments.color(1))
  }

  @Test("an alarm in which nothing can be seen has its name on red")
  func invisible() {
    func banner(
      _ text: String, _ ink: Color = .white, on ground: Color = .black, markup: Bool = false
    ) -> ContentDescription {
      .banner(BannerDescription(text: text, foreground: ink, background: ground, usesMarkup: markup))
    }
    let name = ContentDescription.banner(BannerDescription("fire", on: AlarmContent.red))
    let hidden: [ContentDescription] = [
      .color(.clear), banner(""), banner(" \n\u{A0}\u{200B}"), banner("Leave", .clear), banner("Leave", .black),
      banner("Leave", .clear, on: .clear), banner("<b> </b>", markup: true),
      .ticker(TickerDescription(text: "Leave", foreground: .clear)),
      .layout(LayoutDescription(regions: [LayoutRegion(x: 0, y: 0, width: 1, height: 1, content: .color(.clear))])),
    ]
    for content in hidden { #expect(AlarmContent.visible(content, named: "fire") == name, "\(content)") }
    let seen: [ContentDescription] = [
      .color(.black), Self.banner, Self.image, banner(" ", on: Self.blue), banner("<b>Leave</b>", markup: true),
      banner("a < b"), banner("Leave", .clear, on: Self.blue),
    ]
    for content in seen { #expect(AlarmContent.visible(content, named: "fire") == content, "\(content)") }
  }

  @Test("a newer alarm of the same name does not give the reason of the one before")
  func newerContent() throws {
    let rig = try rig(error: nil)
    try raise(Self.image, rig)
    rig.advance(milliseconds: 100)
    #expect(try rig.system.find("HDMI-A-1").contentWarning != nil)
    var warning: String?
    try rig.system.alarms.raise(
      AlarmRecord(name: "fire", content: .color(Self.blue)),
      makeDelegate: AlarmContent.delegates(named: "fire", rig.resources)
    ) { _ in warning = try? rig.system.find("HDMI-A-1").contentWarning }
    rig.advance(milliseconds: 50)
    #expect(try rig.color() == Self.blue)
    #expect(warning == nil)
    #expect(try rig.system.find("HDMI-A-1").contentWarning == nil)
    try raise(.image(ImageDescription(file: "/m/2.png")), rig)
    rig.advance(milliseconds: 50)
    #expect(try rig.system.find("HDMI-A-1").contentWarning?.contains("/m/2.png") == true)
  }

  @Test("a layout without one of its regions is replaced by its texts")
  func layout() throws {
    let rig = try rig(error: nil)
    try raise(
      .layout(
        LayoutDescription(regions: [
          LayoutRegion(x: 0, y: 0, width: 1, height: 0.5, content: Self.image),
          LayoutRegion(x: 0, y: 0.5, width: 1, height: 0.5, content: Self.banner),
        ])), rig)
    rig.advance(milliseconds: 100)
    #expect(rig.texts.texts == ["Leave", "Leave"])
    #expect(try rig.color(height: 0.25) == AlarmContent.red)
    #expect(try rig.color(height: 0.75) == AlarmContent.red)
  }
}

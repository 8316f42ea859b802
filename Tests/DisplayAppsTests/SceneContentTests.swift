import Configuration
import ControlProtocol
import DisplayTypes
import Glibc
import Testing

@testable import ContentModel
@testable import DisplayApps

/// The daemon reads each content that an app can make.
struct SceneContentTests {
  private struct Unexpected: Error {}

  private static func read(_ content: some SceneContent) throws -> ContentDescription {
    try ContentDescription(content.info, now: WallTime(seconds: 1_800_000_000))
  }

  @Test("the daemon reads each kind with all its values")
  func kinds() throws {
    let all: [(String, any SceneContent)] = [
      ("banner", Banner("a", foreground: "#fff", background: "#000", font: "Sans", alignment: "start", markup: true)),
      ("color", Fill("#204060")), ("pattern", TestPattern("bars")), ("clock", Clock()),
      ("clock", Clock("%H", zone: "Europe/Berlin", foreground: "#fff", background: "#000", font: "Sans")),
      ("image", Picture("/a.png", portrait: "/b.png", fit: "fill", background: "#123456")),
      (
        "slideshow",
        Slideshow("/p", each: .seconds(5), shuffled: true, fit: "fill", background: "#000", transition: "crossfade")
      ),
      (
        "deck",
        Deck("/a.pdf", portrait: "/b.pdf", page: 3, each: .seconds(5), background: "#000", transition: "crossfade")
      ),
      ("ticker", Ticker("a", speed: 0.2, foreground: "#fff", background: "#000", font: "Sans")),
      (
        "countdown",
        Countdown(
          to: "2026-12-31T23:59:59+01:00", title: "a", ended: "b", foreground: "#fff", background: "#000", font: "Sans")
      ),
      ("qr", QRCode("a", caption: "b", foreground: "#000", background: "#fff")),
      ("surface", Surface("chart", background: "#000")),
      (
        "video",
        Video(
          "/a.mp4", portrait: "/b.mp4", fit: "fill", background: "#000", loops: false, from: .seconds(1),
          to: .seconds(2))
      ),
      ("pattern", ContentInfo.pattern("grid")),
    ]
    for (kind, content) in all {
      #expect(content.info.kind == kind)
      #expect(throws: Never.self) { try Self.read(content) }
    }
    #expect(throws: ControlError.self) { try Self.read(Picture("/a.png", fit: "tight")) }
    #expect(
      try Self.read(Banner("Hi", background: "#204060"))
        == .banner(BannerDescription(text: "Hi", background: Color(red: 0x20, green: 0x40, blue: 0x60))))
  }

  @Test("a playlist's items have their times, and conditions and loops are followed")
  func playlist() throws {
    let list = Playlist(each: .milliseconds(2500), shuffled: true, transition: "slide 800ms left") {
      for name in ["a", "b"] { Playlist.Item(name: name, Picture("/\(name).png")) }
      if isAsked(true) { Playlist.Item(for: .seconds(5), transition: "cut", Banner("c")) }
      if isAsked(false) { Playlist.Item(Banner("d")) }
    }
    guard case .playlist(let read) = try Self.read(list) else { throw Unexpected() }
    #expect(read.items.map(\.name) == ["a", "b", nil])
    #expect(read.itemMilliseconds == 2500)
    #expect(read.items.last?.milliseconds == 5000)
    #expect(read.isShuffled)
  }

  private func isAsked(_ answer: Bool) -> Bool { answer }

  @Test("a layout's regions have their places")
  func layout() throws {
    let layout = Layout(background: "#204060") {
      Layout.Region(width: 0.7, name: "left", Banner("a"))
      Layout.Region(x: 0.7, y: 0.5, width: 0.3, height: 0.5, Clock())
    }
    guard case .layout(let read) = try Self.read(layout) else { throw Unexpected() }
    #expect(read.regions.count == 2)
    #expect(read.regions.first?.name == "left")
  }

  @Test("a relative path begins in the folder of the program, and a time is exact to the millisecond")
  func words() throws {
    #expect(JSONValue.path("/a") == .string("/a"))
    #expect(JSONValue.path(nil) == nil)
    guard case .string(let path)? = JSONValue.path("a.png") else { throw Unexpected() }
    #expect(path.hasPrefix("/") && path.hasSuffix("/a.png"))
    #expect(JSONValue.time(.milliseconds(1500)) == .string("1500ms"))
    #expect(JSONValue.time(.seconds(Int64.max)) == .string("9999d"))
    #expect(JSONValue.time(nil) == nil)
  }

  @Test("a number that is not finite is refused by the daemon, and equal to itself")
  func numbers() {
    func region(_ number: Double) -> Layout { Layout { Layout.Region(x: number, width: number, Fill("#fff")) } }
    for number in [Double.nan, .infinity] {
      #expect(throws: ControlError.self) { try Self.read(Ticker("a", speed: number)) }
      #expect(throws: ControlError.self) { try Self.read(region(number)) }
      #expect(Ticker("a", speed: number).info == Ticker("a", speed: number).info)
      #expect(region(number).info == region(number).info)
    }
  }

  @Test("a path begins in the folder in which the program was started, wherever it is by now")
  func startFolder() async {
    await #expect(processExitsWith: .success) {
      let path = JSONValue.path("a.png")
      try #require(chdir("/") == 0)
      #expect(path != .string("//a.png"))
      #expect(JSONValue.path("a.png") == path)
    }
  }

  @Test("an app may have contents of its own, made of others")
  func own() throws {
    struct Notice: SceneContent {
      let text: String
      var info: ContentInfo { Banner(text, background: "#802060").info }
    }
    #expect(try Self.read(Notice(text: "a")) == Self.read(Banner("a", background: "#802060")))
  }

  @Test("the picture after an app's end is set in the daemon's words")
  func whenGone() {
    #expect(WhenGone.allCases.map(\.info) == ControllerLossInfo.allCases)
    #expect(WhenGone.allCases.map { "\($0)" } == ControllerLossInfo.allCases.map(\.rawValue))
  }

  @Test("a scene has its given values, and sends no others")
  @MainActor
  func scenes() {
    struct Two: DisplayApp {
      var body: some SceneSet {
        ExternalDisplay("stage", connector: "DP-*", modes: ["1920x1080@60"], size: "640x480") { Fill("#fff") }
        ExternalDisplay { screen in
          switch screen.name {
          case "HDMI-A-1": Fill("#fff")
          case "HDMI-A-2": Clock()
          default: ContentInfo?.none
          }
        }
      }
    }
    #expect(Two.name == "two")
    let scenes = Two().body.scenes
    #expect(
      scenes.map(\.configuration) == [
        SceneConfigurationInfo(
          name: "stage", modes: ["1920x1080@60"], match: ScreenMatchInfo(connector: "DP-*"), size: "640x480"),
        SceneConfigurationInfo(name: "main"),
      ])
    let shown = ["HDMI-A-1", "HDMI-A-2", "DP-1"].map { name in
      scenes.last?.content(ScreenDescription(ScreenInfo(name: name, device: "simulated")))?.kind
    }
    #expect(shown == ["color", "clock", nil])
  }
}

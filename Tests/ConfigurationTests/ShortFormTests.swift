import DisplayTypes
import Foundation
import Testing

@testable import Configuration
@testable import ContentModel

@Suite struct ShortFormTests {
  /// Demands that the long form of a text is a file that means the same.
  private func roundTrip(_ text: String) throws -> Configuration {
    let configuration = try parsed(text)
    let again = try parsed(configuration.longForm)
    #expect(again == configuration, "\(configuration.longForm)")
    #expect(!again.usesShortForm)
    #expect(again.changes(from: configuration) == [])
    #expect(again.media.map(\.value) == configuration.media.map(\.value))
    return configuration
  }

  private func scenes(_ configuration: Configuration) -> [SceneConfigurationDescription] {
    configuration.app(named: "content")?.configurations(for: "externalDisplayNonInteractive") ?? []
  }

  @Test func oneLineIsTheContentOfEveryScreen() throws {
    let configuration = try roundTrip("content: { slideshow: /var/lib/marquee/media }")
    #expect(configuration.apps.map(\.name.value) == ["content"])
    #expect(configuration.foregroundApp?.name.value == "content")
    #expect(scenes(configuration).map(\.match) == [nil])
    #expect(configuration.media.map(\.value.path) == ["/var/lib/marquee/media"])
    #expect(configuration.usesShortForm)
  }

  @Test func aRuleWithContentShowsItOnItsScreens() throws {
    let configuration = try roundTrip(
      """
      content: { color: navy }
      screens:
      - { match: { connector: DP-1 }, modes: [1080p60] }
      - { match: { make: DEL }, name: Counter, content: { banner: "Soup: 5 €" } }
      """)
    #expect(configuration.screens.map(\.app?.value) == [nil, "content"])
    #expect(configuration.screens[1].name?.value == "Counter")
    // The first rule counts for DP-1, so its screen shows the content of every screen, whatever its make is.
    #expect(scenes(configuration).map(\.name.value) == ["connector: DP-1", "Counter", "default"])
    #expect(scenes(configuration)[0].content?.value == .color(Color(red: 0, green: 0, blue: 128)))
    #expect(scenes(configuration)[1].match?.value == ScreenMatch(make: GlobPattern("DEL")))
  }

  @Test func mediaAreThoseOfTheLongForm() throws {
    let configuration = try roundTrip(
      """
      content: { image: /m/all.png }
      screens:
      - { match: { connector: DP-1 } }
      - { match: { connector: DP-2 }, content: { slideshow: /m/two } }
      apps: { menu: { scenes: { kiosk: [{ content: { image: /m/menu.png } }] } } }
      """)
    #expect(configuration.media.map(\.value.path) == ["/m/menu.png", "/m/all.png", "/m/two", "/m/all.png"])
  }

  @Test func withoutContentForEveryScreenTheOthersShowTheSetUpCard() throws {
    let configuration = try roundTrip("screens: [{ match: { connector: DP-1 }, content: { color: red } }]")
    #expect(configuration.apps.map(\.name.value) == ["welcome", "content"])
    #expect(configuration.foregroundApp?.name.value == "welcome")
  }

  @Test("an app that the file marks as foreground comes before the content of every screen, and another app does not")
  func apps() throws {
    func text(_ foreground: Bool) -> String {
      """
      content: { color: red }
      apps:
        menu: { foreground: \(foreground), scenes: { externalDisplayNonInteractive: [{ content: { color: blue } }] } }
      """
    }
    #expect(try roundTrip(text(true)).foregroundApp?.name.value == "menu")
    #expect(try roundTrip(text(false)).foregroundApp?.name.value == "content")
  }

  @Test func theSampleFileAndEverySettingKeepTheirMeaning() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/marquee.yaml")
    _ = try roundTrip(String(contentsOf: sample, encoding: .utf8))
    _ = try roundTrip(
      """
      zone: Europe/Berlin
      language: de
      screens:
      - match: { model: "a\\"b", serial: "[0-9]*", connector: "DP-*" }
        name: "Küche Süd"
        maximum: { width: 1920, refresh: 59.94 }
        aspect: 16:9
        rotation: flipped-90
        scale: 1.5
        overscan: { top: 2.5%, left: 24px }
        cec: /dev/cec1
        prefersApplication: true
        allowsAppModes: false
        support: mirror
        mirror: { of: küche nord, fit: fill }
      - { match: { connector: VGA-1 }, name: Küche Nord, use: main, ddc: true }
      talk: { transition: slide 800ms left }
      content:
        schedule:
          entries: [{ banner: "on", from: 6:00, to: 12:30, weekdays: mon-fri }, { power: off, from: "22:00", to: 06:00 }]
          fallback: { clock: "%A" }
      access: { control: { groups: [marquee] } }
      """)
  }

  @Test(
    "mistakes are named with the line and the key of the file",
    arguments: [
      ("content: { colour: red }", "marquee.yaml:1:12: content.colour: unknown key \"colour\""),
      ("content:", "content: is nothing"),
      (
        "screens: [{ match: { connector: DP-1 }, content: { banner: { text: 5, font: [] } } }]",
        "screens[0].content.banner.font"
      ),
      (
        "screens: [{ match: { connector: DP-1 }, content: { color: red }, apps: [x] }]",
        "screens[0].apps: the rule has content"
      ),
      (
        "screens: [{ match: { connector: DP-1 }, content: { color: red }, role: x }]",
        "screens[0].role: the rule has content"
      ),
      ("screens: [{ match: { connector: DP-1 }, content: { color: red }, use: dark }]", "shows no content"),
      ("content: { color: red }\napps: { content: {} }", "marquee.yaml:2:9: apps.content: an app has the name"),
      ("screens: [{ match: { make: A }, name: HDMI-A-1 }]", "screens[0].name: \"HDMI-A-1\" looks like a connector"),
      ("screens: [{ match: { make: A }, name: hdmi-a-2 }]", "looks like a connector"),
      ("screens: [{ match: { make: A }, name: main }]", "has another meaning in commands"),
      ("screens: [{ match: { make: A }, name: 'a,b' }]", "is not a name of a screen"),
      ("screens: [{ match: { make: A }, name: '' }]", "is not a name of a screen"),
      (
        "screens:\n- { match: { make: A }, name: Küche }\n- { match: { make: B }, name: KÜCHE }",
        "screens[1].name: two rules have the name \"KÜCHE\", in line 2 and in line 3"
      ),
      (
        "screens: [{ match: { make: A }, name: Counter }, { match: { make: B }, mirror: { of: Conter } }]",
        "screens[1].mirror.of: \"Conter\" is not a screen; expected main, application, or a connector, as HDMI-A-1, or the name of a screen in this file; did you mean \"Counter\"?"
      ),
      ("zone: Europe/Berln", "zone: \"Europe/Berln\" is no time zone that this machine knows"),
      ("language: german language", "language: \"german language\" is not a language; expected a language as de"),
      ("idle: { color: tomatoe }", "idle.color: \"tomatoe\" is not a colour; expected a name as tomato"),
    ])
  func mistakes(text: String, expected: String) {
    let found = problems(text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test func rulesThatMirrorEachOtherByNameAreReported() {
    let found = problems(
      """
      screens:
      - { match: { connector: DP-1 }, name: A, mirror: { of: b } }
      - { match: { connector: DP-2 }, name: B, mirror: { of: DP-1 } }
      """)
    #expect(found.contains { $0.contains("mirror each other") }, "\(found)")
  }

  @Test("times of the day may have one digit for the hour, with and without quotes")
  func times() throws {
    for (from, seconds) in [("6:00", 21_600), ("\"6:00\"", 21_600), ("06:00", 21_600), ("0:30", 1_800)] {
      let text = "content: { schedule: { entries: [{ color: red, from: \(from), to: 12:00 }] } }"
      let content = try scenes(parsed(text)).first?.content?.value
      guard case .schedule(let schedule) = content else {
        Issue.record("no schedule")
        return
      }
      #expect(schedule.entries.first?.from.seconds == seconds)
    }
  }

  @Test("a countdown of a file ends at a local time of the file's zone")
  func localTimes() throws {
    func end(_ head: String) throws -> WallTime? {
      let text = "\(head)content: { countdown: 2026-12-31 18:00 }"
      guard case .countdown(let countdown) = try scenes(parsed(text)).first?.content?.value else { return nil }
      return countdown.end
    }
    #expect(try end("zone: Asia/Tokyo\n") == WallTime("2026-12-31T18:00+09:00"))
    #expect(try end("zone: America/New_York\n") == WallTime("2026-12-31T18:00-05:00"))
  }

  @Test func changesOfZoneAndLanguageAreReported() throws {
    let (old, new) = try (parsed("zone: UTC"), parsed("zone: Asia/Tokyo\nlanguage: de"))
    #expect(new.changes(from: old) == ["the time zone has changed", "the language has changed"])
  }

  @Test func aMaskHasNoShortContent() throws {
    let text =
      "content: { banner: secret }\nscreens: [{ match: { make: A }, name: Küche, content: { banner: hidden } }]\n"
    let masked = String(decoding: ConfigurationMask.mask(Array(text.utf8), file: "m"), as: UTF8.self)
    #expect(!masked.contains("secret") && !masked.contains("hidden"), "\(masked)")
    let configuration = try parsed(masked)
    #expect(configuration.screens.first?.name?.value == "Küche")
    #expect(scenes(configuration).map(\.content?.value) == [.color(.black), .color(.black)])
  }

  @Test func theSettingsOfOneScreenAreItsRuleAndItsContent() throws {
    let configuration = try parsed(
      "content: { color: navy }\nscreens: [{ match: { connector: DP-1 }, name: A, content: { color: red } }, { match: { connector: DP-2 } }]"
    )
    let narrow = configuration.narrowed(toConnector: "DP-1", identity: .unknown)
    #expect(narrow.screens.map(\.name?.value) == ["A"])
    #expect(scenes(narrow).map(\.name.value) == ["A"])
    #expect(problems(narrow.longForm) == [])
    let other = configuration.narrowed(toConnector: "HDMI-A-1", identity: .unknown)
    #expect(scenes(other).map(\.name.value) == ["default"])
  }
}

import ControlProtocol
import DisplayTypes
import Testing

@testable import Configuration
@testable import ContentModel

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct ConfigurationTests {
  private static let design = """
    screens:
      - match: { make: DEL, model: "DELL U2720Q" }
        use: external
        modes: [3840x2160@60, 1920x1080@60, preferred]
        rotation: 90
        scale: auto
        overscan: { top: 2%, right: 2%, bottom: 2%, left: 24px }
        apps: [lobby]
        support: mirror
        mirror: { of: HDMI-A-1, fit: fill }
      - match: { connector: "*" }
        modes: [preferred]
    unknownScreens: ask
    support: off
    idle: { color: "#010203" }
    apps:
      lobby:
        foreground: true
        fallback: true
        supportsMultipleScenes: true
        support: off
        scenes:
          externalDisplayNonInteractive:
            - name: welcome
              modes: [1920x1080@60]
              content: { banner: { text: "Welcome", background: "#102030" } }
          kitchen: []
    access:
      control: { groups: [marquee], users: [presenter] }
      observe: { groups: [users] }
    """

  @Test("hidden rules, and rules that name displays, are no ring of mirrors")
  func mirrors() throws {
    _ = try parsed(
      """
      screens:
      - { match: { connector: "DP-*" }, support: mirror }
      - { match: { connector: DP-1 }, mirror: { of: DP-2 } }
      - { match: { connector: DP-2 }, mirror: { of: DP-1 } }
      - { match: { connector: HDMI-A-1, make: DEL }, mirror: { of: HDMI-A-2 } }
      - { match: { connector: HDMI-A-2 }, mirror: { of: HDMI-A-1 } }
      - { match: { connector: VGA-1 }, mirror: { of: application, fit: stretch } }
      """)
  }

  @Test("the transition of talks is the deck's, none, or a transition as in a playlist")
  func talkTransition() throws {
    #expect(Configuration.default.talkTransition.value == .deck)
    let samples: [(String, TalkTransition)] = [
      ("deck", .deck), ("none", .fixed(.cut)), ("cut", .fixed(.cut)),
      ("crossfade", .fixed(TransitionDescription(.crossfade))),
      ("slide 800ms up", .fixed(TransitionDescription(.slide, milliseconds: 800, direction: .up))),
      ("{ kind: wipe, duration: 1s }", .fixed(TransitionDescription(.wipe, milliseconds: 1000))),
    ]
    for (text, transition) in samples {
      let read = try parsed("support: off\ntalk: { transition: \(text) }").talkTransition
      #expect(read.value == transition, "\(text)")
      #expect(read.location?.line == 2)
    }
  }

  @Test("every key is read, with its line")
  func everyKey() throws {
    let configuration = try parsed(Self.design)
    let rule = try #require(configuration.screens.first)
    #expect(configuration.screens.count == 2)
    #expect(rule.match.value == ScreenMatch(make: GlobPattern("DEL"), model: GlobPattern("DELL U2720Q")))
    #expect(rule.use?.value == .external)
    #expect(rule.modes.map(\.value.description) == ["3840x2160@60", "1920x1080@60", "preferred"])
    #expect(rule.modes.map(\.location?.line) == [4, 4, 4])
    #expect(rule.rotation?.value == .rotated90)
    #expect(rule.rotation?.location == SourceLocation(file: "marquee.yaml", line: 5, column: 15))
    #expect(rule.scale?.value == .automatic)
    #expect(
      rule.overscan?.value
        == OverscanInsets(top: .permille(20), right: .permille(20), bottom: .permille(20), left: .pixels(24)))
    #expect(rule.app?.value == "lobby")
    #expect(rule.support?.value == .mirror)
    #expect(rule.support?.location?.line == 9)
    #expect(rule.mirror?.value == MirrorWish(.screen("HDMI-A-1"), fit: .fill))
    #expect(rule.mirror?.location?.line == 10)
    #expect(configuration.unknownScreens.value == .ask)
    #expect(configuration.support.value == .off)
    #expect(configuration.support.location?.description == "marquee.yaml:14")
    #expect(configuration.idleColor.value == Color(red: 1, green: 2, blue: 3))
    let app = try #require(configuration.app(named: "lobby"))
    #expect(app.foreground.value && app.fallback.value && app.supportsMultipleScenes.value)
    #expect(app.support?.value == .off)
    #expect(app.support?.location?.line == 21)
    let scene = try #require(app.configurations(for: SceneRoleDescription.externalDisplayNonInteractive)?.first)
    #expect(scene.name.value == "welcome")
    #expect(scene.modes.first?.location?.line == 25)
    let banner = BannerDescription(text: "Welcome", background: Color(red: 0x10, green: 0x20, blue: 0x30))
    #expect(scene.content?.value == .banner(banner))
    #expect(app.configurations(for: "kitchen") == [])
    #expect(app.configurations(for: "application") == nil)
    #expect(configuration.access[.control]?.groups.map(\.value) == ["marquee"])
    #expect(configuration.access[.control]?.users.map(\.value) == ["presenter"])
    #expect(configuration.access[.observe]?.groups.map(\.value) == ["users"])
    #expect(configuration.access[.admin] == nil)
  }

  @Test("a rule's limits and further keys are read")
  func limits() throws {
    let rule = try #require(
      try parsed(
        """
        screens:
        - match: {connector: "HDMI-*", serial: "A?"}
          maximum: {width: 1920, refresh: 59.94}
          aspect: 16:9
          scale: 1.5
          rotation: flipped-90
          overscan: 2.5%
          allowsAppModes: false
          use: console
        """
      ).screens.first)
    #expect(rule.maximum?.value == ModeLimit(width: 1920, refresh: WishedRefresh("59.94")))
    #expect(rule.aspect?.value == WishedAspect("16:9"))
    #expect(rule.scale?.value == .fixed(1.5))
    #expect(rule.rotation?.value == .flipped90)
    #expect(rule.overscan?.value.left == .permille(25))
    #expect(rule.allowsAppModes?.value == false)
    #expect(rule.use?.value == .console)
  }

  @Test("a file without a value is the default", arguments: ["", "\n\n", "# nothing\n", "---\n", "\u{FEFF}", "~"])
  func empty(text: String) throws {
    #expect(try parsed(text) == .default)
  }

  @Test("the default shows the set-up card on external displays")
  func defaults() {
    let configuration = Configuration.default
    #expect(configuration.support.value == .external)
    #expect(configuration.foregroundApp?.name.value == "welcome")
    let scene = configuration.apps.first?.configurations(for: "externalDisplayNonInteractive")?.first
    #expect(scene?.content?.value == .setup(SetupDescription()))
  }

  @Test("without the key apps the built-in app stays, with an empty one it goes")
  func builtInApp() throws {
    #expect(try parsed("support: mirror").apps == Configuration.default.apps)
    #expect(try parsed("apps: {}").apps.isEmpty)
    #expect(try parsed("apps: {}").foregroundApp == nil)
    #expect(try parsed("screens: [{match: {connector: '*'}, apps: [welcome]}]").screens.first?.app?.value == "welcome")
  }

  @Test("the older role counts if the newer one is not mentioned, and hidden settings are reported")
  func olderRole() throws {
    func names(_ scenes: String) throws -> [String]? {
      let configuration = try parsed("apps: {a: {scenes: {\(scenes)}}}")
      return configuration.app(named: "a")?.configurations(for: "externalDisplayNonInteractive")?.map(\.name.value)
    }
    #expect(try names("externalDisplay: [{name: old}]") == ["old"])
    #expect(try names("externalDisplay: [{name: old}], externalDisplayNonInteractive: [{name: new}]") == ["new"])
    #expect(try names("externalDisplay: [{name: old}], externalDisplayNonInteractive: [{}]") == [])
    #expect(try names("application: [{name: desk}]") == nil)
    let both = "apps:\n  a:\n    scenes:\n      externalDisplayNonInteractive: []\n      externalDisplay: []\n"
    #expect(
      try parsed(both).notices.map(\.description) == [
        "marquee.yaml:5:7: apps.a.scenes.externalDisplay: does not count, because the app has "
          + "externalDisplayNonInteractive, the newer name of the same role; "
          + "remove it, unless older programs read the file too"
      ])
    #expect(try parsed("apps: {a: {scenes: {externalDisplay: []}}}").notices.isEmpty)
  }

  @Test("a rule may name the role of its screens, and a role without an app is reported")
  func screenRole() throws {
    func role(_ name: String, _ scenes: String) throws -> (String?, [String]) {
      let text = "screens: [{match: {connector: '*'}, role: \(name)}]\napps: {a: {scenes: {\(scenes): []}}}"
      let configuration = try parsed(text)
      return (configuration.screens.first?.role?.value, configuration.notices.map(\.keyPath))
    }
    #expect(try role("lobbyWall", "lobbyWall") == ("lobbyWall", []))
    #expect(try role("lobbyWall", "panel") == ("lobbyWall", ["screens[0].role"]))
    #expect(try role("externalDisplay", "externalDisplay") == ("externalDisplayNonInteractive", []))
  }

  @Test("the bound of background scenes is read")
  func backgroundScenes() throws {
    #expect(try parsed("backgroundScenes: 0").backgroundScenes.value == 0)
    #expect(try parsed("").backgroundScenes.value == 8)
  }

  @Test("whether scenes live on without a display is read")
  func standIn() throws {
    #expect(try parsed("standIn: true").standIn == Sourced(true))
    #expect(try !parsed("").standIn.value)
  }

  @Test("a scene may have a size of its own")
  func size() throws {
    let app = try #require(try parsed(externalRole("[{name: game, size: 640x480}, {name: b}]")).apps.first)
    let scenes = try #require(app.configurations(for: "externalDisplayNonInteractive"))
    #expect(scenes.map(\.size?.value) == [PixelSize(width: 640, height: 480), nil])
    #expect(scenes.first?.size?.location?.line == 4)
  }

  @Test("an app is an alarm by its key alarm")
  func alarm() throws {
    let apps = try parsed("apps: {a: {alarm: true}, b: {}}").apps
    #expect(apps.map(\.alarm.value) == [true, false])
    #expect(apps.first?.alarm.location?.line == 1)
  }

  @Test("an app or a scene configuration can be private")
  func isPrivate() throws {
    let apps = try parsed(
      "apps: {a: {private: true}, b: {scenes: {application: [{name: x, private: true}, {name: y}]}}}"
    ).apps
    #expect(apps.map(\.isPrivate.value) == [true, false])
    #expect(apps.last?.scenes.first?.configurations.map { $0.isPrivate?.value } == [true, nil])
  }

  @Test(
    "an empty list leaves external displays alone, and so does one empty item", arguments: ["[]", "[{}]", "[ { } ]"])
  func emptyRole(list: String) throws {
    let app = try #require(try parsed(externalRole(list)).apps.first)
    #expect(app.configurations(for: "externalDisplayNonInteractive") == [])
  }

  @Test(
    "content is read in every kind",
    arguments: [
      (##"{ color: "#204060" }"##, ContentDescription.color(Color(red: 0x20, green: 0x40, blue: 0x60))),
      ("{ pattern: moving-bar }", .pattern(.movingBar)),
      ("{ banner: Hello }", .banner(BannerDescription(text: "Hello"))),
      (
        ##"{ banner: { text: "a\nb", foreground: "#000", alignment: end, markup: true, font: Serif } }"##,
        .banner(BannerDescription(text: "a\nb", foreground: .black, font: "Serif", alignment: .end, usesMarkup: true))
      ),
      ("{ banner: { text: 123 } }", .banner(BannerDescription(text: "123"))),
      ("{ banner: { text: \"مرحبا 👋\" } }", .banner(BannerDescription(text: "مرحبا 👋"))),
    ])
  func content(yaml: String, expected: ContentDescription) throws {
    let app = try #require(try parsed(externalRole("[{ name: a, content: \(yaml) }]")).apps.first)
    #expect(app.configurations(for: "externalDisplayNonInteractive")?.first?.content?.value == expected)
  }

  @Test("the foreground app is the screen's own, then the marked one, then the first")
  func foregroundApp() throws {
    let configuration = try parsed(
      """
      screens: [{match: {connector: DP-1}, apps: [b]}]
      apps: {a: {}, b: {}, c: {foreground: true}}
      """)
    #expect(configuration.foregroundApp(connectorName: "DP-1", identity: .unknown)?.value == "b")
    #expect(configuration.foregroundApp(connectorName: "DP-2", identity: .unknown)?.value == "c")
    #expect(try parsed("apps: {a: {}, b: {}}").foregroundApp?.name.value == "a")
  }

  @Test("the sample is right and uses every key")
  func sample() throws {
    let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/docs/marquee.yaml"
    let configuration = try ConfigurationFile.load(path)
    #expect(configuration.screens.count == 5)
    #expect(configuration.apps.map(\.name.value) == ["lobby", "menu", "content"])
    #expect(configuration.apps.allSatisfy { !$0.alarm.value })
    let text = String(decoding: try ConfigurationFile.read(path), as: UTF8.self)
    for key in ["foreground", "fallback", "alarm", "private", "supportsMultipleScenes", "scenes", "size"] {
      #expect(text.contains("\(key):"), "\(key)")
    }
    for kind in ContentKind.allCases { #expect(text.contains("\(kind.rawValue):"), "\(kind)") }
    for key in ScreenRuleKey.allCases { #expect(text.contains("\(key.rawValue):"), "\(key)") }
  }
}

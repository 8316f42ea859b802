import Configuration
import ContentModel
import DisplayTypes
import Testing

@Suite struct ConfigurationErrorTests {
  @Test(
    "each error gets one message with line, key and expected value",
    arguments: [
      (
        "screens:\n- match: {connector: '*'}\n  rotation: 45\n",
        "marquee.yaml:3:13: screens[0].rotation: \"45\" is not a rotation; expected one of 0, 90, 180, 270, flipped, "
          + "flipped-90, flipped-180, flipped-270"
      ),
      (
        "support: sometimes",
        "marquee.yaml:1:10: support: \"sometimes\" is not known here; expected one of external, mirror, off"
      ),
      ("unknownScreens: shw", "did you mean \"show\"?"),
      ("suport: off", "marquee.yaml:1:1: suport: unknown key \"suport\""), ("suport: off", "did you mean \"support\"?"),
      ("screens: [{match: {connector: '*'}, mods: []}]", "did you mean \"modes\"?"),
      ("screens: [{match: {conector: '*'}}]", "screens[0].match.conector: unknown key"),
      ("screens:\n  # none yet\nsupport: off", "marquee.yaml:1:1: screens: has no value; expected a list of rules"),
      ("screens: {}", "screens: is a mapping, not a list"), ("screens: [1]", "screens[0]: is \"1\"; expected a rule"),
      ("screens: [{modes: [preferred]}]", "screens[0]: the rule has no match"),
      ("screens: [{match: {}}]", "screens[0].match: is empty"),
      ("screens: [{match: all}]", "screens[0].match: is \"all\""),
      (
        "screens: [{match: {connector: '*'}, modes: [1080q]}]",
        "screens[0].modes[0]: \"1080q\" is no size; expected WIDTHxHEIGHT"
      ),
      ("screens: [{match: {connector: '*'}, modes: preferred}]", "screens[0].modes: is \"preferred\", not a list"),
      (
        "screens: [{match: {connector: '*'}, scale: 99}]",
        "\"99\" is not a scale; expected auto or a number from 0.25 to 16"
      ),
      ("screens: [{match: {connector: '*'}, scale: nan}]", "\"nan\" is not a scale"),
      ("screens: [{match: {connector: '*'}, overscan: 60%}]", "\"60%\" is not an inset"),
      ("screens: [{match: {connector: '*'}, overscan: {top: -1}}]", "overscan.top: \"-1\" is not an inset"),
      ("screens: [{match: {connector: '*'}, maximum: {width: 0}}]", "maximum.width: \"0\" is not a number of pixels"),
      (
        "screens: [{match: {connector: '*'}, cec: cec0}]",
        "\"cec0\" is not a CEC adapter; expected auto, off, or an adapter in /dev, as /dev/cec0"
      ),
      ("screens: [{match: {connector: '*'}, cec: /dev/../etc/passwd}]", "is not a CEC adapter"),
      (
        "screens: [{match: {connector: '*'}, cec: /dev/sda}]",
        "marquee.yaml:1:42: screens[0].cec: \"/dev/sda\" is not a CEC adapter"
      ),
      ("screens: [{match: {connector: '*'}, cec: /dev/cec0/}]", "is not a CEC adapter"),
      ("screens: [{match: {connector: '*'}, cec: /dev/cec/../sda}]", "is not a CEC adapter"),
      ("screens: [{match: {connector: '*'}, ddc: auto}]", "\"auto\" is not a yes or no; expected true or false"),
      (
        "screens: [{match: {connector: '*'}, cec: /dev/cec0, ddc: true}]",
        "screens[0].ddc: the rule names a CEC adapter, and wants DDC/CI instead of it; expected one of the two"
      ),
      ("screens: [{match: {connector: '*'}, maximum: {}}]", "maximum: is empty"),
      ("screens: [{match: {connector: '*'}, aspect: wide}]", "\"wide\" is not a picture aspect"),
      ("screens: [{match: {connector: '*'}, use: exteral}]", "did you mean \"external\"?"),
      (
        "screens: [{match: {connector: '*'}, allowsAppModes: maybe}]",
        "\"maybe\" is not a yes or no; expected true or false"
      ),
      ("idle: { color: #000 }\n}", "marquee.yaml:1:9: idle.color: has no value"),
      ("idle:\n  color: #000\n", "a value that begins with # must be in quotes"),
      ("idle: { color: bleu }", "idle.color: \"bleu\" is not a colour"), ("idle: black", "idle: is \"black\""),
      ("[1, 2]", "marquee.yaml:1:1: is a list; expected a mapping"), ("hello", "is \"hello\"; expected a mapping"),
      ("apps: [a]", "apps: is a list; expected apps by their names"),
      ("apps: {a: yes}", "apps.a: is \"yes\"; expected an app"),
      ("apps: {'a b': {}}", "\"a b\" is not an app's name"), ("apps: {'../x': {}}", "is not an app's name"),
      ("apps: {a: {scenes: }}", "apps.a.scenes: is nothing"),
      ("apps: {a: {scenes: {externalDisplays: []}}}", "unknown role \"externalDisplays\""),
      ("apps: {a: {scenes: {externalDisplay: ~}}}", "apps.a.scenes.externalDisplay: has no value; expected a list"),
      (
        "apps: {fire: {alarm: true, scenes: {externalDisplay: [{name: exit}]}}}",
        "marquee.yaml:1:62: apps.fire.scenes: the scene \"exit\" of an alarm app has no content"
      ),
      (
        "apps: {a: {scenes: {application: [{name: b, modes: [preferred]}]}}}",
        "marquee.yaml:1:45: apps.a.scenes.application[0].modes: application scenes have no modes"
      ),
      (
        "apps: {a: {scenes: {externalDisplayNonInteractive: [{interactive: true}]}}}",
        "marquee.yaml:1:67: apps.a.scenes.externalDisplayNonInteractive[0].interactive: scenes of the role "
          + "externalDisplayNonInteractive have no interactive"
      ),
      (
        "apps: {a: {scenes: {application: [{interactive: false}]}}}",
        "apps.a.scenes.application[0].interactive: scenes of the role application have no interactive"
      ),
      (
        "screens: [{match: {connector: a}, role: application}]",
        "marquee.yaml:1:41: screens[0].role: application scenes are placed by their app, not by a rule; expected"
      ),
      (
        "screens: [{match: {connector: a}, role: a b}]",
        "screens[0].role: \"a b\" is not a role's name; expected 1 to 64"
      ),
      (
        "screens: [{match: {connector: a}, mirror: {of: mian}}]",
        "marquee.yaml:1:48: screens[0].mirror.of: \"mian\" is not a screen; expected main, application, or a connector, as "
          + "HDMI-A-1, or the name of a screen in this file"
      ),
      (
        "screens: [{match: {connector: a}, mirror: {fit: strech}}]",
        "screens[0].mirror.fit: \"strech\" is not known here; expected one of letterbox, fill, stretch; did you mean \"stretch\"?"
      ),
      ("screens: [{match: {connector: a}, mirror: HDMI-A-1}]", "mirror: is \"HDMI-A-1\"; expected { of: main"),
      ("screens: [{match: {connector: a}, mirror: {from: main}}]", "unknown key \"from\""),
      ("screens: [{match: {connector: a}, mirror: {}}]", "screens[0].mirror: is empty"),
      (
        "screens: [{match: {connector: a}, use: main, mirror: {of: DP-1}}]",
        "screens[0].mirror: a screen with use: main does not mirror"
      ),
      (
        "screens: [{match: {connector: DP-1}, mirror: {of: DP-1}}]",
        "screens[0].mirror.of: screens mirror each other: DP-1 mirrors DP-1 in line 1; expected a screen that shows"
      ),
      (
        """
        screens:
        - { match: { connector: DP-1 }, mirror: { of: DP-2 } }
        - { match: { connector: DP-2 }, mirror: { of: DP-1, fit: fill } }
        """,
        "marquee.yaml:3:47: screens[1].mirror.of: screens mirror each other: DP-1 mirrors DP-2 in line 2, DP-2 mirrors"
      ),
      (
        "talk: { transition: dek }",
        "marquee.yaml:1:21: talk.transition: \"dek\" is no word of a transition; expected one of deck, none, cut, crossfade"
      ),
      ("talk: { transition: dek }", "did you mean \"deck\"?"),
      ("talk: { transition: none 2s }", "\"none\" is no word of a transition"),
      ("talk: { transition: crossfade left }", "talk.transition.direction: a crossfade has no direction"),
      ("talk: { transitoin: none }", "talk.transitoin: unknown key"), ("talk: deck", "talk: is \"deck\"; expected {"),
      ("standIn: maybe", "\"maybe\" is not a yes or no; expected true or false"),
      ("backgroundScenes: 257", "\"257\" is not a number of scenes; expected a whole number from 0 to 256"),
      ("backgroundScenes: -1", "\"-1\" is not a number of scenes"),
      (externalRole("[{size: 640}]"), "size: \"640\" is not a size; expected WIDTHxHEIGHT in pixels, as 640x480"),
      (externalRole("[{size: 0x480}]"), "\"0x480\" is not a size"),
      (externalRole("[{size: 8193x1}]"), "\"8193x1\" is not a size"),
      (externalRole("[{size: 1x+2}]"), "\"1x+2\" is not a size"),
      (externalRole("[{size: 1x2x3}]"), "\"1x2x3\" is not a size"),
      ("apps: {a: {alarm: yes}}", "apps.a.alarm: \"yes\" is not a yes or no; expected true or false"),
      ("apps: {a: {scenes: {externaldisplaynoninteractive: []}}}", "did you mean \"externalDisplayNonInteractive\"?"),
      (
        externalRole("null"),
        "marquee.yaml:4:38: apps.lobby.scenes.externalDisplayNonInteractive: has no value; expected a list"
      ),
      (
        externalRole(""),
        "marquee.yaml:4:7: apps.lobby.scenes.externalDisplayNonInteractive: has no value; expected a list"
      ),
      (
        externalRole("welcome"),
        "marquee.yaml:4:38: apps.lobby.scenes.externalDisplayNonInteractive: is \"welcome\", not a list"
      ),
      (externalRole("{}"), "is a mapping, not a list"),
      (externalRole("[{}, {name: a}]"), "externalDisplayNonInteractive[0]: is empty"),
      (externalRole("[{name: ''}]"), "is not a name"),
      (externalRole("[{name: [a]}]"), "name: is a list; expected a name"),
      (externalRole("[{content: {}}]"), "content: is empty"),
      (externalRole("[{content: {pattern: barz}}]"), "did you mean \"bars\"?"),
      (externalRole("[{content: {banner: {}}}]"), "the banner has no text"),
      (externalRole("[{content: {image: {file: a.png, fits: fill}}}]"), "did you mean \"fit\"?"),
      (
        externalRole("[{content: {playlist: []}}]"), "content.playlist: the playlist is empty; expected 1 to 1000 items"
      ),
      (externalRole("[{content: {colour: '#fff'}}]"), "did you mean \"color\"?"),
      (
        externalRole("[{content: {color: '#fff', pattern: bars}}]"),
        "has several kinds: \"color\" in line 4, \"pattern\" in line 4"
      ),
      ("access: {control: {group: [a]}}", "did you mean \"groups\"?"),
      ("access: {control: [a]}", "access.control: is a list"),
      ("access: {control: {users: bob}}", "access.control.users: is \"bob\", not a list"),
    ])
  func oneMessage(text: String, message: String) {
    let found = problems(text)
    #expect(found.contains { $0.contains(message) }, "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("marquee.yaml:") })
  }

  @Test(
    "a role by another name is not taken for a misspelt one",
    arguments: ["kitchen", "externalDisplayInteractive", "app"])
  func furtherRole(role: String) throws {
    #expect(problems("apps: {a: {scenes: {\(role): []}}}") == [])
  }

  @Test("one run names everything that is wrong, in the order of the lines")
  func collects() {
    let found = problems(
      """
      support: maybe
      screens:
      - match: {connector: "*"}
        rotation: 1
        scale: big
      unknown: 1
      """)
    #expect(
      found.map { $0.prefix(16) } == ["marquee.yaml:1:1", "marquee.yaml:4:1", "marquee.yaml:5:1", "marquee.yaml:6:1"])
  }

  @Test("two foreground apps are an error that names both lines")
  func twoForegroundApps() {
    let found = problems("apps:\n  a:\n    foreground: true\n  b:\n    foreground: true\n")
    #expect(found.count == 1)
    #expect(found.first?.contains("two foreground apps: \"a\" in line 3 and \"b\" in line 5") == true)
  }

  @Test("two foreground apps for one screen are an error that names both lines")
  func twoAppsOfScreen() {
    let found = problems("apps: {a: {}, b: {}}\nscreens:\n- match: {connector: x}\n  apps:\n  - a\n  - b\n")
    #expect(found.count == 1)
    #expect(found.first?.contains("two foreground apps for one screen: \"a\" in line 5 and \"b\" in line 6") == true)
  }

  @Test("an app whose name looks misspelt is an error that names both lines")
  func misspeltApp() {
    let found = problems("apps:\n  lobby: {}\nscreens:\n- match: {connector: x}\n  apps: [loby]\n")
    #expect(
      found == [
        "marquee.yaml:5:10: screens[0].apps[0]: there is no app \"loby\", but \"lobby\" in line 2; did you mean \"lobby\"?"
      ])
  }

  @Test("an app that a controller may register is no error but a notice")
  func registeredApp() throws {
    let configuration = try parsed("apps:\n  lobby: {}\nscreens:\n- match: {connector: x}\n  apps: [menu]\n")
    #expect(configuration.notices.map(\.location.line) == [5])
    #expect(configuration.notices.first?.description.contains("\"menu\" is not in this file") == true)
    #expect(try parsed("apps: {a: {}}\nscreens: [{match: {connector: x}, apps: [a]}]").notices.isEmpty)
  }

  @Test("a repeated key is an error that names both lines")
  func duplicateKey() {
    let found = problems("support: off\nidle: {color: '#000'}\nsupport: external\n")
    #expect(found.count == 1)
    #expect(found.first?.contains("marquee.yaml:3:1: support: the key is given twice, in line 1 and in line 3") == true)
  }

  @Test("two scene configurations of one name are an error that names both lines")
  func duplicateSceneName() {
    let found = problems(externalRole("\n      - name: a\n      - name: b\n      - name: a"))
    #expect(found.count == 1)
    #expect(found.first?.contains("named \"a\", in line 5 and in line 7") == true)
  }

  @Test("a text of a megabyte is refused by its size")
  func longText() {
    let found = problems(externalRole("[{content: {banner: '\(String(repeating: "a", count: 900_000))'}}]"))
    #expect(found.count == 1)
    #expect(found.first?.contains("the text has 900000 bytes; expected at most 16384") == true)
    #expect((found.first?.utf8.count ?? 0) < 500)
  }

  @Test("a list that is cut off ends with the numbers of those that are left out and of all")
  func cutList() {
    func errors(_ count: Int) -> ConfigurationErrors {
      ConfigurationErrors(
        (1...count).map {
          ConfigurationError(
            location: SourceLocation(file: "f.yaml", line: $0, column: 1), keyPath: "", problem: "is wrong")
        })
    }
    #expect(errors(50).description.split(separator: "\n").count == 50)
    let lines = errors(300).description.split(separator: "\n")
    #expect(lines.count == 51)
    #expect(lines.dropLast().last == "f.yaml:50:1: is wrong")
    #expect(lines.last == "and 250 more errors: 300 in all")
    #expect(errors(51).description.hasSuffix("\nand 1 more error: 51 in all"))
  }

  @Test("a name from the file is free of control characters in a message")
  func controlCharacters() {
    let error = ConfigurationError(
      location: SourceLocation(file: "m\u{1B}[31mi\n.yaml", line: 1, column: 2), keyPath: "a\u{7}",
      problem: "\"\u{202E}\" is wrong", expected: "b\r", hint: "c\u{9B}")
    #expect(error.description == "m [31mi .yaml:1:2: a : \" \" is wrong; expected b ; c ")
  }
}

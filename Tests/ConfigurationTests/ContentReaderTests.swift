import DisplayTypes
import Testing

@testable import Configuration
@testable import ContentModel

/// Contents of every kind in the syntax of a file.
@Suite struct ContentReaderTests {
  static let black = "{ color: \"#000\" }"

  private func read(_ yaml: String, file: String = "/srv/signs/menu.yaml") throws -> ContentDescription {
    let errors = ErrorList(file: file)
    let context = ContentContext(
      .file, folder: MediaPath.folder(ofFile: file), chain: [file], tree: ConfigurationFiles().tree)
    let root = ContentFile.tree(Array(yaml.utf8), errors: errors)
    let content = root.flatMap { ContentReader(context: context).content(of: $0, errors: errors) }
    guard errors.errors.isEmpty, let content else { throw ConfigurationErrors(errors.errors) }
    return content
  }

  private func problems(_ yaml: String) -> [String] {
    do {
      _ = try read(yaml)
      return []
    } catch let errors as ConfigurationErrors {
      return errors.errors.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    "short and long forms",
    arguments: [
      ("image: menu.png", ContentDescription.image(ImageDescription(file: "/srv/signs/menu.png"))),
      (
        "image: { file: ../a/./b.png, portrait: /tall.png, fit: center, background: '#fff' }",
        .image(ImageDescription(file: "/srv/a/b.png", fit: .center, background: .white, portraitFile: "/tall.png"))
      ), ("slideshow: photos", .slideshow(SlideshowDescription(folder: "/srv/signs/photos"))),
      (
        "slideshow: { folder: /p, duration: 1m30s, shuffle: true, fit: fill, transition: crossfade }",
        .slideshow(
          SlideshowDescription(
            folder: "/p", itemMilliseconds: 90_000, isShuffled: true, fit: .fill,
            transition: TransitionDescription(.crossfade)))
      ), ("deck: talk.pdf", .deck(DeckDescription(file: "/srv/signs/talk.pdf"))),
      (
        "deck: { file: /t.pdf, page: 3, duration: 20s }",
        .deck(DeckDescription(file: "/t.pdf", page: 3, pageMilliseconds: 20_000))
      ),
      ("ticker: News", .ticker(TickerDescription(text: "News"))),
      ("ticker: { text: News, speed: 0.25 }", .ticker(TickerDescription(text: "News", speed: 0.25))),
      ("clock: {}", .clock(ClockDescription())),
      ("clock: '%A%n%-H:%M'", .clock(ClockDescription(format: "%A%n%-H:%M"))),
      ("clock: { zone: UTC, font: Serif }", .clock(ClockDescription(zone: "UTC", font: "Serif"))),
      ("countdown: 2027-01-01T00:00Z", .countdown(CountdownDescription(end: WallTime(seconds: 1_798_761_600)))),
      (
        "countdown: { end: 2027-01-01 01:00:00.5+01:00, title: New year, ended: Happy }",
        .countdown(
          CountdownDescription(
            end: WallTime(nanoseconds: 1_798_761_600_500_000_000), title: "New year", ended: "Happy"))
      ), ("setup: {}", .setup(SetupDescription())),
      ("setup: { pairing: false }", .setup(SetupDescription(offersPairing: false))),
      ("video: /a.mp4", .video(VideoDescription(file: "/a.mp4"))),
      (
        "video: { file: /a.mp4, loop: false, from: 1m30s, to: 100s }",
        .video(VideoDescription(file: "/a.mp4", loops: false, fromMilliseconds: 90_000, toMilliseconds: 100_000))
      ),
      ("surface: chart", .surface(SurfaceDescription(name: "chart"))),
      (
        "surface: { name: chart, background: '#102030' }",
        .surface(SurfaceDescription(name: "chart", background: Color(red: 0x10, green: 0x20, blue: 0x30)))
      ),
      ("qr: https://example.org", .qrCode(QRCodeDescription(text: "https://example.org"))),
    ])
  func simple(yaml: String, expected: ContentDescription) throws {
    #expect(try read(yaml) == expected)
  }

  @Test(
    "transitions in words and as mappings",
    arguments: [
      ("cut", TransitionDescription.cut), ("crossfade", TransitionDescription(.crossfade)),
      ("crossfade 1.5s linear", TransitionDescription(.crossfade, milliseconds: 1_500, curve: .linear)),
      (
        "'left, 800ms ease-out slide'",
        TransitionDescription(.slide, milliseconds: 800, curve: .easeOut, direction: .left)
      ), ("{ kind: push, direction: up }", TransitionDescription(.push, direction: .up)),
      ("{ kind: wipe, duration: 0s }", TransitionDescription(.wipe, milliseconds: 0)),
    ])
  func transition(yaml: String, expected: TransitionDescription) throws {
    let playlist = PlaylistDescription(items: [PlaylistItem(content: .color(.black))], transition: expected)
    #expect(try read("playlist: { items: [\(Self.black)], transition: \(yaml) }") == .playlist(playlist))
  }

  @Test("a playlist of several kinds, with the settings of each item")
  func playlist() throws {
    let content = try read(
      """
      playlist:
        duration: 15s
        shuffle: true
        repeat: 2
        start: 2026-12-01T08:00+01:00
        items:
          - { image: a.png, name: first, duration: 500ms, transition: cut }
          - banner: Hello
          - playlist: [{ deck: b.pdf, duration: 1h }]
      """)
    let inner = PlaylistDescription(
      items: [PlaylistItem(content: .deck(DeckDescription(file: "/srv/signs/b.pdf")), milliseconds: 3_600_000)])
    #expect(
      content
        == .playlist(
          PlaylistDescription(
            items: [
              PlaylistItem(
                content: .image(ImageDescription(file: "/srv/signs/a.png")), name: "first", milliseconds: 500,
                transition: .cut),
              PlaylistItem(content: .banner(BannerDescription(text: "Hello"))), PlaylistItem(content: .playlist(inner)),
            ], itemMilliseconds: 15_000, isShuffled: true, repeats: .times(2),
            start: WallTime(seconds: 1_796_108_400))))
  }

  @Test("a schedule with days, times, priorities, an alarm and the power")
  func schedule() throws {
    let content = try read(
      """
      schedule:
        zone: UTC
        fallback: { banner: Closed }
        entries:
          - { image: lunch.png, name: lunch, weekdays: mon-fri, from: 11:30, to: "14:00", priority: 2 }
          - { color: "#fff", weekdays: [sat, sun-mon], firstDay: 2026-12-01, lastDay: 2026-12-24 }
          - { banner: Fire, alarm: true, from: "03:00", to: "03:00:30" }
          - { power: off, from: "22:00", to: "06:00", priority: 1 }
      """)
    func time(_ text: String) -> TimeOfDay { TimeOfDay(text) ?? .midnight }
    #expect(
      content
        == .schedule(
          ScheduleDescription(
            zone: "UTC",
            entries: [
              ScheduleEntry(
                action: .show(.image(ImageDescription(file: "/srv/signs/lunch.png"))), name: "lunch", priority: 2,
                weekdays: [.monday, .tuesday, .wednesday, .thursday, .friday], from: time("11:30"), to: time("14:00")),
              ScheduleEntry(
                action: .show(.color(.white)), firstDay: CalendarDate("2026-12-01"),
                lastDay: CalendarDate("2026-12-24"),
                weekdays: [.saturday, .sunday, .monday]),
              ScheduleEntry(
                action: .show(.banner(BannerDescription(text: "Fire"))), isAlarm: true, from: time("03:00"),
                to: time("03:00:30")),
              ScheduleEntry(action: .powerOff, priority: 1, from: time("22:00"), to: time("06:00")),
            ], fallback: .banner(BannerDescription(text: "Closed")))))
  }

  @Test("a layout accepts fractions as percents and numbers, and divides the rest among regions without a size")
  func layout() throws {
    let content = try read("layout: [{ image: /a, width: 70% }, { clock: {}, name: time, x: 0.7, height: 20% }]")
    guard case .layout(let layout) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(layout.regions.map(\.x) == [0, 0.7])
    #expect(layout.regions.map(\.width) == [0.7, 1 - 0.7])
    #expect(layout.regions.map(\.height) == [1, 0.2])
    #expect(layout.regions.map(\.name) == [nil, "time"])
  }

  @Test("a layout has regions for portrait screens, which may take the content of a region with their name")
  func portraitLayout() throws {
    let content = try read(
      """
      layout:
        gap: 2.5%
        margin: 24px
        font: DejaVu Serif
        foreground: "#fff"
        regions: [{ clock: {}, name: time, width: 30% }, { image: /a, x: 30% }]
        portrait: [{ name: time, height: 20% }, { name: other, image: /b, y: 20% }]
      """)
    guard case .layout(let layout) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(layout.gap == .permille(25) && layout.margin == .pixels(24))
    #expect(layout.font == "DejaVu Serif" && layout.foreground == .white && layout.background == nil)
    #expect(layout.portrait.map(\.content) == [.clock(ClockDescription()), .image(ImageDescription(file: "/b"))])
    #expect(layout.portrait.map(\.height) == [0.2, 0.8])
    #expect(content.parts.count == 3, "the clock counts once")
  }

  @Test("below /etc relative paths begin in the media folder of the service")
  func mediaFolder() throws {
    let content = try read("image: menu.png", file: "/etc/marquee/marquee.yaml")
    #expect(content == .image(ImageDescription(file: "/var/lib/marquee/media/menu.png")))
  }

  @Test(
    "each mistake gets one message",
    arguments: [
      ("image: {}", "/srv/signs/menu.yaml:1:8: image: the image has no file; expected { file: menu.png }"),
      ("image: ''", "\"\" is not a path; expected a path; a relative path begins in /srv/signs"),
      ("image: { file: a, fit: fil }", "image.fit: \"fil\" is not known here; expected one of fit, fill"),
      (
        "slideshow: { folder: a, duration: 8 s }",
        "\"8 s\" is not a time that something is shown; expected a time, as 8s, 500ms, 1m30s, 2h or a number of seconds"
      ),
      ("slideshow: { folder: a, duration: 50ms }", "from 100ms to 7d"),
      ("slideshow: { folder: a, duration: 8d }", "\"8d\" is not"),
      ("slideshow: { folder: a, duration: 1s1m }", "\"1s1m\" is not"),
      ("deck: { file: a, page: 0 }", "\"0\" is not a page; expected a whole number from 1 to 100000"),
      (
        "ticker: { text: a, speed: 0 }", "\"0\" is not a speed in widths a second; expected a number from 0.001 to 10.0"
      ),
      ("ticker: ''", "ticker.text: is empty"),
      ("clock: '%Q'", "clock.format: \"%Q\" is not supported by a clock; expected %H %I"),
      ("deck: { file: a, start: 2026-12-01T08:00Z }", "the pages do not turn by themselves; expected a duration"),
      ("clock: '%99999S'", "\"%9\" is not supported"), ("clock: 'no %'", "\"%\" is not supported"),
      (
        "countdown: tomorrow",
        "\"tomorrow\" is not a moment; expected a local time as 2026-12-31 18:00, or a moment with its offset from UTC"
      ),
      ("countdown: 2026-12-31T18:00+1:00", "is not a moment"), ("countdown: 2026-02-29T18:00Z", "is not a moment"),
      ("qr: { caption: x }", "the qr has no text"),
      ("playlist: { items: [] }", "playlist.items: the playlist is empty"),
      ("playlist: {}", "the playlist has no items; expected either items or file"),
      ("playlist: { items: [\(black)], file: a.yaml }", "has items and a file"),
      ("playlist: [{ name: a }]", "playlist[0]: has no content; expected one of color"),
      ("playlist: [{ color: '#000', pattern: bars }]", "has several kinds: \"color\" in line 1, \"pattern\" in line 1"),
      ("playlist: [{ color: '#000', length: 3s }]", "playlist[0].length: unknown key \"length\""),
      ("playlist: [{ color: '#000', name: a/b }]", "\"a/b\" is not a name; expected 1 to 64 characters without /"),
      (
        "playlist: { items: [\(black)], repeat: 0 }",
        "\"0\" is not a number of rounds; expected forever, or a whole number"
      ),
      (
        "playlist: { items: [\(black)], repeat: 3 }",
        "playlist.repeat: the first round has no start; expected start"
      ),
      ("playlist: { items: [\(black)], transition: disolve }", "\"disolve\" is no word of a transition"),
      ("playlist: { items: [\(black)], transition: slyde }", "did you mean \"slide\"?"),
      ("playlist: { items: [\(black)], transition: slide push }", "\"push\" is a second kind"),
      ("playlist: { items: [\(black)], transition: 800ms }", "the transition has no kind"),
      (
        "playlist: { items: [\(black)], transition: slide 11s }",
        "expected a time, as 8s, 500ms, 1m30s, 2h or a number of seconds, at most 10s"
      ),
      ("playlist: { items: [\(black)], transition: crossfade left }", "a crossfade has no direction; remove it"),
      ("playlist: { items: [\(black)], transition: cut 1s }", "a cut has no duration"),
      ("schedule: {}", "the schedule has no entries"), ("schedule: { entries: [] }", "the schedule is empty"),
      ("schedule: { entries: [{ power: on }] }", "\"on\" is not what an entry does; expected off"),
      ("schedule: { entries: [{ power: off, color: '#000' }] }", "shows something, and switches the power off"),
      (
        "schedule: { entries: [{ color: '#000', weekdays: mo }] }",
        "\"mo\" is not a day of the week; expected one of mon, tue"
      ),
      ("schedule: { entries: [{ color: '#000', weekdays: [] }] }", "no day is in the list"),
      (
        "schedule: { entries: [{ color: '#000', from: 8:60 }] }",
        "\"8:60\" is not a time of day; expected a time from 0:00 to 24:00"
      ),
      (
        "schedule: { entries: [{ color: '#000', firstDay: 2026-02-30 }] }",
        "\"2026-02-30\" is not a day of the calendar"
      ),
      (
        "schedule: { entries: [{ color: '#000', firstDay: 2026-12-02, lastDay: 2026-12-01 }] }",
        "2026-12-01 is before the first day, 2026-12-02"
      ), ("schedule: { entries: [{ color: '#000', priority: 1001 }] }", "expected a whole number from -1000 to 1000"),
      (
        "schedule: { zone: Europe/Berlni, entries: [\(black)] }",
        "\"Europe/Berlni\" is no time zone that this machine knows"
      ),
      ("schedule: { zone: Europe/Berlni, entries: [\(black)] }", "did you mean \"Europe/Berlin\"?"),
      ("clock: { zone: ../../etc/passwd }", "is no time zone"),
      ("clock: { zone: Berlin }", "did you mean \"Europe/Berlin\"?"),
      ("layout: []", "the layout is empty; expected 1 to 16 regions"), ("layout: {}", "the layout has no regions"),
      ("layout: [{ clock: {}, x: 50%, width: 60% }]", "the region reaches over the edge of the screen"),
      ("layout: [{ clock: {}, x: 101% }]", "\"101%\" is not a share of the screen"),
      ("layout: [{ clock: {}, width: 0 }]", "the region has no width"),
      ("layout: { regions: [{ clock: {} }], portrait: [] }", "the layout is empty; expected 1 to 16 regions"),
      (
        "layout: { regions: [{ clock: {}, name: a }], portrait: [{ name: b }] }",
        "the region has no content, and no other region is named \"b\""
      ), ("layout: { regions: [{ clock: {} }], portrait: [{ y: 50% }] }", "has no content"),
      ("layout: { regions: [{ clock: {} }], gap: 26% }", "\"26%\" is not a distance"),
      ("layout: { regions: [{ clock: {} }], margin: -2px }", "\"-2px\" is not a distance"),
      ("layout: [{ layout: [{ clock: {} }] }]", "a region of a layout cannot have another layout"),
      ("layout: [{ playlist: [{ layout: [{ clock: {} }] }] }]", "a region of a layout cannot have another layout"),
      ("layout: [{ schedule: { entries: [{ power: off }] } }]", "cannot switch the power of its screen"),
      ("layout: [{ clock: {}, name: a }, { clock: {}, name: a }]", "two regions are named \"a\""),
      ("", "the file is empty"),
      ("image: menu.png\ndeck: a.pdf", "has several kinds: \"image\" in line 1, \"deck\" in line 2"),
    ])
  func oneMessage(yaml: String, message: String) {
    let found = problems(yaml)
    #expect(found.contains { $0.contains(message) }, "\(found)")
    #expect(found.allSatisfy { $0.hasPrefix("/srv/signs/menu.yaml:") })
  }

  @Test(
    "a wrong time, day or priority is one mistake, without a contradiction that follows from it",
    arguments: ["from: 7:60", "to: \"25:00\"", "firstDay: 2026-02-30", "lastDay: soon", "priority: high"])
  func oneMistake(wrong: String) {
    let entries = "{ color: '#000', from: \"08:00\", to: \"09:00\" }, { color: '#fff', \(wrong) }"
    let found = problems("schedule: { entries: [\(entries)] }")
    #expect(found.count == 1 && found.first?.contains("expected") == true, "\(found)")
  }

  @Test("contents contain each other only so deep, and are only so many")
  func bounds() {
    let deep = String(repeating: "{ playlist: [", count: 6) + Self.black + String(repeating: "] }", count: 6)
    #expect(problems("playlist: [\(deep)]").contains { $0.contains("more than 6 levels") })
    let inner = "{ playlist: [" + [String](repeating: Self.black, count: 1_000).joined(separator: ",") + "] }"
    let many = [String](repeating: inner, count: 5).joined(separator: ",")
    #expect(problems("playlist: [\(many)]").contains { $0.contains("more than 5000 contents") })
    let long = [String](repeating: Self.black, count: 1_001).joined(separator: ",")
    #expect(problems("playlist: [\(long)]").contains { $0.contains("the playlist has 1001 items") })
  }

  @Test(
    "each wrong value of a schedule and of its entries is reported",
    arguments: [
      (
        "schedule: { entries: [{ color: '#fff', from: '25:00', to: '99:99', weekdays: x }] }",
        ["entries[0].from", "entries[0].to", "entries[0].weekdays"]
      ),
      (
        "schedule: { entries: [{ color: bleu, alarm: perhaps, from: '25:00' }] }",
        ["entries[0].color", "entries[0].alarm", "entries[0].from"]
      ),
      (
        "schedule: { entries: [{ color: '#fff', firstDay: 2026-12-24, lastDay: 2026-12-01, to: '99:99' }] }",
        ["entries[0].lastDay", "entries[0].to"]
      ),
      (
        "schedule: { zone: Atlantis, fallback: { color: bleu }, transition: dissolve, entries: [{ power: 'on' }] }",
        ["zone", "fallback.color", "transition", "entries[0].power"]
      ),
    ])
  func everyWrongValueOfASchedule(yaml: String, keys: [String]) {
    let found = problems(yaml)
    #expect(found.count == keys.count, "\(found)")
    for (problem, key) in zip(found, keys) { #expect(problem.contains(" schedule.\(key): "), "\(problem)") }
  }
}

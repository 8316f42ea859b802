import DisplayTypes

@testable import ContentModel

/// Contents of every kind: simple ones, and ones in which every value differs from its default.
enum ContentSamples {
  private static let red = Color(red: 200, green: 10, blue: 20)
  private static let blue = Color(red: 1, green: 2, blue: 200)
  private static let slide = TransitionDescription(.slide, milliseconds: 800, curve: .easeOut, direction: .up)
  private static let moment = WallTime(nanoseconds: 1_798_000_000_250_000_000)

  static let playlist = PlaylistDescription(
    items: [
      PlaylistItem(content: .color(red), name: "red", milliseconds: 500, transition: .cut),
      PlaylistItem(
        content: .image(ImageDescription(file: "/media/a b.png")), transition: TransitionDescription(.crossfade),
        weekdays: [.saturday], from: TimeOfDay(seconds: 61_200) ?? .midnight,
        to: TimeOfDay(seconds: 79_200) ?? .midnight),
      PlaylistItem(
        content: .playlist(PlaylistDescription(items: [PlaylistItem(content: .pattern(.bars))], repeats: .times(2)))),
      PlaylistItem(content: .banner(BannerDescription(text: "مرحبا"))),
    ], itemMilliseconds: 90_500, isShuffled: true, repeats: .times(7), start: moment, transition: slide)

  static let schedule = ScheduleDescription(
    zone: "UTC",
    entries: [
      ScheduleEntry(
        action: .show(.color(red)), name: "christmas", priority: -3, isAlarm: true,
        firstDay: CalendarDate(year: 2026, month: 12, day: 1), lastDay: CalendarDate(year: 2026, month: 12, day: 26),
        weekdays: [.monday, .sunday], from: TimeOfDay(seconds: 3_600) ?? .midnight,
        to: TimeOfDay(seconds: 7_261) ?? .midnight),
      ScheduleEntry(action: .powerOff, from: TimeOfDay(seconds: 80_000) ?? .midnight),
    ], fallback: .banner(BannerDescription(text: "soon")), transition: TransitionDescription(.push))

  static let layout = LayoutDescription(
    regions: [
      LayoutRegion(name: "main", x: 0, y: 0, width: 0.7, height: 1, content: .pattern(.grid)),
      LayoutRegion(x: 0.7, y: 0.25, width: 0.3, height: 1.0 / 3, content: .clock(ClockDescription())),
    ],
    portrait: [
      LayoutRegion(name: "main", x: 0, y: 0, width: 1, height: 0.5, content: .pattern(.grid)),
      LayoutRegion(x: 0, y: 0.5, width: 1, height: 0.5, content: .color(red)),
    ], gap: .permille(25), margin: .pixels(24), foreground: red, background: blue, font: "DejaVu Serif")

  /// By the interface's name for the value of the kind.
  static let full: [(String, ContentDescription)] = [
    (
      "Banner",
      .banner(
        BannerDescription(
          text: "a\n\"b\"", foreground: red, background: blue, font: "DejaVu Sans", alignment: .end, usesMarkup: true))
    ),
    (
      "Image",
      .image(ImageDescription(file: "/a.png", fit: .fill, background: red, portraitFile: "/b.png"))
    ),
    (
      "Slideshow",
      .slideshow(
        SlideshowDescription(
          folder: "/photos", itemMilliseconds: 8_000, isShuffled: true, fit: .stretch, background: red,
          transition: slide))
    ), ("Playlist", .playlist(playlist)), ("Schedule", .schedule(schedule)),
    (
      "Deck",
      .deck(
        DeckDescription(
          file: "/a.pdf", page: 7, pageMilliseconds: 60_000, start: moment, background: red, transition: slide,
          portraitFile: "/b.pdf")
      )
    ),
    (
      "Ticker",
      .ticker(TickerDescription(text: "news", foreground: red, background: blue, font: "Serif", speed: 0.35))
    ),
    (
      "Clock",
      .clock(
        ClockDescription(format: "%A%n%H:%M", zone: "UTC", foreground: red, background: blue, font: "Serif"))
    ),
    (
      "Countdown",
      .countdown(
        CountdownDescription(
          end: moment, title: "Doors", ended: "Open", foreground: red, background: blue, font: "Serif"))
    ),
    (
      "QRCode",
      .qrCode(
        QRCodeDescription(
          text: "https://example.org", caption: "Menu", foreground: red, background: .white.faded, font: "DejaVu Serif")
      )
    ), ("Layout", .layout(layout)), ("Setup", .setup(SetupDescription(offersPairing: false))),
    ("Surface", .surface(SurfaceDescription(name: "chart", background: .white))),
    (
      "Video",
      .video(
        VideoDescription(
          file: "/a.mp4", fit: .fill, background: red, loops: false, fromMilliseconds: 1_500, toMilliseconds: 90_000,
          portraitFile: "/b.mp4"))
    ),
    (
      "Stream",
      .stream(
        StreamDescription(
          address: StreamAddress("rtsp://camera:554/1"), fit: .fill, background: red, fallback: "/a.png",
          allowsLoopback: true, allowsLinkLocal: true))
    ),
  ]

  static let all: [ContentDescription] =
    full.map(\.1) + [
      .color(red), .pattern(.movingBar), .banner(BannerDescription(text: "")), .clock(ClockDescription()),
      .image(ImageDescription(file: "/a")), .slideshow(SlideshowDescription(folder: "/b")),
      .deck(DeckDescription(file: "/c")), .ticker(TickerDescription(text: "x")),
      .countdown(CountdownDescription(end: .epoch)), .qrCode(QRCodeDescription(text: "x")),
      .setup(SetupDescription()), .surface(SurfaceDescription(name: "chart")),
      .video(VideoDescription(file: "/d.mp4")), .stream(StreamDescription(address: StreamAddress("rtsp://camera/1"))),
      .playlist(PlaylistDescription(items: [PlaylistItem(content: .color(red))])),
      .schedule(ScheduleDescription(entries: [ScheduleEntry(action: .show(.color(red)))])),
    ]
}

extension Color {
  fileprivate var faded: Color { Color(red: 240, green: 240, blue: 240) }
}

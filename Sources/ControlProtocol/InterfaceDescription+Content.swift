extension InterfaceDescription {
  /// The types of contents, each after a comment.
  static let contents = """
    # A text that fills a screen. Colours are #rrggbb; alignment is start, center or end.
    type Banner (
      text: string,
      foreground: ?string,
      background: ?string,
      font: ?string,
      alignment: ?string,
      markup: ?bool
    )

    # A picture of a file, and another where the room is higher than wide; fit is fit, fill, stretch or center. Paths are absolute here
    # and below, and mean files that the daemon's user can read.
    type Image (file: string, portrait: ?string, fit: ?string, background: ?string)

    # The pictures of a folder. Times are written as 8s, 500ms or 1m30s here and below. A transition is cut, crossfade, slide, wipe or
    # push, perhaps with how long it takes, a curve (linear, ease-in, ease-out, ease-in-out) and a direction (left, right, up, down):
    # "slide 800ms ease-out left".
    type Slideshow (
      folder: string,
      duration: ?string,
      shuffle: ?bool,
      fit: ?string,
      background: ?string,
      transition: ?string
    )

    # Contents one after the other: round after round from the beginning of 1970 or from start (2026-12-31T18:00+01:00), or so many
    # rounds (repeat), then from the moment of the request where start says nothing else. The duration is that of items that say nothing
    # of it.
    type Playlist (
      items: []PlaylistItem,
      duration: ?string,
      shuffle: ?bool,
      repeat: ?int,
      start: ?string,
      transition: ?string
    )

    # An item: exactly one kind of content, and what is said of it.
    type PlaylistItem (
      color: ?string,
      pattern: ?string,
      banner: ?Banner,
      image: ?Image,
      slideshow: ?Slideshow,
      playlist: ?Playlist,
      schedule: ?Schedule,
      deck: ?Deck,
      ticker: ?Ticker,
      clock: ?Clock,
      countdown: ?Countdown,
      qr: ?QRCode,
      layout: ?Layout,
      setup: ?Setup,
      name: ?string,
      duration: ?string,
      transition: ?string
    )

    # Contents and the times at which they are shown. What no entry says, and until the clock is known to be right, shows fallback. The
    # zone is that of all its times, as Europe/Berlin.
    type Schedule (entries: []ScheduleEntry, fallback: ?Content, zone: ?string, transition: ?string)

    # An entry: exactly one kind of content, or power with the word off. It counts from firstDay to lastDay (2026-12-24), on weekdays
    # (mon to sun), from one time (18:30) to another, on the next day where that is not later. Of several the one of the highest
    # priority is shown; an alarm goes before all that are none.
    type ScheduleEntry (
      color: ?string,
      pattern: ?string,
      banner: ?Banner,
      image: ?Image,
      slideshow: ?Slideshow,
      playlist: ?Playlist,
      schedule: ?Schedule,
      deck: ?Deck,
      ticker: ?Ticker,
      clock: ?Clock,
      countdown: ?Countdown,
      qr: ?QRCode,
      layout: ?Layout,
      setup: ?Setup,
      power: ?string,
      name: ?string,
      priority: ?int,
      alarm: ?bool,
      firstDay: ?string,
      lastDay: ?string,
      weekdays: ?[]string,
      from: ?string,
      to: ?string
    )

    # The pages of a PDF file; with a duration they turn by themselves, from the moment of the request where start says nothing else,
    # otherwise TurnPage turns them.
    type Deck (
      file: string,
      portrait: ?string,
      page: ?int,
      duration: ?string,
      start: ?string,
      background: ?string,
      transition: ?string
    )

    # A line that runs across the screen, by so many widths a second.
    type Ticker (text: string, foreground: ?string, background: ?string, font: ?string, speed: ?float)

    # The time of day, written as strftime has it: %H:%M where nothing else is said.
    type Clock (format: ?string, zone: ?string, foreground: ?string, background: ?string, font: ?string)

    # The time that is left until a moment, and what is written above it, and in its place when it has come.
    type Countdown (
      end: string,
      title: ?string,
      ended: ?string,
      foreground: ?string,
      background: ?string,
      font: ?string
    )

    # A QR code, and what is written below it.
    type QRCode (text: string, caption: ?string, foreground: ?string, background: ?string)

    # Several contents side by side.
    type Layout (regions: []LayoutRegion, background: ?string)

    # A region: exactly one kind of content, and its place in shares of the screen from 0 to 1.
    type LayoutRegion (
      color: ?string,
      pattern: ?string,
      banner: ?Banner,
      image: ?Image,
      slideshow: ?Slideshow,
      playlist: ?Playlist,
      schedule: ?Schedule,
      deck: ?Deck,
      ticker: ?Ticker,
      clock: ?Clock,
      countdown: ?Countdown,
      qr: ?QRCode,
      layout: ?Layout,
      setup: ?Setup,
      name: ?string,
      x: ?float,
      y: ?float,
      width: ?float,
      height: ?float
    )

    # The card of a box that has nothing else to show: its name, its address, and a code for pairing, unless pairing is false.
    type Setup (pairing: ?bool)

    # What a scene shows: exactly one of these.
    type Content (
      color: ?string,
      pattern: ?string,
      banner: ?Banner,
      image: ?Image,
      slideshow: ?Slideshow,
      playlist: ?Playlist,
      schedule: ?Schedule,
      deck: ?Deck,
      ticker: ?Ticker,
      clock: ?Clock,
      countdown: ?Countdown,
      qr: ?QRCode,
      layout: ?Layout,
      setup: ?Setup
    )

    """
}

// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// The definition of `org.marquee.Display` in Varlink's own notation.
public enum InterfaceDescription {
  /// The interface's name.
  public static let name = "org.marquee.Display"

  /// The definition.
  public static let text = """
    # Marquee: the right picture on every connected display.
    #
    # Calls that change a picture are answered after the flip that shows the change, unless noWait is true. Access: observe
    # suffices to look, control is needed to change pictures, admin for Reload and Simulate. A request is at most 64 KiB long.
    interface org.marquee.Display

    # The size of a display's picture.
    type PhysicalSize (widthMillimeters: int, heightMillimeters: int)

    # A mode of a screen. The name is unique within the screen: 1920x1080@59.94, 720x480@59.94 4:3.
    type Mode (
      name: string,
      width: int,
      height: int,
      refreshMillihertz: int,
      interlaced: bool,
      preferred: bool,
      pixelAspectRatio: float,
      pictureAspect: ?string
    )

    # A connected display; disconnected is the stand-in for the last one, where the configuration wants it. It is guessed while its
    # EDID cannot be read.
    type Screen (
      name: string,
      device: string,
      status: (connected, disconnected),
      guessed: bool,
      make: string,
      model: string,
      serial: string,
      physicalSize: ?PhysicalSize,
      scale: float,
      currentMode: ?Mode,
      preferredMode: ?Mode,
      availableModes: []Mode,
      mirroredScreen: ?string,
      scene: ?string
    )

    # What became of the frame that shows a change. The timestamp is that of the flip on the monotonic clock, zero where it
    # never was; frame is a hash of the pixels, empty where they were never drawn, or some of them are private.
    type Presented (
      screen: string,
      sequence: int,
      timestampNanoseconds: int,
      timestampSource: (driver, daemon),
      frame: string,
      ending: (presented, superseded, discarded)
    )

    # An item of a content that was on a screen. content is its file or its kind; the times are those of its first flip, its last one and the
    # one that took it away, by the time of day and on the monotonic clock; ending is completed, replaced, unplugged, blanked, powered off,
    # stopped, interrupted (by a crash), or skipped with its reason. estimated: no driver gave a timestamp. clockRight: the time of day
    # was known to be right.
    type Play (
      screen: string,
      session: string,
      item: string,
      content: string,
      firstFlip: string,
      lastFlip: string,
      end: string,
      firstFlipNanoseconds: int,
      lastFlipNanoseconds: int,
      endNanoseconds: int,
      flips: int,
      ending: string,
      reason: string,
      estimated: bool,
      clockRight: bool
    )

    # A scene session; screen is null while its display is not connected.
    type Session (
      identifier: string,
      app: string,
      role: string,
      configuration: string,
      screen: ?string,
      state: (unattached, foregroundActive, foregroundInactive, background)
    )

    # Where a window is on its display, in shares of that from 0 to 1.
    type Frame (x: float, y: float, width: float, height: float)

    # A named owner of content. The controller is the program that registered it; null for an app of the configuration.
    type App (name: string, foreground: bool, screens: []string, roles: []string, controller: ?(here, gone))

    # What a content, or a region of a layout, shows at a time: the item's name, what is seen, since when and until when, and why items
    # were passed over at that moment.
    type ContentMoment (
      region: ?string,
      item: string,
      shows: string,
      since: ?string,
      until: ?string,
      skipped: []string
    )

    # What the foreground app's scene on a screen is to show.
    type ScreenContent (screen: string, content: Content)

    # Which screens are meant: patterns as HDMI-A-*, at least one, of which each that is given must fit.
    type ScreenMatch (connector: ?string, make: ?string, model: ?string, serial: ?string)

    # What an app says of one kind of its scenes: what they show, the modes that they wish for in order, the screens that they are
    # for, the pixels that they are laid out for in every mode (640x480), and whether they are for the main screen alone, so that
    # others show a placeholder. Without a name it is called default. Application scenes have no modes, match and size.
    type SceneConfiguration (
      name: ?string,
      content: ?Content,
      modes: ?[]string,
      match: ?ScreenMatch,
      size: ?string,
      private: ?bool
    )

    # What was being done in a scene, so that another can go on with it: a type of up to 256 bytes and 16 KiB of JSON.
    type Activity (type: string, userInfo: ?object)

    # What is to be another in a session: what it shows, or again what its configuration shows; whether its scene has a window
    # (without one its screen is left to the next app); all that its app keeps with it; what is being done there.
    type SceneChange (
      session: string,
      content: ?Content,
      configured: ?bool,
      window: ?bool,
      userInfo: ?object,
      activity: ?Activity
    )

    # How far each edge of the picture is moved inwards: 2%, 2.5%, 24px.
    type Overscan (top: ?string, right: ?string, bottom: ?string, left: ?string)

    # How far a screen's identity and modes can be trusted.
    type EDIDRecord (settled: bool, bytes: int, probes: int, nextProbeNanoseconds: ?int, problems: []string)

    # A mode that was considered. The source is trialChoice, runtimeChoice, sceneWish, rule, history, preferred or fallback.
    type Candidate (mode: string, source: string, wish: ?string, reason: string)

    # A wish that no mode answers; near has modes that come close.
    type UnmetWish (wish: string, source: string, reason: string, near: []string)

    # One try of a mode on the device.
    type Attempt (mode: string, kind: (test, commit), accepted: bool, errno: ?int, message: ?string)

    # A step between plug and picture.
    type Step (step: string, monotonicNanoseconds: int)

    # The value of a setting, and who said so: default, configuration, runtime, registration (the app, as it registered) or display.
    type Setting (
      name: string,
      value: string,
      origin: (default, configuration, runtime, registration, display),
      level: ?(screen, app, overall),
      location: ?string
    )

    # A rule of what a screen shows; the first that holds decides.
    type ShownReason (rule: string, holds: bool, reason: string)

    # How a screen came to its mode and its picture. content, where Explain was asked for it, is what is seen of the scene's content, as
    # ContentAt has it, and notes why that is something else than what was asked for, and what of it cannot be shown.
    type DecisionRecord (
      screen: string,
      make: string,
      model: string,
      serial: string,
      edid: EDIDRecord,
      rule: ?string,
      unmetWishes: []UnmetWish,
      candidates: []Candidate,
      attempts: []Attempt,
      winner: ?string,
      modesets: int,
      steps: []Step,
      settings: []Setting,
      shows: ?string,
      showsBecause: []ShownReason,
      content: []ContentMoment,
      notes: []string
    )

    # A card, or what stands for one. The interface is atomic, legacy or simulated.
    type Device (path: string, driver: string, interface: string, master: bool, screens: []string)

    # The worker that turns text into bitmaps.
    type Rasterizer (state: (idle, running, restarting, failed), processID: ?int, jobs: int, restarts: int)

    # Counters since the daemon started.
    type Counters (
      flips: int,
      missed: int,
      superseded: int,
      discarded: int,
      modesets: int,
      recoveries: int,
      readerDeaths: int,
      events: int,
      connections: int,
      requests: int,
      refusals: int,
      droppedReaders: int
    )

    # What a screen has done since its display came.
    type Frames (screen: string, flips: int, missed: int, modesets: int, recoveries: int, ageSeconds: ?float)

    # What a display was asked to do about its own power, and what it told last: on, standby, turningOn, turningOff; or why it told nothing:
    # silent, noAnswer, refused, otherInput, busy, noAddress, noAdapter; secondsAgo is when.
    type DisplayPower (
      screen: string,
      by: string,
      device: ?string,
      asked: string,
      told: ?string,
      message: string,
      secondsAgo: ?float
    )

    # A worker that lacks a part of its sandbox, and why: files are not kept from it (Landlock), or calls are not refused to it (seccomp).
    type Sandbox (worker: string, files: bool, calls: bool, reasons: []string)

    # What another configuration would change on a screen. With modeset its mode is set, and the display is dark for a moment.
    type ScreenPlan (screen: string, changes: []string, modeset: bool)

    # The full state.
    type State (screens: []Screen, sessions: []Session, apps: []App, mainScreen: ?string)

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

    # The connected screens: the main screen first, then by arrival.
    method Screens() -> (screens: []Screen)

    # The modes of a screen.
    method Modes(screen: string) -> (screen: string, guessed: bool, currentMode: ?string, modes: []Mode)

    # How a screen came to its mode and its picture; with content also what of the scene's content is seen, for which files may be looked at.
    method Explain(screen: string, content: ?bool) -> (record: DecisionRecord)

    # Chooses a mode by a wish (1920x1080@60, 3840x2160, preferred, highest) or by its name. It is kept until Reset; with
    # confirmSeconds it goes back by itself unless ConfirmMode is called in time. The note says why nothing was presented although
    # it was waited for; likewise below.
    method SetMode(screen: string, mode: string, confirmSeconds: ?float, noWait: ?bool) -> (
      mode: Mode,
      presented: ?Presented,
      note: ?string,
      hint: ?string
    )

    # Keeps the mode that is tried out on a screen; it is kept when this is answered.
    method ConfirmMode(screen: string) -> ()

    # Turns the picture: 0, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270.
    method Rotate(screen: string, rotation: string, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Sets the pixels a point, from 0.25 to 16; without a scale it follows the display's size.
    method SetScale(screen: string, scale: ?float, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Moves the edges of the picture inwards; what is missing becomes zero.
    method SetOverscan(screen: string, overscan: Overscan, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Forgets the mode, rotation, scale, overscan, foreground app, support and mirror that were chosen for the screen at run time.
    method Reset(screen: string, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Sets the content of the foreground app's scene on a screen, for a time or for ever; with configured instead of content it
    # goes back to the configured one. That of a registered app whose controller is there needs its token, or the access admin.
    method Show(
      screen: string,
      content: ?Content,
      forSeconds: ?float,
      configured: ?bool,
      token: ?string,
      noWait: ?bool
    ) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Sets the content of the foreground app's scenes on several screens, up to 32, as Show does on one. They change together: screens
    # of one refresh with the same, others each with their next. A text that is not drawn within 700 ms comes later. Where one cannot
    # show it, none changes. There is room for one token: on screens of several registered apps it needs the access admin.
    method ShowTogether(contents: []ScreenContent, token: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # What of the foreground app's scene on a screen is seen now, or with a time (2026-12-31T18:00+01:00) what will be, by the function that
    # plays it and with the files as they are: of a layout each region. troubles are the reasons for which files and folders of the content
    # cannot be shown at present, notes those for which something else is seen than what was asked for. clockRight tells whether the
    # machine's clock is known to be right now; a time that is asked for is taken for right. What is private is for the access control only.
    # On a frozen screen the moments are what plays beneath. Of many reasons the first are told, and how many more there are.
    method ContentAt(screen: string, time: ?string) -> (
      time: string,
      moments: []ContentMoment,
      troubles: []string,
      clockRight: ?bool,
      notes: []string
    )

    # Turns to another page of the deck that the foreground app's scene on a screen shows, or of the only one in the regions of its layout:
    # the next, the previous, the first, the last, or with goto that of a number from 1; beyond the last is the last. It is kept, as what
    # Show sets. Answers with the page that is shown, and how many there are.
    method TurnPage(
      screen: string,
      turn: (next, previous, first, last, goto),
      page: ?int,
      token: ?string,
      noWait: ?bool
    ) -> (page: int, pages: int, presented: ?Presented, note: ?string, hint: ?string)

    # Shows black, or the picture again; the mode stays.
    method Blank(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Holds the picture as it is, or lets it go on.
    method Freeze(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Turns the signal on or off. A screen that its schedule has off is on until its off hours end, and the note says
    # until when.
    method Power(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # The apps.
    method Apps() -> (apps: []App)

    # Makes an app the foreground app of a screen, or of all.
    method SetForeground(app: string, screen: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Says what external displays are for: external (they show scenes), mirror (they show the main screen's picture) or off
    # (dark and released); null takes back what was said before. Of one screen, of those on which an app is in the
    # foreground, or of all; the most specific counts.
    method SetSupport(support: ?string, screen: ?string, app: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Says whose picture a screen shows where it mirrors (main, application or a screen's name) and how that lies on it
    # (letterbox, fill or stretch). What is missing stays as it counts now; with neither, what was said is taken back.
    method SetMirror(screen: string, of: ?string, fit: ?string, noWait: ?bool) -> (presented: ?Presented, note: ?string, hint: ?string)

    # Puts the application scenes of an app on a screen: all of them, before the screen's external scene, and kept; without a screen it
    # takes back what was said. On an external display they are only while a controller owns the app's input. With byHand false it
    # is the app's own wish, over which an external scene goes, and which is not kept.
    method PlaceApp(app: string, screen: ?string, byHand: ?bool, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Makes another application scene of an app, where its manifest supports several or it has none yet. Without a frame it stands
    # beside the others.
    method RequestScene(app: string, userInfo: ?object, frame: ?Frame, noWait: ?bool) -> (
      session: string,
      presented: []Presented
    )

    # Moves the window of an application scene on its display; without a frame it stands beside the others.
    method SetFrame(session: string, frame: ?Frame, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Owns the input of an app's application scenes as long as the connection is open: one reply when it does, and silence after
    # that. Needs more. Refused while another connection owns it.
    method OwnInput(app: string) -> (app: string)

    # Hands an application scene that is active what a user has done, while somebody owns its app's input. Kind and values are
    # the controller's and the app's words. Refused for every other kind of scene.
    method SendInput(session: string, kind: string, values: ?object) -> ()

    # Registers an app with its scene configurations by role, or comes back under its name. Needs more. An empty list, or a list of
    # one empty configuration, leaves screens of that role alone. The app is there as long as the connection is open; what its
    # screens show afterwards is said by controllerLoss (keep where it is missing). One that is private is for the main screen alone,
    # and others show a placeholder; support says what it wants of external displays where it is in the foreground, if nothing more
    # specific does: external, mirror or off. Whoever still has the token of its registration takes its place; otherwise the name is
    # taken while its controller is there.
    #   registered   the first reply: the token with which the app says who it is, and the sessions that it has
    #   question     one of its sessions is about to be connected, and no mode is set yet: which configuration does it get, which
    #                modes does it wish for, does it have a window? AnswerApp says so within 500 ms, on another connection;
    #                otherwise it gets the configuration that is named here
    #   event        a step in the life of one of its scenes, as the event of that name
    #   activity     another of its scenes has ended: what was being done there can be gone on with in this session
    #   input        somebody has done this in one of its application scenes: SendInput's kind and values
    #   refresh      the screen that shows one of its sessions has refreshed, as StartDisplayLink has asked
    #   discarded    one of its sessions is no more; those that went while it was not there are told once it is
    method RegisterApp(
      name: string,
      scenes: [string][]SceneConfiguration,
      fallback: ?bool,
      supportsMultipleScenes: ?bool,
      private: ?bool,
      support: ?string,
      controllerLoss: ?(keep, fallback, blank),
      version: ?int,
      token: ?string
    ) -> (
      kind: (registered, question, event, activity, input, refresh, discarded),
      token: ?string,
      sessions: ?[]Session,
      question: ?int,
      session: ?string,
      role: ?string,
      configuration: ?string,
      formerConfiguration: ?string,
      userInfo: ?object,
      screen: ?Screen,
      activities: ?[]Activity,
      event: ?string,
      reason: ?string,
      inputKind: ?string,
      values: ?object,
      number: ?int,
      timestampNanoseconds: ?int,
      targetTimestampNanoseconds: ?int,
      skipped: ?int,
      note: ?string
    )

    # Answers a question. A configuration of a name alone is one of the manifest, any other is made for this connection, and has no
    # match; without one it is the manifest's default. A scene has a window where it has content, unless this says something else.
    method AnswerApp(token: string, question: int, configuration: ?SceneConfiguration, window: ?bool) -> ()

    # Changes sessions, connected or not: all of them, or none where one cannot be changed. It is kept when this is answered. Those
    # of a registered app need its token, or the access admin.
    method UpdateScenes(token: ?string, changes: []SceneChange, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Has a registered app told, on its stream, of each refresh of the screen that shows a session of it, or of every so manieth, so that
    # there are at most maximumHertz a second: the number, when it was and when the next one is. It goes with the session to
    # other screens and modes, and tells nothing while that is not shown. A refresh is told once the one before was read, else it is
    # skipped; the next one says how many were. Asked again it has the new rate. It ends with the session and with the app's
    # stream. Needs the app's token, or the access admin; so does StopDisplayLink.
    method StartDisplayLink(token: ?string, session: string, maximumHertz: ?float) -> ()

    # Ends what StartDisplayLink began.
    method StopDisplayLink(token: ?string, session: string) -> ()

    # Forgets a registered app and ends its scenes; its sessions stay, and what SetSupport chose for it, until it and its sessions have
    # been gone for a year. Needs its token, or the access admin.
    method UnregisterApp(app: string, token: ?string) -> ()

    # The scene sessions: all, or those of an app, in a state, whose user information has these values, inner objects included.
    method Sessions(
      app: ?string,
      state: ?(unattached, foregroundActive, foregroundInactive, background),
      userInfo: ?object
    ) -> (sessions: []Session)

    # The proof of play, from the flips: which item was on which screen, from its first flip to the one that took it away, the oldest
    # first. Only what began at since or later and at until or before (ISO 8601 with an offset, or a day of the machine's time zone). isCut:
    # there are more than 10000, of which these are the newest. warning: how many could not be kept since the daemon started, and why; null where all
    # were. A call that says more gets all of them: answers of at most 256 plays, in the order in which the plays ended, each read once the client
    # has taken the one before. The last answer has the warning. It is told to those who may control.
    method Plays(since: ?string, until: ?string, screen: ?string) -> (plays: []Play, isCut: bool, warning: ?string)

    # A scene session with all that is kept with it: its display, the connector and the day (2026-11-21) on which that was last
    # seen, the content that Show chose in place of the configured one, and what its app keeps there. Of what is private these
    # last two are for the access control only. The frame is where the window of an application scene is, while it is shown.
    method GetSession(session: string) -> (
      session: Session,
      make: string,
      model: string,
      serial: string,
      connector: string,
      lastSeen: ?string,
      content: ?Content,
      userInfo: object,
      frame: ?Frame
    )

    # Sets all that an app keeps with a session: up to 16 KiB of JSON, 16 levels deep. It is kept when this is answered. Sessions of
    # a registered app whose controller is there need its token, or the access admin.
    method SetUserInfo(session: string, userInfo: object, token: ?string) -> ()

    # Puts the app of a session in the foreground of the session's screen. The session is named by its identifier, or by what is kept
    # with it (userInfo) or what it shows (content), perhaps only an app's: then a connected one goes before the others, and then
    # the newest.
    method ActivateSession(
      session: ?string,
      app: ?string,
      userInfo: ?object,
      content: ?Content,
      noWait: ?bool
    ) -> (presented: []Presented, note: ?string)

    # Has scenes laid out anew: one, those of an app, or all that are connected; those in the background as well, whose snapshots then
    # change. Answers with those that were.
    method RefreshSessions(session: ?string, app: ?string) -> (sessions: []string)

    # A small picture (at most 320 pixels a side) of what a connected scene shows, or showed last, as a PNG file in base64.
    # With a code for pairing in it, it needs the access control, as a screenshot does.
    method Snapshot(session: string, lookingOn: ?bool) -> (session: string, width: int, height: int, png: string)

    # Ends a session for good. Where it was connected, its screen shows what is due next, and passes its app over until the
    # display is plugged in again, or the app is put in the foreground. Sessions of a registered app whose controller is there
    # need its token, or the access admin.
    method DestroySession(session: string, token: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Says what set-up cards (the content `setup`) say of the web pages as long as the connection is open: the machine's network
    # address, the address at which other machines find the pages, and a code that pairs a browser, with the link that has both.
    # Needs more. It is answered at once and whenever this changes: whether a card is seen, and whether one that is seen shows a code;
    # whoever makes codes makes them only while that is so. Of several programs that which came last counts,
    # and the others hear that no code is asked for.
    method OfferSetup(
      address: ?string,
      page: ?string,
      code: ?string,
      link: ?string,
      claimed: ?bool
    ) -> (shown: bool, pairing: bool)

    # Shows the name of a screen, or of each, on it for some seconds.
    method Identify(screen: ?string, seconds: ?float, noWait: ?bool) -> (presented: []Presented, note: ?string)

    # Applies the changed configuration file. A file with an error changes nothing.
    method Reload() -> (file: ?string, changes: []string)

    # Gives a small picture of a file of contents, or of the first page of a PDF file, at most so large (32 to 1024 pixels), as a PNG file in
    # base64. No screen shows it. A file that cannot be shown fails with the reason; one that is being written is waited for, for up to 10 s.
    method FilePicture(file: string, longestSide: int) -> (file: string, width: int, height: int, png: string)

    # Streams what happens; the first event is snapshot, with the full state. Needs more. With the number of the last event that was
    # seen (after) and the run that the snapshot named, the first event is resumed, and what was missed follows; where that is not
    # known any more it is snapshot, with the reason tooOld or otherRun. Names are screenDidConnect,
    # screenDidDisconnect, screenModesDidChange, screenModeDidChange, sceneWillConnect, sceneWillEnterForeground,
    # sceneDidBecomeActive, sceneWillResignActive, sceneDidEnterBackground, sceneDidPresent, sceneDidUpdate,
    # sceneDidDisconnect, sessionWasAskedAgain, sessionDidDiscard, appDidBecomeForeground, inputOwnerDidChange,
    # applicationsDidMove, appDidRegister, appDidUnregister, appDidLoseController, appDidNotAnswer, standInDidBegin,
    # standInDidEnd and others to come.
    method Events(after: ?int, run: ?string) -> (
      event: string,
      sequence: int,
      monotonicNanoseconds: int,
      screen: ?string,
      app: ?string,
      session: ?string,
      scene: ?string,
      role: ?string,
      reason: ?string,
      mode: ?Mode,
      modes: ?[]Mode,
      presented: ?Presented,
      screenInfo: ?Screen,
      run: ?string,
      snapshot: ?State
    )

    # Waits until a condition holds on a screen, which need not be connected: connected, disconnected, presented, mode=MODE,
    # scene=NAME, sequence=NUMBER or frame=HASH.
    method Wait(screen: string, condition: string, timeoutSeconds: ?float) -> (
      screen: string,
      condition: string,
      mode: ?string,
      scene: ?string,
      presented: ?Presented
    )

    # The picture on a screen as a PNG file in base64, and what it was read from. A placeholder covers what is private, and then
    # there is no hash.
    # It was drawn from layers where no display is connected, and scenes live on in a stand-in; so it is with longestSide (32 to 1024
    # pixels), small and as of this moment: that costs the display no frame, and there is no hash and no sequence.
    # A picture with a code for pairing in it needs the access control; with lookingOn it is refused in any case, as for somebody else
    # who may only look on.
    method Screenshot(screen: string, longestSide: ?int, lookingOn: ?bool) -> (
      screen: string,
      source: (framebuffer, layers),
      width: int,
      height: int,
      sequence: int,
      hash: string,
      png: string
    )

    # How the daemon is. The backend is kms or simulated; clockRight tells whether the machine's clock is known to be right.
    method Status() -> (
      version: string,
      processID: int,
      uptimeSeconds: float,
      backend: string,
      configurationFile: ?string,
      screens: int,
      devices: []Device,
      rasterizer: Rasterizer,
      counters: Counters,
      frames: []Frames,
      displayPower: []DisplayPower,
      clockRight: bool,
      sandboxes: []Sandbox,
      warnings: []string
    )

    # What a configuration, of which this is the file's text, would change on which screen. It is decided as Reload decides it, and nothing is
    # applied. What is wrong in it is told as by Reload. Warnings name media that cannot be shown.
    method Plan(configuration: string, file: string) -> (changes: []string, screens: []ScreenPlan, warnings: []string)

    # A report for whoever looks for a fault, as JSON: versions, EDIDs, what looks at connectors found, what the device answered, what was asked,
    # the decisions, and the configuration, without what is shown. marqueed --replay decides the same again from it.
    method Report() -> (report: string)

    # Tells the simulated backend what its displays do. On every connector, unless a screen is named:
    #   plug, edid         a display with an EDID in base64, or one made up by its preferred mode (display) and make, model and
    #                      serial; with seconds the EDID comes late, and until then modes are listed; unplug pulls it out, and plug
    #                      without any of these plugs the same one in again
    #   hotplug            a bare event
    #   probe, modeset     what each takes in seconds
    #   fault              refuse (the next count commits of a kind fail with an error such as EBUSY), refuseMode (a mode's name
    #                      or size), loseFlips (the next count), linkBad (with clockKilohertz only lower modes mend it), none
    #   vblank, updates    whether flips end at vertical blanks; whether small changes are cheaper in place
    #   device, clock      whether the card is there; whether the clock goes by itself
    #   advance            how far the clock goes at once; what is due on the way happens, and what is drawn for it is waited for;
    #                      with untilDue it goes no farther than to the next thing that is due; the seconds that it went are told
    #   time               the time of day (ISO 8601 with its offset), which goes with the clock; unknown: nobody has set it
    #   resume             the machine wakes up from a suspend
    method Simulate(
      command: (plug, unplug, edid, hotplug, probe, modeset, fault, vblank, updates, device, clock, advance, time,
        resume),
      screen: ?string,
      edid: ?string,
      unreadable: ?bool,
      display: ?string,
      make: ?string,
      model: ?string,
      serial: ?string,
      seconds: ?float,
      modes: ?(guessed, none),
      announced: ?bool,
      fault: ?(refuse, refuseMode, loseFlips, linkBad, none),
      commit: ?string,
      error: ?string,
      mode: ?string,
      passesTest: ?bool,
      clockKilohertz: ?int,
      count: ?int,
      on: ?bool,
      time: ?string,
      untilDue: ?bool
    ) -> (screens: []string, message: ?string, seconds: ?float)

    # Where the speaker points, in shares of the slide from 0 to 1.
    type TalkPointer (kind: (pointer, spotlight), x: float, y: float)

    # How long a talk goes on: what had passed at a time of the daemon's monotonic clock, and how long it may take.
    type TalkTimer (
      running: bool,
      elapsedMilliseconds: int,
      durationMilliseconds: ?int,
      monotonicNanoseconds: int
    )

    # A display as a talk sees it. It waits where it was never seen before, and nobody has said that it may show the talk.
    # display names its make, model and serial: another one there is another display on the same connector.
    type TalkScreen (screen: string, state: (shown, waiting, hidden), mode: ?string, display: ?string)

    # A talk. It lives in the daemon and is kept, whoever drives it. page is the slide that the speaker has reached, shownPage the one that
    # the audience sees where nothing covers it. notesHalf is the half of each page that holds the speaker's notes. deckVersion is another
    # one for each file that was read: what was told of slides before does not hold any more. notesVersion names the notes that were set as
    # a whole. What is wrong at present is said by trouble; what was shown stays meanwhile. remark says what has happened by itself, until
    # something is done.
    type Talk (
      identifier: string,
      deck: string,
      deckVersion: ?string,
      title: string,
      page: int,
      shownPage: int,
      pages: int,
      frozen: bool,
      cover: (none, black, white),
      pointer: ?TalkPointer,
      message: ?string,
      code: ?string,
      timer: TalkTimer,
      notesHalf: (none, left, right, top, bottom),
      notesVersion: ?string,
      newScreens: (show, ask),
      screens: []TalkScreen,
      trouble: ?string,
      remark: ?string
    )

    # What is known of a slide beside its picture. The title is that of the document's outline, else the line in the largest letters
    # that most slides do not have. The notes are those of SetTalkNotes, else the annotations of the page, as Markdown, else
    # the words of the half of the page that is not shown; who may only observe gets none.
    type TalkSlide (
      page: int,
      label: string,
      title: string,
      text: string,
      notes: string,
      notesSource: (none, set, annotations, half)
    )

    # The speaker's notes for a slide, as Markdown; an empty text takes them back.
    type TalkNote (page: int, text: string)

    # Notes are a part of a whole, which takes the place of all notes when its last part has come. Parts come in order, from 1.
    type TalkNoteSet (version: string, part: int, parts: int)

    # Begins a talk with the pages of a PDF file (an absolute path) on all external displays, those to come included, or on one. What a
    # display gets that was never seen before is said by newScreens, else by the configuration. One talk at a time: with replace one that
    # is going on ends.
    method StartTalk(
      deck: string,
      page: ?int,
      durationSeconds: ?float,
      screen: ?string,
      newScreens: ?(show, ask),
      notesHalf: ?(none, left, right, top, bottom),
      replace: ?bool,
      noWait: ?bool
    ) -> (talk: Talk, presented: []Presented, note: ?string, hint: ?string)

    # The talk that is going on; null where there is none.
    method GetTalk() -> (talk: ?Talk)

    # Streams the talk: as it is, and again after each change; who reads slowly misses what is old by then. Needs more.
    method WatchTalk() -> (talk: ?Talk)

    # Does something in the talk:
    #   next, previous, first, last, goto (page)     turns to another slide
    #   freeze, black, white (on)                    holds what the audience sees, or covers it; without on the other of the two
    #   pointer, spotlight (x, y), pointerOff        points at a place of the slide
    #   startTimer, pauseTimer, resetTimer           the timer, which the first turn of a page starts too
    #   setDuration (seconds)                        how long the talk may take; zero for as long as it takes
    #   message (text, seconds), code (text)         a text over the slide, or a QR code; an empty one ends it
    #   show (screen)                                has a display show the talk that waits for it
    method ControlTalk(
      action: (next, previous, first, last, goto, freeze, black, white, pointer, spotlight, pointerOff, startTimer, pauseTimer,
        resetTimer, setDuration, message, code, show),
      page: ?int,
      on: ?bool,
      x: ?float,
      y: ?float,
      seconds: ?float,
      text: ?string,
      screen: ?string,
      noWait: ?bool
    ) -> (talk: Talk, presented: []Presented, note: ?string, hint: ?string)

    # What is known of slides beside their pictures: up to 50, from the first on.
    method TalkSlides(first: ?int, count: ?int) -> (pages: int, slides: []TalkSlide)

    # Sets the speaker's notes for some slides; those of others stay. It is kept when this is answered. 512 KiB a talk. With set they are a
    # part of all notes that there are to be: who loses the connection before the last part was answered sends them again from the first,
    # unless notesVersion says that they are there. With talk they are for the talk of that identifier: while another goes on this fails.
    method SetTalkNotes(notes: []TalkNote, set: ?TalkNoteSet, talk: ?string) -> ()

    # A picture of a slide, or of the half of its page that holds the notes, at most so large, as a PNG file in base64. That of notes is for
    # the access control only.
    method TalkPicture(page: int, part: ?(slide, notes), width: int, height: int) -> (
      page: int,
      width: int,
      height: int,
      png: string
    )

    # Ends the talk: its displays show again what they showed before.
    method EndTalk(noWait: ?bool) -> (presented: []Presented, note: ?string)

    # There is no screen of that name; near has those that could be meant.
    error NoSuchScreen (screen: string, near: []string)

    # No mode of the screen answers the wish.
    error NoSuchMode (screen: string, mode: string, near: []string)

    # There is no app of that name.
    error NoSuchApp (app: string, near: []string)

    # There is no scene session of that identifier.
    error NoSuchSession (session: string, near: []string)

    # An app cannot have that name: one of the configuration has it, or one whose controller is there.
    error AppNameTaken (app: string)

    # So many apps are registered, by this user or in all.
    error TooManyApps (limit: int, ofUser: bool)

    # The token is not that of the app's registration.
    error WrongToken (app: string)

    # No answer to that question is waited for: it was given, or too late.
    error NoSuchQuestion (question: int)

    # No talk is going on.
    error NoTalk ()

    # A talk is going on already, with this deck.
    error TalkIsGoingOn (deck: string)

    # User information is too long as JSON; both in bytes.
    error UserInfoTooLarge (size: int, limit: int)

    # A value of the right type that makes no sense.
    error InvalidValue (parameter: string, value: string, expected: string)

    # A text is too long; both in bytes of UTF-8.
    error TextTooLong (length: int, limit: int)

    # The peer's access does not suffice: none, observe, control or admin.
    error AccessDenied (method: string, required: string, granted: string)

    # It cannot be done here at all.
    error NotSupported (reason: string)

    # It was tried and failed. The hint, if any, is the way on at the command line.
    error Failed (message: string, hint: ?string)

    # The configuration file cannot be used, and nothing was changed. Line and column are those of the first problem, or zero.
    error InvalidConfiguration (file: string, line: int, column: int, problems: []string)

    # A Wait ended without its condition.
    error TimedOut (screen: string, condition: string, seconds: float)

    # Too many connections are open, in all or by this user.
    error TooManyConnections (limit: int)

    # A message is too long; the connection is closed.
    error MessageTooLong (limit: int)

    # A message is no Varlink call; the connection is closed.
    error MalformedMessage (reason: string)

    # A reader of events stopped reading; the connection is closed.
    error StreamOverflow (limit: int)

    """
}

/// The definition of `org.varlink.service`, which every Varlink service answers to.
public enum ServiceInterfaceDescription {
  /// The interface's name.
  public static let name = "org.varlink.service"

  /// The definition.
  public static let text = """
    # What every Varlink service says of itself.
    interface org.varlink.service

    # What the service is, and the interfaces it answers to.
    method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)

    # The definition of an interface.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The method is defined, but cannot be called.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown or of the wrong type.
    error InvalidParameter (parameter: string)

    # The peer may not do this.
    error PermissionDenied ()

    # The method is answered by a stream: the call must say more.
    error ExpectedMore ()

    """
}

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
    # A request is at most 64 KiB long. A call of a method that streams needs "more": true.
    #
    # Every method needs an access. docs/control.md lists the methods of each access.
    #   observe   reads the state of the daemon
    #   remote    controls screens and talks, with files of the media folder only: for the web pages
    #   control   controls everything that is shown, and apps
    #   alarm     raises and clears alarms
    #   admin     is for Reload, Plan, Audit, Report and Simulate
    #
    # Common parameters and reply fields:
    #   screen      The connector of a screen, as HDMI-A-1. A call may have its own name instead, as Counter, in any case.
    #   label       The own name of a screen, which the configuration gives it.
    #   session     The identifier of a scene session.
    #   token       The token that RegisterApp returned.
    #   noWait      A call that changes a picture is answered after the flip that shows the change. With noWait it is answered at once.
    #   presented   The frames that show the change, one for each screen. It is empty with noWait, or if no picture changes.
    #   note        A remark: for example, why no frame was presented although the call waited for one.
    #   hint        The next step at the command line, if there is one.
    #
    # All replies have one form:
    #   A reply has all its fields. A missing value is null, and a list without elements is empty.
    #   Only the messages of the streams Events and RegisterApp leave out the fields that do not belong to their kind.
    #   A mode is always an object of the type Mode. A call names a mode by a wish or by the name of a mode.
    #   frame is the hash of a frame's pixels.
    #   ...Nanoseconds is a moment on the monotonic clock, ...Seconds is a duration. A time of day is text in ISO 8601.
    #
    # Common errors:
    #   AccessDenied    The caller has too little access.
    #   InvalidValue    A value has the right type and makes no sense.
    #   NoSuchScreen, NoSuchApp, NoSuchSession
    #                   A name or an identifier is unknown. The field near has similar names.
    #   WrongToken      The token is missing, or it is not the app's token. Only AnswerApp needs it with the access admin too.
    #   Failed          The call failed. The message gives the reason.
    interface org.marquee.Display

    # The size of a display's picture, in millimetres.
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

    # A connected display, with its identity and its modes.
    #
    # status is disconnected for a stand-in. A stand-in takes the place of the last display if the configuration asks for it.
    # guessed is true while the EDID cannot be read. Identity and modes are guesses then.
    #
    # rotation, scale, overscan, power, blank, frozen, volume, use, role, support and foreground are the settings that apply. Explain names their origins.
    # shown is the picture in one word, and reason is the rule that decided it, as the rules of Explain:
    #   untouched, raised, dark, alarm, support, main, talk, withheld, placed, foreground, application, fallback, mirror or idle.
    # If the screen is dark, reason is power, schedule, support or use.
    # A question to an app and the event screenDidConnect come before the decision. The settings then have their defaults, and reason is empty.
    type Screen (
      name: string,
      label: ?string,
      device: string,
      status: (connected, disconnected),
      guessed: bool,
      make: string,
      model: string,
      serial: string,
      physicalSize: ?PhysicalSize,
      rotation: string,
      scale: float,
      overscan: Overscan,
      power: (on, off),
      blank: bool,
      frozen: bool,
      volume: ?int,
      use: (external, main, console, dark),
      role: string,
      support: (external, mirror, off),
      foreground: ?string,
      currentMode: ?Mode,
      preferredMode: ?Mode,
      availableModes: []Mode,
      mirroredScreen: ?string,
      scene: ?string,
      shown: (dark, untouched, scene, applications, placeholder, black, mirror, idle),
      reason: string
    )

    # The frame that shows a change, and how it ended.
    #
    # monotonicNanoseconds is the time of the flip on the monotonic clock. It is zero if the frame was never shown.
    # frame is a hash of the pixels. It is empty if the frame was never drawn, or if some of its pixels are private.
    type Presented (
      screen: string,
      sequence: int,
      monotonicNanoseconds: int,
      timestampSource: (driver, daemon),
      frame: string,
      ending: (presented, superseded, discarded)
    )

    # An item of a content that was on a screen, or that was skipped.
    #
    #   content           The item's file, or its kind.
    #   firstFlip         The first flip with the item.
    #   lastFlip          The last flip with it.
    #   end               The flip that replaced it.
    #   ...Nanoseconds    The same three flips on the monotonic clock. The fields above have the time of day.
    #   ending            completed, replaced, unplugged, blanked, powered off, stopped, interrupted (by a crash) or skipped.
    #   reason            Why the item was skipped. It is empty for every other ending.
    #   estimated         Whether the daemon's own clock was used, because the driver gave no timestamp.
    #   clockRight        Whether the time of day was known to be right.
    type Play (
      screen: string,
      label: string,
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

    # A scene session. screen is null while its display is not connected.
    type Session (
      identifier: string,
      app: string,
      role: string,
      configuration: string,
      screen: ?string,
      state: (unattached, foregroundActive, foregroundInactive, background)
    )

    # The place of a window on its display, in fractions of the display from 0 to 1.
    type Frame (x: float, y: float, width: float, height: float)

    # An app: a named owner of content.
    #
    # controller is here while the program that registered the app is connected, otherwise gone. It is null for an app of the configuration.
    type App (name: string, foreground: bool, screens: []string, roles: []string, controller: ?(here, gone))

    # The part of a content, or of a region of a layout, that is shown at a time.
    #
    # It has the item's name, a description of the picture, its beginning and its end, and the reasons for which items were skipped.
    type ContentMoment (
      region: ?string,
      item: string,
      shows: string,
      since: ?string,
      until: ?string,
      skipped: []string
    )

    # The content for the foreground app's scene on one screen.
    type ScreenContent (screen: string, content: Content)

    # The screens that a scene configuration is for. Each field is a pattern, as HDMI-A-*.
    #
    # At least one pattern is needed. A screen matches if it fits every given pattern.
    type ScreenMatch (connector: ?string, make: ?string, model: ?string, serial: ?string)

    # An app's description of one kind of its scenes.
    #
    #   name          Its name. Without a name it is called default.
    #   content       The content of the scenes.
    #   modes         The modes that the scenes wish for, in order.
    #   match         The screens that it is for.
    #   size          The pixels that the scenes are laid out for in every mode, as 640x480.
    #   private       The scenes are for the main screen only. Other screens show a placeholder.
    #   interactive   The scenes take input, and are shown only while a controller owns it. Only for roles that are not standard.
    #
    # Application scenes have no modes, match and size.
    type SceneConfiguration (
      name: ?string,
      content: ?Content,
      modes: ?[]string,
      match: ?ScreenMatch,
      size: ?string,
      private: ?bool,
      interactive: ?bool
    )

    # An activity in a scene that another scene can continue.
    #
    # The type has 1 to 256 bytes without control characters. The values are up to 16 KiB of JSON.
    type Activity (type: string, userInfo: ?object)

    # A change to a session. A value that is null stays as it is.
    #
    #   content      The new content.
    #   configured   The session returns to the content of its configuration.
    #   window       Whether the session's scene has a window. A scene without one leaves its screen to the next app.
    #   userInfo     All values that the app keeps with the session.
    #   activity     The activity there.
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
    type Candidate (mode: Mode, source: string, wish: ?string, reason: string)

    # A wish that no mode of the screen answers. near has modes that come close.
    type UnmetWish (wish: string, source: string, reason: string, near: []string)

    # One try of a mode on the device.
    type Attempt (mode: Mode, kind: (test, commit), accepted: bool, errno: ?int, message: ?string)

    # A step between plug and picture.
    type Step (step: string, monotonicNanoseconds: int)

    # The value of a setting and its origin.
    #
    # The origin is:
    #   default         The built-in default.
    #   configuration   The configuration file.
    #   runtime         A choice at run time.
    #   registration    The registration of an app of another program.
    #   display         The display's EDID.
    type Setting (
      name: string,
      value: string,
      origin: (default, configuration, runtime, registration, display),
      level: ?(screen, app, overall),
      location: ?string
    )

    # A rule for the picture of a screen. The first rule that holds decides.
    type ShownReason (rule: string, holds: bool, reason: string)

    # The decisions that led to a screen's mode and picture.
    #
    # content and notes are empty unless Explain asked for content.
    #   content   The visible part of the scene's content, as ContentAt returns it.
    #   notes     Why the screen shows something other than requested, and which parts of the content cannot be shown.
    type DecisionRecord (
      screen: string,
      label: ?string,
      make: string,
      model: string,
      serial: string,
      edid: EDIDRecord,
      rule: ?string,
      unmetWishes: []UnmetWish,
      candidates: []Candidate,
      attempts: []Attempt,
      winner: ?Mode,
      modesets: int,
      steps: []Step,
      settings: []Setting,
      shows: ?string,
      showsBecause: []ShownReason,
      content: []ContentMoment,
      notes: []string,
      longForm: ?string
    )

    # A card, or its stand-in. The interface is atomic, legacy or simulated.
    type Device (path: string, driver: string, interface: string, master: bool, screens: []string)

    # The worker that turns text and images into bitmaps.
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

    # The pictures of all videos since the daemon started.
    type VideoCounters (shown: int, repeated: int, leftOut: int, late: int)

    # The frames of one screen since its display was connected.
    type Frames (screen: string, flips: int, missed: int, modesets: int, recoveries: int, ageSeconds: ?float)

    # The last request to a display about its own power, and the display's answer.
    #
    #   told         The last answer: on, standby, turningOn or turningOff. If there is none, the reason:
    #                  silent       The display accepted the message, and does not report its power.
    #                  noAnswer     No display acknowledges a message.
    #                  refused      The display refused.
    #                  otherInput   The display shows the input of another device, and was left on.
    #                  busy         The line was never free, or it was disturbed.
    #                  noAddress    The adapter got no address on the line.
    #                  noAdapter    There is no adapter, or it cannot be used.
    #   ageSeconds   How long ago that was.
    type DisplayPower (
      screen: string,
      by: string,
      device: ?string,
      asked: string,
      told: ?string,
      message: string,
      ageSeconds: ?float
    )

    # A worker that lacks a part of its sandbox, and the reasons.
    #
    #   files   Whether Landlock keeps other files from the worker.
    #   calls   Whether seccomp refuses it the kernel calls that it does not need.
    type Sandbox (worker: string, files: bool, calls: bool, reasons: []string)

    # The effect of another configuration on a screen. With modeset the mode is set again, and the display is dark for a moment.
    type ScreenPlan (screen: string, changes: []string, modeset: bool)

    # The full state.
    type State (screens: []Screen, sessions: []Session, apps: []App, mainScreen: ?string)

    # A text that fills a screen. Colours are #rrggbb. alignment is start, center or end.
    type Banner (
      text: string,
      foreground: ?string,
      background: ?string,
      font: ?string,
      alignment: ?string,
      markup: ?bool
    )

    # The picture of a file. portrait is another file, for a place that is higher than wide.
    #
    # fit is fit, fill, stretch or center.
    # Here and below, paths are absolute. The daemon's user must be able to read the files.
    type Image (file: string, portrait: ?string, fit: ?string, background: ?string)

    # The pictures of a folder.
    #
    # Here and below, times are written as 8s, 500ms, 1m30s or a number of seconds.
    # A transition is cut, crossfade, slide, wipe or push.
    # A duration, a curve and a direction may follow: "slide 800ms ease-out left".
    #   curve       linear, ease-in, ease-out, ease-in-out
    #   direction   left, right, up, down
    type Slideshow (
      folder: string,
      duration: ?string,
      shuffle: ?bool,
      fit: ?string,
      background: ?string,
      transition: ?string
    )

    # Contents one after the other.
    #
    #   duration   The duration of items without a duration of their own.
    #   repeat     The number of rounds. Without it the playlist repeats for ever.
    #   start      The beginning of the first round, as 2026-12-31T18:00+01:00.
    #
    # Without start, rounds count from the beginning of 1970. With repeat and without start, they count from the moment of the request.
    type Playlist (
      items: []PlaylistItem,
      duration: ?string,
      shuffle: ?bool,
      repeat: ?int,
      start: ?string,
      transition: ?string
    )

    # An item of a playlist: exactly one kind of content, with a name, a duration and a transition.
    #
    #   weekdays, from, to   The hours of the item, as in a schedule. Outside of them the next item takes its time.
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
      surface: ?Surface,
      video: ?Video,
      stream: ?Stream,
      name: ?string,
      duration: ?string,
      transition: ?string,
      weekdays: ?[]string,
      from: ?string,
      to: ?string
    )

    # Contents and the times at which they are shown.
    #
    #   fallback   The content for times without an entry. It is also shown until the clock is known to be right.
    #   zone       The time zone of all times of the schedule, as Europe/Berlin.
    type Schedule (entries: []ScheduleEntry, fallback: ?Content, zone: ?string, transition: ?string)

    # An entry of a schedule: exactly one kind of content, or power with the word off.
    #
    #   firstDay, lastDay   The days of the entry, as 2026-12-24.
    #   weekdays            The days of the week: mon to sun.
    #   from, to            The times of day, as 18:30. If to is not later than from, it is on the next day.
    #   priority            If several entries apply, the one with the highest priority is shown.
    #   alarm               An alarm goes before all entries that are not alarms.
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
      surface: ?Surface,
      video: ?Video,
      stream: ?Stream,
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

    # The pages of a PDF file.
    #
    # With a duration the pages turn by themselves. Without a duration TurnPage turns them.
    # start is the time of the first page. Without it the pages turn from the moment of the request.
    type Deck (
      file: string,
      portrait: ?string,
      page: ?int,
      duration: ?string,
      start: ?string,
      background: ?string,
      transition: ?string
    )

    # A line that runs across the screen. speed is in widths of the screen a second.
    type Ticker (text: string, foreground: ?string, background: ?string, font: ?string, speed: ?float)

    # The time of day. format is in the notation of strftime, and %H:%M by default.
    type Clock (format: ?string, zone: ?string, foreground: ?string, background: ?string, font: ?string)

    # The time that is left until a moment.
    #
    # title is the text above it. ended is the text that replaces it at that moment.
    type Countdown (
      end: string,
      title: ?string,
      ended: ?string,
      foreground: ?string,
      background: ?string,
      font: ?string
    )

    # A QR code. caption is the text below it.
    type QRCode (text: string, caption: ?string, foreground: ?string, background: ?string, font: ?string)

    # Several contents side by side.
    #
    # A screen that is higher than wide has the regions of portrait, if there are any. A region of portrait without a content has the content
    # of the region with its name. gap is the distance between regions, and margin the distance from the edges: 2%, 2.5%, 24px. Texts in the
    # regions that name no colours and no font have those of the layout.
    type Layout (
      regions: []LayoutRegion,
      portrait: ?[]LayoutRegion,
      gap: ?string,
      margin: ?string,
      foreground: ?string,
      background: ?string,
      font: ?string
    )

    # A region of a layout: exactly one kind of content, and its place in fractions of the screen from 0 to 1.
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
      surface: ?Surface,
      video: ?Video,
      stream: ?Stream,
      name: ?string,
      x: ?float,
      y: ?float,
      width: ?float,
      height: ?float
    )

    # The set-up card of a box that has no other content.
    #
    # It shows the name and the address of the box. It also shows a code for pairing, unless pairing is false.
    type Setup (pairing: ?bool)

    # The pixels of another program, which gives the same name: 1 to 63 bytes. docs/surfaces.md describes how the program draws.
    type Surface (name: string, background: ?string)

    # A video file without sound. from and to are the beginning and the end of the played part, as times.
    #
    # If loop is false, the last picture stays. Otherwise the part begins again at its end.
    type Video (file: string, portrait: ?string, fit: ?string, background: ?string, loop: ?bool, from: ?string, to: ?string)

    # A live stream of a server: rtsp, rtsps, or HLS over http or https. It may contain a name and a password. GetContent leaves these out for callers
    # with less access than control.
    #
    #   fallback         A picture for times without the stream. Otherwise its last picture stays.
    #   allowLoopback    Whether the server may be the machine itself.
    #   allowLinkLocal   Whether the server may have a link-local address, as 169.254.1.2.
    type Stream (url: string, fit: ?string, background: ?string, fallback: ?string, allowLoopback: ?bool, allowLinkLocal: ?bool)

    # The content of a scene: exactly one of these kinds.
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
      setup: ?Setup,
      surface: ?Surface,
      video: ?Video,
      stream: ?Stream
    )

    # Returns the connected screens: the main screen first, the others in the order in which they were connected.
    method Screens() -> (screens: []Screen)

    # Returns the modes of a screen.
    method Modes(screen: string) -> (screen: string, guessed: bool, currentMode: ?Mode, modes: []Mode)

    # Returns the decisions that led to a screen's mode and picture.
    #
    # With content, the record also has the visible part of the scene's content. The daemon may read files for this.
    method Explain(screen: string, content: ?bool) -> (record: DecisionRecord)

    # Sets the mode of a screen. The choice is kept until Reset.
    #
    #   mode             A wish (1920x1080@60, 3840x2160, preferred, highest) or the name of a mode.
    #   confirmSeconds   The mode reverts after this many seconds, 1 to 3600, unless ConfirmMode is called in time.
    #
    # Errors: NoSuchMode if no mode of the screen answers the wish.
    method SetMode(screen: string, mode: string, confirmSeconds: ?float, noWait: ?bool) -> (
      mode: Mode,
      presented: []Presented,
      note: ?string,
      hint: ?string
    )

    # Keeps the mode that SetMode tries out with confirmSeconds. The mode is stored before the answer.
    #
    # Errors: Failed if no mode waits to be confirmed.
    method ConfirmMode(screen: string) -> ()

    # Turns the picture: 0, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270.
    method Rotate(screen: string, rotation: string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets the pixels a point, from 0.25 to 16. Without a scale the daemon chooses it from the display's size.
    method SetScale(screen: string, scale: ?float, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Moves the edges of the picture inwards. An edge that is missing in the call becomes zero.
    method SetOverscan(screen: string, overscan: Overscan, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets the volume of the sound of a screen's videos, from 0 to 100 percent. The volume of each video counts too.
    method SetVolume(screen: string, volume: int, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Forgets all choices that were made for the screen at run time.
    #
    # These are the mode, rotation, scale, overscan, volume, foreground app, support and mirror.
    method Reset(screen: string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets the content of the foreground app's scene on a screen.
    #
    #   content      The new content. Either content or configured is needed.
    #   forSeconds   How long the content is shown, from 0.1 to 604800 seconds. Without it the content stays.
    #   configured   The scene returns to its configured content.
    #   version      The version of the content that is replaced, from GetContent. If the scene has another content now, nothing changes.
    #   token        Needed if the app is registered and its controller is connected.
    method Show(
      screen: string,
      content: ?Content,
      forSeconds: ?float,
      configured: ?bool,
      version: ?string,
      token: ?string,
      noWait: ?bool
    ) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets the content of the foreground app's scenes on up to 32 screens. They change together.
    #
    # Screens of one refresh rate change less than one refresh apart. They change with the same refresh if they are in step.
    # Every other screen changes with its next refresh.
    # A text that is not drawn within 700 ms is shown later.
    # If one screen cannot show its content, no screen changes.
    #
    # The call has one token. For screens of several registered apps it needs the access admin.
    method ShowTogether(contents: []ScreenContent, token: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Returns the visible part of the foreground app's scene on a screen, now or at a time. A layout has a moment for each region.
    #
    #   time          The time with its offset from UTC, as 2026-12-31T18:00+01:00. Without it the present time counts.
    #   content       Another content for the answer, which the screen does not show. This needs the access remote.
    #   longestSide   The most pixels of the longer side of a picture of that content, 32 to 1024. It needs content.
    #
    # Reply:
    #   moments      The items that are shown. On a frozen screen they are the items that play beneath the held picture.
    #   png          The picture of content at that time. It is null without longestSide, or if the screen has no mode.
    #   troubles     Why files and folders of the content cannot be shown now.
    #   notes        Why the screen shows something other than requested.
    #   clockRight   Whether the machine's clock is known to be right now.
    #
    # Errors: AccessDenied if the content is private and the caller has less access than control.
    # Failed if the screen shows no content of an app.
    #
    # The answer is computed by the function that plays the content, with the files as they are now.
    # A time in the call counts as right, even if the clock is not known to be right.
    # If there are many troubles, the list has the first ones and the number of the others.
    method ContentAt(screen: string, time: ?string, content: ?Content, longestSide: ?int) -> (
      time: string,
      moments: []ContentMoment,
      troubles: []string,
      clockRight: ?bool,
      notes: []string,
      png: ?string,
      zone: ?string
    )

    # Returns the whole content of the foreground app's scene on a screen, without a content that is shown for a limited time.
    #
    #   isChosen   Whether Show set the content. Otherwise it is the configured content.
    #   version    A name of this content, for Show.
    #
    # Errors: AccessDenied if the content is private and the caller has less access than control.
    # Failed if the screen shows no content of an app.
    method GetContent(screen: string) -> (content: Content, isChosen: bool, version: string)

    # Turns the page of the deck that the foreground app's scene on a screen shows. It also turns the only deck in the regions of a layout.
    #
    #   turn    next, previous, first, last or goto.
    #   page    The number of the page from 1, with goto only. A number beyond the last page means the last page.
    #   token   As for Show.
    #
    # Errors: Failed if the screen shows no deck, or if the deck turns its pages by itself.
    #
    # The page is kept, like content that Show sets. The reply has the page that is shown and the number of pages.
    method TurnPage(
      screen: string,
      turn: (next, previous, first, last, goto),
      page: ?int,
      token: ?string,
      noWait: ?bool
    ) -> (page: int, pages: int, presented: []Presented, note: ?string, hint: ?string)

    # Shows black, or the picture again if on is false. The mode stays.
    method Blank(screen: string, on: bool, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Holds the picture as it is, or lets it go on if on is false.
    method Freeze(screen: string, on: bool, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Turns the signal of a screen on, or off if on is false.
    #
    # If a schedule has turned the screen off, it stays on until the off hours end. The note gives that time.
    method Power(screen: string, on: bool, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # A raised alarm, without its content.
    type Alarm (name: string, kind: string, screens: ?[]string, until: ?string)

    # Raises an alarm. Its content covers everything on its screens: blank, frozen and private pictures, and a talk. A screen that is off is lit.
    # The daemon keeps the alarm through restart and replug, until ClearAlarm or until a time, as 2026-12-31T18:00+01:00. Of several alarms a
    # screen shows the newest. An alarm of the same name is replaced. If the content fails, its text is shown, otherwise red.
    method RaiseAlarm(
      name: ?string,
      content: Content,
      screens: ?[]string,
      until: ?string,
      noWait: ?bool
    ) -> (presented: []Presented, note: ?string, hint: ?string)

    # Clears an alarm, or all alarms without a name. The screens show the pictures that are due then.
    method ClearAlarm(name: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Returns the raised alarms. The newest comes last.
    method Alarms() -> (alarms: []Alarm)

    # Returns the apps, in the configuration's order.
    method Apps() -> (apps: []App)

    # Makes an app the foreground app of a screen. Without a screen it becomes the foreground app of all screens.
    method SetForeground(app: string, screen: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets how external displays are used.
    #
    #   support   external (they show scenes), mirror (they show the main screen's picture) or off (dark and released).
    #             Without it the choice at run time is taken back.
    #   screen    The choice is for this screen.
    #   app       The choice is for the screens on which this app is in the foreground.
    #
    # Without screen and app the choice is for all external displays. The most specific choice counts.
    #
    # Errors: InvalidValue if the call has both screen and app.
    method SetSupport(support: ?string, screen: ?string, app: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets whose picture a mirroring screen shows, and how that picture is fitted.
    #
    #   of    main, application or the name of a screen.
    #   fit   letterbox, fill or stretch.
    #
    # A value that is missing stays as it is now. Without both values, the choice at run time is taken back.
    method SetMirror(screen: string, of: ?string, fit: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Puts all application scenes of an app on a screen. The choice is kept. These scenes go before the screen's external scene.
    #
    #   screen   Without it the choice is taken back.
    #   byHand   false means that the app itself wishes this. An external scene then goes before it, and the choice is not kept.
    #
    # Errors: Failed if the screen is an external display and no controller owns the app's input.
    #
    # Application scenes are on an external display only while a controller owns the app's input.
    method PlaceApp(app: string, screen: ?string, byHand: ?bool, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Makes another application scene of an app.
    #
    #   userInfo        The user information of its new session.
    #   frame           The place of its window. Without it the window stands beside the others.
    #
    #   activity        The activity for the scene, for example create.
    #   configuration   A configuration of the manifest. It counts if the app does not answer. Without it the first one counts.
    #   token           The token of the app that requests the scene. Without it a user requests the scene.
    #
    # The app is asked about the session first. The question has the activity, the configuration and the app of the token.
    # The session is made and kept in any case. If no screen shows its scene, note has the reason.
    #
    # Errors: Failed if the app has an application scene already and its manifest does not support several,
    # or if its manifest has no such configuration.
    method RequestScene(
      app: string,
      userInfo: ?object,
      frame: ?Frame,
      noWait: ?bool,
      activity: ?Activity,
      configuration: ?string,
      token: ?string
    ) -> (
      session: string,
      presented: []Presented,
      note: ?string,
      hint: ?string
    )

    # Moves the window of an application scene on its display. Without a frame the window stands beside the others.
    #
    # Errors: Failed for a session of any other role.
    method SetFrame(session: string, frame: ?Frame, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Makes the caller the owner of the input of an app's application scenes. The call needs more.
    #
    # The daemon sends one reply when the caller owns the input, and no other reply. The input is released when the connection closes.
    #
    # Errors: Failed if another connection owns the input.
    method OwnInput(app: string) -> (app: string)

    # Sends a user's input to an active application scene.
    #
    #   kind     The kind of input, 1 to 64 bytes. The controller and the app agree on the kinds.
    #   values   The values of the input. The controller and the app agree on these too.
    #   text     The text that a key types in the user's keyboard layout: 1 to 256 bytes without control characters.
    #            Keys such as Enter and Backspace, and releases of keys, have none.
    #
    # Errors: Failed if the scene is not an application scene, if it is not active, or if no controller owns the app's input.
    method SendInput(session: string, kind: string, values: ?object, text: ?string) -> ()

    # Registers an app with its scene configurations, or registers it again under its name. The call needs more.
    #
    # The app is registered as long as the connection is open.
    #
    #   name                     The app's name: up to 64 ASCII letters, digits, -, _ and .
    #   scenes                   The scene configurations by role. An empty list leaves screens of that role alone.
    #                            So does a list with one empty configuration.
    #   fallback                 The app stands in if the foreground app shows nothing.
    #   supportsMultipleScenes   Several application scenes may be connected at once.
    #   private                  All scenes are for the main screen only. Other screens show a placeholder.
    #   support                  The app's wish for external displays while it is in the foreground: external, mirror or off.
    #                            A more specific choice goes before it.
    #   controllerLoss           The picture of the app's screens after the connection has closed. Without it the daemon uses keep.
    #   version                  The version of scenes. The daemon asks again about sessions that a lower version configured.
    #   token                    The token of the last registration. With it the caller replaces the controller that is connected.
    #
    # Errors: AppNameTaken if the configuration has an app of that name, or if its controller is connected and the token is missing or wrong.
    # TooManyApps if the limit of registered apps is reached.
    #
    # Kinds of replies:
    #   registered   The first reply. It has the token that identifies the app, and the sessions that the app has.
    #   question     One of the app's sessions is about to be connected. No mode is set yet for an external scene.
    #                The app chooses the session's configuration and modes, its user information, and whether it has a window.
    #                It answers with AnswerApp within 500 ms, on another connection.
    #                Without an answer the session gets the configuration that the question names.
    #   event        A step in the life of one of the app's scenes, as the event of that name.
    #   activity     Another scene of the app has ended. This session can continue its activity.
    #   input        A user's input in one of the app's application scenes, with the kind, values and text of SendInput.
    #   refresh      The screen that shows one of the app's sessions has refreshed. StartDisplayLink asks for this.
    #   discarded    One of the app's sessions was discarded.
    #                Sessions that were discarded while the app was away are reported when it returns.
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
      monotonicNanoseconds: ?int,
      targetNanoseconds: ?int,
      skipped: ?int,
      note: ?string,
      requestedConfiguration: ?string,
      sourceApp: ?string,
      text: ?string
    )

    # Answers a question of RegisterApp.
    #
    #   question        The number of the question.
    #   configuration   A configuration with a name only is one of the manifest.
    #                   With other fields it is made for this connection, and it has no match.
    #                   Without it the session gets the manifest's default.
    #   window          Whether the scene has a window. Without it, a scene with content has one.
    #   userInfo        All that the app keeps with the session from now on. Without it nothing changes.
    #
    # Errors: NoSuchQuestion if the question was answered already, or if the answer is too late.
    method AnswerApp(
      token: string,
      question: int,
      configuration: ?SceneConfiguration,
      window: ?bool,
      userInfo: ?object
    ) -> ()

    # Changes sessions, connected or not. The call makes all changes, or none if one is impossible.
    #
    #   token     Needed for sessions of a registered app.
    #   changes   Up to 64 changes.
    #
    # The changes are stored before the answer.
    #
    # Errors: Failed for the sessions of an alarm of the configuration, if a change hides it or gives it another content.
    method UpdateScenes(token: ?string, changes: []SceneChange, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Reports the refreshes of the screen that shows a session, on the stream of the session's app.
    #
    #   token          The token of the app.
    #   maximumHertz   The most refreshes a second, from 0.01 to 1000. The rate is the screen's rate divided by a whole number.
    #                  Without it every refresh is reported.
    #
    # Each report has the number of the refresh, its time and the time of the next refresh.
    #
    # Errors: Failed if the app is not registered, or if its controller is not connected.
    #
    # The link follows the session to other screens and modes. It reports nothing while the session is not shown.
    # A refresh is reported if the app has read the one before. Otherwise it is skipped. The next report has the number of skipped ones.
    # A second call sets a new rate. The link ends with the session and with the app's stream.
    method StartDisplayLink(token: ?string, session: string, maximumHertz: ?float) -> ()

    # Ends the reports of StartDisplayLink. It needs the same token.
    method StopDisplayLink(token: ?string, session: string) -> ()

    # Removes a registered app and ends its scenes. It needs the token of the app.
    #
    # The app's sessions stay. So does the choice of SetSupport for it, until the app and its sessions have been gone for a year.
    # The answer comes as that of Reload.
    method UnregisterApp(app: string, token: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Returns all scene sessions, or those that meet every given condition.
    #
    #   app        Only sessions of this app.
    #   state      Only sessions in this state.
    #   userInfo   Only sessions whose user information has these values. Inner objects are compared too.
    method Sessions(
      app: ?string,
      state: ?(unattached, foregroundActive, foregroundInactive, background),
      userInfo: ?object
    ) -> (sessions: []Session)

    # Returns the proof of play, computed from the flips: which item was on which screen.
    # It needs the access control. The oldest play comes first.
    #
    #   since    Only plays that began at this time or later.
    #   until    Only plays that began at this time or before.
    #   screen   Only plays on this screen.
    #
    # A time is in ISO 8601 with its offset from UTC, or a day of the configuration's zone. screen is a connector, or the own name of a screen.
    #
    # Reply:
    #   isCut     More than 10000 plays match. The reply has the newest ones.
    #   warning   How many plays could not be stored since the daemon started, and why. It is null if all were stored.
    #
    # A call with more gets all plays in several replies, in the order in which the plays ended.
    # Each reply has at most 256 plays. The daemon reads them after the client has taken the reply before.
    # Only the last reply has the warning.
    method Plays(since: ?string, until: ?string, screen: ?string) -> (
      plays: []Play,
      isCut: bool,
      warning: ?string,
      zone: ?string
    )

    # Returns a scene session with all values that are kept with it.
    #
    #   connector   The connector on which its display was last seen.
    #   lastSeen    The day on which that was, as 2026-11-21.
    #   content     The content that Show chose instead of the configured content.
    #   userInfo    The values that its app keeps.
    #   frame       The place of an application scene's window while it is shown.
    #   order       The place of that window among the windows of its app. 0 is the lowest.
    #
    # For a private session, content and userInfo need the access control. Other callers get none.
    method GetSession(session: string) -> (
      session: Session,
      make: string,
      model: string,
      serial: string,
      connector: string,
      lastSeen: ?string,
      content: ?Content,
      userInfo: object,
      frame: ?Frame,
      order: ?int
    )

    # Sets all values that an app keeps with a session: up to 16 KiB of JSON, 16 levels deep.
    # The values are stored before the answer.
    #
    #   token   Needed if the app is registered and its controller is connected.
    #
    # Errors: UserInfoTooLarge if the values are too long.
    # Failed if they cannot be stored. The values before then stay.
    method SetUserInfo(session: string, userInfo: object, token: ?string) -> ()

    # Puts the app of a session in the foreground of the session's screen.
    #
    #   session    The identifier of the session.
    #   userInfo   Instead of session: values that are kept with the session.
    #   content    Instead of session: the content that the session shows.
    #   app        Only sessions of this app, with userInfo or content.
    #
    # If several sessions match, the newest connected one is chosen. If none is connected, the newest is chosen.
    #
    # Errors: InvalidValue if the call has neither session nor userInfo nor content, or session together with one of the others.
    # NoSuchSession if no session matches. Failed if the session's display is not connected.
    method ActivateSession(
      session: ?string,
      app: ?string,
      userInfo: ?object,
      content: ?Content,
      noWait: ?bool
    ) -> (presented: []Presented, note: ?string, hint: ?string)

    # Lays out scenes again. Without session and app it lays out all connected scenes.
    #
    # Scenes in the background are laid out too. Their snapshots then change.
    # The reply has the sessions whose scenes were laid out.
    method RefreshSessions(session: ?string, app: ?string) -> (sessions: []string)

    # Returns a small picture of a connected scene, as a PNG file in base64. It has at most 320 pixels a side.
    # If the scene is not shown now, it is the picture that the scene showed last.
    #
    #   lookingOn   As for Screenshot.
    #
    # Errors: AccessDenied for a picture with a code for pairing, if the caller has less access than control.
    method Snapshot(session: string, lookingOn: ?bool) -> (session: string, width: int, height: int, png: string)

    # Ends a session for good.
    #
    #   token   Needed if the app is registered and its controller is connected.
    #
    # If the session was connected, its screen shows the picture that is due next.
    # The screen then skips the app until the display is plugged in again, or until the app is put in the foreground.
    method DestroySession(session: string, token: ?string, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Sets the texts of set-up cards (the content `setup`) about the web pages. The call needs more.
    # The texts stay as long as the connection is open.
    #
    #   address   The machine's network address.
    #   page      The address at which other machines find the pages.
    #   code      A code that pairs a browser.
    #   link      The address of the pages together with the code.
    #   claimed   A browser has paired for control once. While this is true, no card shows a code, not even that of another program.
    #
    # Reply, at once and after each change:
    #   shown     Whether a card is visible on a screen.
    #   pairing   Whether a visible card shows a code. A program makes codes only while this is true.
    #
    # Of several programs the newest counts. The others get a reply with pairing false.
    method OfferSetup(
      address: ?string,
      page: ?string,
      code: ?string,
      link: ?string,
      claimed: ?bool
    ) -> (shown: bool, pairing: bool)

    # Shows the name of a screen on it for some seconds. Without a screen, every screen shows its own name.
    method Identify(screen: ?string, seconds: ?float, noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # Applies the changed configuration file. A file with an error changes nothing.
    #
    # Errors: InvalidConfiguration with the problems of the file.
    #
    # The answer comes after the flips on the screens whose picture changes. If no picture changes, it comes at once.
    # The note names each screen that does not show the change, with the reason: it is off, was unplugged, has a cover, or cannot show
    # its content. The warnings name media that cannot be shown, also if other content covers them.
    method Reload(noWait: ?bool) -> (
      file: ?string,
      changes: []string,
      presented: []Presented,
      note: ?string,
      hint: ?string,
      warnings: []string
    )

    # Returns a small picture of a content file, of the first page of a PDF file, or of a video near its beginning, as a PNG file in base64. No
    # screen shows it.
    #
    #   longestSide   The most pixels of the longer side, 32 to 1024.
    #
    # Errors: Failed with the reason, if the file cannot be shown.
    #
    # The daemon waits up to 10 s for a file that is being written.
    method FilePicture(file: string, longestSide: int) -> (file: string, width: int, height: int, png: string, note: ?string)

    # Streams events. The call needs more. The first event is snapshot, with the full state.
    #
    # A client that was disconnected can continue:
    #   after   The number of the last event that the client has.
    #   run     The run that the snapshot named.
    #
    # The first event is then resumed, and the missed events follow.
    # If the daemon no longer has the missed events, the first event is snapshot. Its reason is tooOld or otherRun.
    #
    # Errors: InvalidValue if the call has only one of after and run.
    # StreamOverflow if the client stops reading.
    #
    # The names are screenDidConnect, screenDidDisconnect, screenModesDidChange, screenModeDidChange, sceneWillConnect,
    # sceneWillEnterForeground, sceneDidBecomeActive, sceneWillResignActive, sceneDidEnterBackground, sceneDidPresent,
    # sceneDidUpdate, sceneDidDisconnect, sessionWasAskedAgain, sessionDidDiscard, appDidBecomeForeground,
    # inputOwnerDidChange, applicationsDidMove, appDidRegister, appDidUnregister, appDidLoseController, appDidNotAnswer,
    # standInDidBegin and standInDidEnd. More names will come.
    method Events(after: ?int, run: ?string) -> (
      event: string,
      sequence: int,
      monotonicNanoseconds: int,
      screen: ?string,
      label: ?string,
      app: ?string,
      session: ?string,
      scene: ?string,
      role: ?string,
      reason: ?string,
      mode: ?Mode,
      modes: ?[]Mode,
      presented: ?[]Presented,
      screenInfo: ?Screen,
      run: ?string,
      snapshot: ?State
    )

    # Waits until a condition holds on a screen. The screen need not be connected.
    #
    #   condition        connected, disconnected, presented, stable, mode=MODE, scene=NAME, sequence=NUMBER, frame=HASH or pixel=X,Y,#rrggbb.
    #   timeoutSeconds   The longest wait, up to 86400. Without it the call waits for ever.
    #   forSeconds       stable: the time without a new frame, 0.05 to 3600 (default: 0.5).
    #   tolerance        pixel: the greatest allowed difference of red, green and blue, 0 to 255 (default: 0).
    #
    # Errors: TimedOut if the condition did not hold in time.
    method Wait(screen: string, condition: string, timeoutSeconds: ?float, forSeconds: ?float, tolerance: ?int) -> (
      screen: string,
      condition: string,
      mode: ?Mode,
      scene: ?string,
      presented: []Presented
    )

    # Returns the picture on a screen, as a PNG file in base64, with the source of its pixels.
    #
    #   longestSide   Asks for a small picture of this moment, 32 to 1024 pixels.
    #   lookingOn     The picture is for a person who may only look. A picture with a code for pairing is then refused to every caller.
    #   upright       Turns the picture of a rotated screen as people see it. Without it, the picture has the order of the screen's pixels.
    #
    # Errors: AccessDenied for a picture with a code for pairing, if the caller has less access than control.
    # Failed if the screen is dark.
    #
    # A placeholder covers private pixels. The picture then has no hash.
    # If no display is connected and scenes live in a stand-in, the picture is drawn from layers.
    # A small picture is drawn from layers too. It costs the display no frame, and it has no hash and no sequence.
    # frame is the hash of the screen's pixels in any case: upright changes only the file.
    method Screenshot(screen: string, longestSide: ?int, lookingOn: ?bool, upright: ?bool) -> (
      screen: string,
      source: (framebuffer, layers),
      width: int,
      height: int,
      sequence: int,
      frame: string,
      png: string
    )

    # Returns the state of the daemon.
    #
    # backend is kms or simulated. clockRight is true if the machine's clock is known to be right.
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
      warnings: []string,
      zone: ?string,
      language: ?string,
      videos: ?VideoCounters
    )

    # Returns the changes that a configuration would make on each screen. Nothing is applied.
    #
    #   configuration   The text of the configuration file.
    #   file            The absolute path of the file.
    #
    # Errors: InvalidConfiguration with the problems of the text, as for Reload.
    #
    # Plan and Reload decide in the same way. The warnings name media that cannot be shown.
    method Plan(configuration: string, file: string) -> (changes: []string, screens: []ScreenPlan, warnings: []string)

    # An accepted call that changes something. Equal calls in a row of one process are one entry, if less than a minute is between two of them.
    type AuditedCall (
      time: string,
      last: string,
      calls: int,
      userID: int,
      user: ?string,
      processID: int,
      program: string,
      method: string,
      screen: ?string,
      arguments: object
    )

    # Returns the accepted calls that changed something, with their callers. The oldest comes first.
    #
    #   since   The earliest time (ISO 8601 with an offset), or its distance from now, as 1h.
    #
    # The daemon keeps the newest 512 entries. If it has no room, the oldest entry of the user with the most entries goes.
    # Contents, tokens, user information, activities, input, notes and files are private. So is each parameter that no rule shows.
    method Audit(since: ?string) -> (calls: []AuditedCall)

    # Returns a report for fault diagnosis, as JSON. marqueed --replay makes the same decisions again from it.
    #
    # The report has versions, EDIDs, the results of connector probes, the device's answers, the requests, the decisions and the configuration.
    # It does not have the content that is shown.
    method Report() -> (report: string)

    # Commands the displays of the simulated backend. Without a screen most commands are for every connector.
    #
    #   plug, edid         Plugs in a display, or replaces its EDID. edid is an EDID in base64.
    #                      Instead, display is the preferred mode of an invented display, with make, model and serial.
    #                      With seconds the EDID comes late. Until then the connector lists the modes that modes names.
    #                      plug without any of these plugs in the same display again.
    #   unplug             Unplugs the display.
    #   hotplug            Sends a hotplug event without a change.
    #   probe, modeset     Sets the duration of each probe or modeset, in seconds.
    #   fault              Makes something fail:
    #                        refuse       The next count commits of a kind fail with an error such as EBUSY.
    #                        refuseMode   Modesets of a mode fail. mode is its name or its size.
    #                        loseFlips    The next count flips never end.
    #                        linkBad      The link fails until a modeset. With clockKilohertz only a mode up to that clock repairs it.
    #                        none         Ends the fault.
    #   vblank             Sets whether flips end at vertical blanks (on).
    #   updates            Sets whether small changes are cheaper in place (on).
    #   device             Sets whether the card is there (on).
    #   clock              Sets whether the clock runs by itself (on).
    #   advance            Advances the clock at once by seconds. Everything that becomes due happens. The call waits for its drawing.
    #                      With untilDue the clock stops at the next thing that is due. The reply has the seconds that passed.
    #   time               Sets the time of day, in ISO 8601 with its offset. It then runs with the clock.
    #                      unknown means that the clock is not known to be right.
    #   resume             Wakes the machine up from a suspend.
    #
    # Errors: NotSupported if the displays are real.
    # org.varlink.service.InvalidParameter if a parameter of the command is missing.
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

    # A connector of the simulated backend.
    type SimulatedConnector (name: string, builtIn: bool, connected: bool, mode: ?Mode)

    # Lists the connectors of the simulated backend. Simulate can plug a display into each that has none.
    #
    # Errors: NotSupported if the displays are real.
    method SimulatedConnectors() -> (connectors: []SimulatedConnector)

    # The place that the speaker points at, in fractions of the slide from 0 to 1.
    type TalkPointer (kind: (pointer, spotlight), x: float, y: float)

    # A video on a slide of a talk.
    #
    # trouble is the reason why it cannot be played. The place is in shares of the slide, from its upper left corner.
    type TalkVideo (
      file: string,
      playing: bool,
      startsWithSlide: bool,
      x: float,
      y: float,
      width: float,
      height: float,
      trouble: ?string
    )

    # The timer of a talk: the time that had passed at a moment of the daemon's monotonic clock, and the duration of the talk.
    type TalkTimer (
      running: bool,
      elapsedSeconds: float,
      durationSeconds: ?float,
      monotonicNanoseconds: int
    )

    # A display as a talk sees it.
    #
    # state is waiting if the display was never seen before and ControlTalk has not let it in. It is alarm while an alarm covers the display.
    # display has make, model and serial of the display. A change means another display on the same connector.
    type TalkScreen (screen: string, label: ?string, state: (shown, waiting, hidden, alarm), mode: ?Mode, display: ?string)

    # A talk. The daemon keeps it, whichever client drives it.
    #
    #   deck           The path of the PDF file. Callers with the access observe get its name only.
    #   page           The slide that the speaker has reached.
    #   shownPage      The slide that the audience sees if nothing covers it.
    #   notesHalf      The half of each page that holds the speaker's notes.
    #   deckVersion    A new value for each file that was read. Values that a client read about slides before are then out of date.
    #   notesVersion   The version of the notes that were set as a whole.
    #   videos         The videos of the slide that the audience sees. Null if it has none.
    #   videoFiles     The names of all videos of the talk. Null if there are none, and for callers with the access observe.
    #   trouble        The present problem. The last good picture stays meanwhile.
    #   remark         A remark about an automatic change, until the next action.
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
      videos: ?[]TalkVideo,
      videoFiles: ?[]string,
      trouble: ?string,
      remark: ?string
    )

    # The texts of a slide.
    #
    #   title   The title in the document's outline. Otherwise the line in the largest letters that most slides do not have.
    #   notes   The notes of SetTalkNotes. Otherwise the annotations of the page, as Markdown.
    #           Otherwise the words of the half of the page that is not shown. Callers with the access observe get none.
    type TalkSlide (
      page: int,
      label: string,
      title: string,
      text: string,
      notes: string,
      notesSource: (none, set, annotations, half),
      hidden: bool
    )

    # The speaker's notes for a slide, as Markdown. An empty text removes them. A hidden slide is skipped by turns, and goto shows it.
    type TalkNote (page: int, text: string, hidden: ?bool)

    # The place of notes in a set. The set replaces all notes when its last part has arrived.
    #
    # Parts come in order, from 1.
    type TalkNoteSet (version: string, part: int, parts: int)

    # Begins a talk with the pages of a PDF file, on all external displays or on one.
    #
    #   deck         The absolute path of the file.
    #   screen       The only display of the talk. Without it the talk is for every external display, also for later ones.
    #   newScreens   Whether displays that were never seen before show the talk. Without it the configuration decides.
    #   replace      A talk that is going on ends.
    #
    # Errors: TalkIsGoingOn if a talk is going on and replace is not true.
    # Failed if the file cannot be read, or if the screen is not an external display.
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

    # Returns the talk that is going on. It is null if there is none.
    method GetTalk() -> (talk: ?Talk)

    # Streams the talk: its present state, and the new state after each change. The call needs more.
    #
    # A client that reads slowly misses states that are out of date.
    method WatchTalk() -> (talk: ?Talk)

    # Performs an action in the talk.
    #
    #   next, previous, first, last, goto (page)   Turns to another slide.
    #   freeze (on)                                Holds the picture that the audience sees.
    #   black, white (on)                          Covers the slide with black or white.
    #   pointer, spotlight (x, y)                  Points at a place of the slide.
    #   pointerOff                                 Ends pointing.
    #   startTimer, pauseTimer, resetTimer         Controls the timer. The first turn of a page starts it too.
    #   setDuration (seconds)                      Sets the duration of the talk. Zero means no limit.
    #   message (text, seconds)                    Shows a text over the slide. An empty text ends it.
    #   code (text)                                Shows a QR code over the slide. An empty text ends it.
    #   video (on, x, y)                           Plays the videos of the slide that the audience sees, or shows the slide itself again.
    #   show (screen)                              Lets a waiting display show the talk.
    #
    # Without on, the actions freeze, black and white switch to the other state. Without on, video plays the next video of the slide that
    # does not play. If all play, it shows the slide itself. With x and y it is only for the video at this place of the slide.
    #
    # Errors: NoTalk. TextTooLong if the text is too long for a QR code.
    method ControlTalk(
      action: (next, previous, first, last, goto, freeze, black, white, pointer, spotlight, pointerOff, startTimer, pauseTimer,
        resetTimer, setDuration, message, code, video, show),
      page: ?int,
      on: ?bool,
      x: ?float,
      y: ?float,
      seconds: ?float,
      text: ?string,
      screen: ?string,
      noWait: ?bool
    ) -> (talk: Talk, presented: []Presented, note: ?string, hint: ?string)

    # Returns the texts of up to 50 slides.
    #
    #   first   The number of the first slide. Without it the slides begin with the first.
    #   count   The number of slides, 1 to 50. Without it up to 50 slides are returned.
    #
    # Errors: NoTalk.
    method TalkSlides(first: ?int, count: ?int) -> (pages: int, slides: []TalkSlide)

    # Sets the speaker's notes for some slides. Notes of other slides stay. The notes are stored before the answer.
    #
    #   notes   The notes, one text for each slide. A talk has room for 512 KiB.
    #   set     The notes are one part of a set that replaces all notes.
    #   talk    The notes are only for the talk of this identifier.
    #
    # Errors: NoTalk. Failed if another talk than talk is going on, if there is no room, or if a part comes before the parts before it.
    #
    # A set is stored when its last part is answered. A client that loses the connection before that sends the set again from the first part.
    # This is not necessary if notesVersion of the talk names the set.
    method SetTalkNotes(notes: []TalkNote, set: ?TalkNoteSet, talk: ?string) -> ()

    # Returns a picture of a slide, or of the half of its page that holds the notes, as a PNG file in base64.
    #
    #   width, height   The most pixels of the picture.
    #
    # Errors: NoTalk. AccessDenied for notes, if the caller has less access than control.
    method TalkPicture(page: int, part: ?(slide, notes), width: int, height: int) -> (
      page: int,
      width: int,
      height: int,
      png: string
    )

    # Ends the talk. Its displays show again the picture that is due there.
    #
    # Errors: NoTalk.
    method EndTalk(noWait: ?bool) -> (presented: []Presented, note: ?string, hint: ?string)

    # There is no screen of that name. The names in `near` are similar.
    error NoSuchScreen (screen: string, near: []string)

    # No mode of the screen answers the wish.
    error NoSuchMode (screen: string, mode: string, near: []string)

    # There is no app of that name.
    error NoSuchApp (app: string, near: []string)

    # There is no scene session of that identifier.
    error NoSuchSession (session: string, near: []string)

    # The name is taken: by an app of the configuration, or by an app whose controller is connected.
    error AppNameTaken (app: string)

    # The limit of registered apps is reached: that of this user, or that of all users.
    error TooManyApps (limit: int, ofUser: bool)

    # The token is not that of the app's registration.
    error WrongToken (app: string)

    # The question was answered already, or the answer is too late.
    error NoSuchQuestion (question: int)

    # No talk is running.
    error NoTalk ()

    # A talk is running already, with this deck.
    error TalkIsGoingOn (deck: string)

    # The user information is too long. Both numbers are bytes of JSON.
    error UserInfoTooLarge (size: int, limit: int)

    # A value has the right type and makes no sense.
    error InvalidValue (parameter: string, value: string, expected: string)

    # A text is too long. Both numbers are bytes of UTF-8.
    error TextTooLong (length: int, limit: int)

    # The caller has too little access. Granted are none, or levels that + joins.
    error AccessDenied (method: string, required: string, granted: string)

    # This daemon does not support the call.
    error NotSupported (reason: string)

    # The daemon has too much to do for this call. The same call may succeed in a second.
    error Busy (reason: string)

    # The call failed. The message gives the reason. The hint, if there is one, is the next step at the command line.
    error Failed (message: string, hint: ?string)

    # The configuration file has errors, and nothing was changed. Line and column are those of the first error, or zero.
    error InvalidConfiguration (file: string, line: int, column: int, problems: []string)

    # The condition of a Wait did not hold in time. seen is what the screen showed at the end, as a sentence for people.
    error TimedOut (screen: string, condition: string, seconds: float, seen: ?string)

    # Too many connections are open: in all, or by this user.
    error TooManyConnections (limit: int)

    # A message is too long. The daemon closes the connection.
    error MessageTooLong (limit: int)

    # A message is no Varlink call. The daemon closes the connection.
    error MalformedMessage (reason: string)

    # A client has stopped reading its events. The daemon closes the connection.
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

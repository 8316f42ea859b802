/// The definition of `org.marquee.Display` in Varlink's own notation.
///
/// The same text as `org.marquee.Display.varlink` beside this file, which is installed for other programs; a test compares
/// the two. It is a constant, so that the daemon needs no file at run time.
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

    # A connected display. It is guessed while its EDID cannot be read.
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
    # never was; frame is a hash of the pixels, empty where they were never drawn.
    type Presented (
      screen: string,
      sequence: int,
      timestampNanoseconds: int,
      timestampSource: (driver, daemon),
      frame: string,
      ending: (presented, superseded, discarded)
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

    # A named owner of content.
    type App (name: string, foreground: bool, screens: []string, roles: []string)

    # A text that fills a screen. Colours are #rrggbb; alignment is start, center or end.
    type Banner (
      text: string,
      foreground: ?string,
      background: ?string,
      font: ?string,
      alignment: ?string,
      markup: ?bool
    )

    # What a scene shows: exactly one of these.
    type Content (color: ?string, pattern: ?string, banner: ?Banner)

    # How far each edge of the picture is moved inwards: 2%, 2.5%, 24px.
    type Overscan (top: ?string, right: ?string, bottom: ?string, left: ?string)

    # How far a screen's identity and modes can be trusted.
    type EDIDRecord (settled: bool, bytes: int, probes: int, nextProbeNanoseconds: ?int, problems: []string)

    # A mode that was considered. The source is runtimeChoice, sceneWish, rule, history, preferred or fallback.
    type Candidate (mode: string, source: string, wish: ?string, reason: string)

    # A wish that no mode answers; near has modes that come close.
    type UnmetWish (wish: string, source: string, reason: string, near: []string)

    # One try of a mode on the device.
    type Attempt (mode: string, kind: (test, commit), accepted: bool, errno: ?int, message: ?string)

    # A step between plug and picture.
    type Step (step: string, monotonicNanoseconds: int)

    # The value of a setting, and who said so: default, configuration, runtime or display.
    type Setting (
      name: string,
      value: string,
      origin: (default, configuration, runtime, display),
      level: ?(screen, app, overall),
      location: ?string
    )

    # A rule of what a screen shows; the first that holds decides.
    type ShownReason (rule: string, holds: bool, reason: string)

    # How a screen came to its mode and its picture.
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
      showsBecause: []ShownReason
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
      events: int,
      connections: int,
      requests: int,
      refusals: int,
      droppedReaders: int
    )

    # The full state.
    type State (screens: []Screen, sessions: []Session, apps: []App, mainScreen: ?string)

    # The connected screens: the main screen first, then by arrival.
    method Screens() -> (screens: []Screen)

    # The modes of a screen.
    method Modes(screen: string) -> (screen: string, guessed: bool, currentMode: ?string, modes: []Mode)

    # How a screen came to its mode and its picture.
    method Explain(screen: string) -> (record: DecisionRecord)

    # Chooses a mode by a wish (1920x1080@60, 3840x2160, preferred, highest) or by its name. It is kept until Reset. The note
    # says why nothing was presented although it was waited for; likewise below.
    method SetMode(screen: string, mode: string, noWait: ?bool) -> (mode: Mode, presented: ?Presented, note: ?string)

    # Turns the picture: 0, 90, 180, 270, flipped, flipped-90, flipped-180 or flipped-270.
    method Rotate(screen: string, rotation: string, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Sets the pixels a point, from 0.25 to 16; without a scale it follows the display's size.
    method SetScale(screen: string, scale: ?float, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Moves the edges of the picture inwards; what is missing becomes zero.
    method SetOverscan(screen: string, overscan: Overscan, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Forgets the mode, rotation, scale, overscan and foreground app that were chosen for the screen at run time.
    method Reset(screen: string, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Sets the content of the foreground app's scene on a screen, for a time or for ever; with configured instead of content it
    # goes back to the configured one.
    method Show(
      screen: string,
      content: ?Content,
      forSeconds: ?float,
      configured: ?bool,
      noWait: ?bool
    ) -> (presented: ?Presented, note: ?string)

    # Shows black, or the picture again; the mode stays.
    method Blank(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Holds the picture as it is, or lets it go on.
    method Freeze(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # Turns the signal on or off.
    method Power(screen: string, on: bool, noWait: ?bool) -> (presented: ?Presented, note: ?string)

    # The apps.
    method Apps() -> (apps: []App)

    # Makes an app the foreground app of a screen, or of all.
    method SetForeground(app: string, screen: ?string, noWait: ?bool) -> (presented: []Presented)

    # The scene sessions.
    method Sessions() -> (sessions: []Session)

    # Shows the name of a screen, or of each, on it for some seconds.
    method Identify(screen: ?string, seconds: ?float, noWait: ?bool) -> (presented: []Presented)

    # Applies the changed configuration file. A file with an error changes nothing.
    method Reload() -> (file: ?string, changes: []string)

    # Streams what happens; the first event is snapshot, with the full state. Needs more. Names are screenDidConnect,
    # screenDidDisconnect, screenModesDidChange, screenModeDidChange, sceneWillConnect, sceneWillEnterForeground,
    # sceneDidBecomeActive, sceneWillResignActive, sceneDidEnterBackground, sceneDidPresent, sceneDidUpdate,
    # sceneDidDisconnect, appDidBecomeForeground and others to come.
    method Events() -> (
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

    # The picture on a screen as a PNG file in base64, and what it was read from.
    method Screenshot(screen: string) -> (
      screen: string,
      source: (framebuffer, writeback, crc),
      width: int,
      height: int,
      sequence: int,
      hash: string,
      png: string
    )

    # How the daemon is. The backend is kms or simulated.
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
      warnings: []string
    )

    # Tells the simulated backend what its displays do. On every connector, unless a screen is named:
    #   plug, edid         a display with an EDID in base64, or one made up by its preferred mode (display) and make, model and
    #                      serial; with seconds the EDID comes late, and until then modes are listed; unplug pulls it out
    #   hotplug            a bare event
    #   probe, modeset     what each takes in seconds
    #   fault              refuse (the next count commits of a kind fail with an error such as EBUSY), refuseMode (a mode's name
    #                      or size), loseFlips (the next count), linkBad (with clockKilohertz only lower modes mend it), none
    #   vblank, updates    whether flips end at vertical blanks; whether small changes are cheaper in place
    #   device, clock      whether the card is there; whether the clock goes by itself
    #   advance            how far the clock goes at once
    #   resume             the machine wakes up from a suspend
    method Simulate(
      command: (plug, unplug, edid, hotplug, probe, modeset, fault, vblank, updates, device, clock, advance, resume),
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
      on: ?bool
    ) -> (screens: []string, message: ?string)

    # There is no screen of that name; near has those that could be meant.
    error NoSuchScreen (screen: string, near: []string)

    # No mode of the screen answers the wish.
    error NoSuchMode (screen: string, mode: string, near: []string)

    # There is no app of that name.
    error NoSuchApp (app: string, near: []string)

    # A value of the right type that makes no sense.
    error InvalidValue (parameter: string, value: string, expected: string)

    # A text is too long; both in bytes of UTF-8.
    error TextTooLong (length: int, limit: int)

    # The peer's access does not suffice: none, observe, control or admin.
    error AccessDenied (method: string, required: string, granted: string)

    # It cannot be done here at all.
    error NotSupported (reason: string)

    # It was tried and failed.
    error Failed (message: string)

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

extension InterfaceDescription {
  /// Its types, each after a comment.
  static let types = """
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

    """
}

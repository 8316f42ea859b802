extension InterfaceDescription {
  /// Its methods, each after a comment.
  static let methods = """
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

    # Turns the signal on or off. A screen that its schedule has off is on until the next entry of the schedule counts, and the note says
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

    """
}

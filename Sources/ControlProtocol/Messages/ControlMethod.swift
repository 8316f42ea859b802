/// Every method that the daemon answers, by its full Varlink name.
public enum ControlMethod: String, Hashable, Sendable, CaseIterable {
  /// What the service is.
  case getInfo = "org.varlink.service.GetInfo"
  /// The definition of an interface.
  case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"
  /// Lists the screens.
  case screens = "org.marquee.Display.Screens"
  /// Lists a screen's modes.
  case modes = "org.marquee.Display.Modes"
  /// Says how a screen came to its mode and its picture.
  case explain = "org.marquee.Display.Explain"
  /// Chooses a screen's mode.
  case setMode = "org.marquee.Display.SetMode"
  /// Keeps the mode that is tried out.
  case confirmMode = "org.marquee.Display.ConfirmMode"
  /// Turns a screen's picture.
  case rotate = "org.marquee.Display.Rotate"
  /// Sets a screen's scale.
  case setScale = "org.marquee.Display.SetScale"
  /// Moves the edges of a screen's picture.
  case setOverscan = "org.marquee.Display.SetOverscan"
  /// Forgets what was chosen at run time.
  case reset = "org.marquee.Display.Reset"
  /// Sets a screen's content.
  case show = "org.marquee.Display.Show"
  /// Sets the content of several screens, which change together.
  case showTogether = "org.marquee.Display.ShowTogether"
  /// Says what a screen shows at a time.
  case contentAt = "org.marquee.Display.ContentAt"
  /// Turns the pages of a deck.
  case turnPage = "org.marquee.Display.TurnPage"
  /// Shows black.
  case blank = "org.marquee.Display.Blank"
  /// Holds the picture.
  case freeze = "org.marquee.Display.Freeze"
  /// Turns the signal on or off.
  case power = "org.marquee.Display.Power"
  /// Lists the apps.
  case apps = "org.marquee.Display.Apps"
  /// Chooses the foreground app.
  case setForeground = "org.marquee.Display.SetForeground"
  /// Says what external displays are for.
  case setSupport = "org.marquee.Display.SetSupport"
  /// Says whose picture a screen shows where it mirrors.
  case setMirror = "org.marquee.Display.SetMirror"
  /// Puts the application scenes of an app on a screen.
  case placeApp = "org.marquee.Display.PlaceApp"
  /// Makes another application scene.
  case requestScene = "org.marquee.Display.RequestScene"
  /// Moves the window of an application scene.
  case setFrame = "org.marquee.Display.SetFrame"
  /// Owns the input of an app.
  case ownInput = "org.marquee.Display.OwnInput"
  /// Hands input to an application scene.
  case sendInput = "org.marquee.Display.SendInput"
  /// Registers an app.
  case registerApp = "org.marquee.Display.RegisterApp"
  /// Answers a question that was asked an app.
  case answerApp = "org.marquee.Display.AnswerApp"
  /// Changes sessions of an app.
  case updateScenes = "org.marquee.Display.UpdateScenes"
  /// Tells a registered app of refreshes.
  case startDisplayLink = "org.marquee.Display.StartDisplayLink"
  /// Ends that.
  case stopDisplayLink = "org.marquee.Display.StopDisplayLink"
  /// Forgets a registered app.
  case unregisterApp = "org.marquee.Display.UnregisterApp"
  /// Lists the scene sessions.
  case sessions = "org.marquee.Display.Sessions"
  /// Gives a scene session with all that is kept with it.
  case getSession = "org.marquee.Display.GetSession"
  /// Sets what an app keeps with a session.
  case setUserInfo = "org.marquee.Display.SetUserInfo"
  /// Brings a session's app to the foreground of its screen.
  case activateSession = "org.marquee.Display.ActivateSession"
  /// Lists what was played on the screens.
  case plays = "org.marquee.Display.Plays"
  /// Has scenes laid out anew.
  case refreshSessions = "org.marquee.Display.RefreshSessions"
  /// Gives a small picture of what a scene shows.
  case snapshot = "org.marquee.Display.Snapshot"
  /// Ends a session for good.
  case destroySession = "org.marquee.Display.DestroySession"
  /// Begins a talk.
  case startTalk = "org.marquee.Display.StartTalk"
  /// Gives the talk that is going on.
  case getTalk = "org.marquee.Display.GetTalk"
  /// Streams the talk.
  case watchTalk = "org.marquee.Display.WatchTalk"
  /// Does something in the talk.
  case controlTalk = "org.marquee.Display.ControlTalk"
  /// Says what is known of slides beside their pictures.
  case talkSlides = "org.marquee.Display.TalkSlides"
  /// Sets the speaker's notes.
  case setTalkNotes = "org.marquee.Display.SetTalkNotes"
  /// Gives a small picture of a slide.
  case talkPicture = "org.marquee.Display.TalkPicture"
  /// Gives a small picture of a file.
  case filePicture = "org.marquee.Display.FilePicture"
  /// Ends the talk.
  case endTalk = "org.marquee.Display.EndTalk"
  /// Says what set-up cards say of the web pages.
  case offerSetup = "org.marquee.Display.OfferSetup"
  /// Shows each screen's name on it.
  case identify = "org.marquee.Display.Identify"
  /// Applies the changed configuration file.
  case reload = "org.marquee.Display.Reload"
  /// Says what a configuration would change.
  case plan = "org.marquee.Display.Plan"
  /// Streams events.
  case events = "org.marquee.Display.Events"
  /// Waits for a condition.
  case wait = "org.marquee.Display.Wait"
  /// Gives the picture on a screen.
  case screenshot = "org.marquee.Display.Screenshot"
  /// Says how the daemon is.
  case status = "org.marquee.Display.Status"
  /// Gives a report for whoever looks for a fault.
  case report = "org.marquee.Display.Report"
  /// Commands the simulated backend.
  case simulate = "org.marquee.Display.Simulate"

  /// The interfaces that these methods belong to.
  public static let interfaces = ["org.marquee.Display", "org.varlink.service"]

  /// The access that a peer needs to call it: the one table of access.
  public var requiredAccess: AccessLevel {
    switch self {
    case .getInfo, .getInterfaceDescription, .screens, .modes, .explain, .apps, .sessions, .getSession, .snapshot,
      .contentAt, .getTalk, .watchTalk, .talkSlides, .talkPicture,
      .events, .wait,
      .screenshot, .status:
      .observe
    case .setMode, .confirmMode, .rotate, .setScale, .setOverscan, .reset, .show, .showTogether, .turnPage, .blank,
      .freeze,
      .power, .setForeground, .setSupport, .registerApp, .answerApp, .updateScenes, .unregisterApp, .setUserInfo,
      .setMirror, .startDisplayLink, .stopDisplayLink, .plays,
      .activateSession, .destroySession, .refreshSessions, .placeApp, .requestScene, .setFrame, .ownInput, .sendInput,
      .identify, .filePicture, .startTalk, .controlTalk, .setTalkNotes, .endTalk, .offerSetup:
      .control
    case .reload, .plan, .report, .simulate:
      .admin
    }
  }

  /// Whether it is answered by a stream, so that the call must say `more`.
  public var isStream: Bool {
    [.events, .ownInput, .registerApp, .watchTalk, .offerSetup].contains(self)
  }
}

// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// A method of the two interfaces that the daemon answers to; the raw value is its full name.
public enum ControlMethod: String, Sendable, CaseIterable {
  /// Asks what the service is.
  case getInfo = "org.varlink.service.GetInfo"
  /// Asks for the definition of an interface.
  case getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"
  /// Asks for the connected screens.
  case screens = "org.marquee.Display.Screens"
  /// Asks for the modes of a screen.
  case modes = "org.marquee.Display.Modes"
  /// Asks for the decisions that led to a screen's mode and picture.
  case explain = "org.marquee.Display.Explain"
  /// Chooses a screen's mode; the choice is kept until `Reset`, or goes back by itself unless it is confirmed.
  case setMode = "org.marquee.Display.SetMode"
  /// Keeps the mode that is tried out on a screen.
  case confirmMode = "org.marquee.Display.ConfirmMode"
  /// Turns the picture of a screen.
  case rotate = "org.marquee.Display.Rotate"
  /// Sets the pixels a point of a screen.
  case setScale = "org.marquee.Display.SetScale"
  /// Moves the edges of a screen's picture inwards.
  case setOverscan = "org.marquee.Display.SetOverscan"
  /// Sets the volume of a screen's sound.
  case setVolume = "org.marquee.Display.SetVolume"
  /// Forgets the run-time choices for a screen: mode, rotation, scale, overscan, volume, foreground app, support and
  /// mirror.
  case reset = "org.marquee.Display.Reset"
  /// Sets the content of the foreground app's scene on a screen, or goes back to the configured one.
  case show = "org.marquee.Display.Show"
  /// Sets the content of scenes on several screens, which change together.
  case showTogether = "org.marquee.Display.ShowTogether"
  /// Asks for the visible part of the scene on a screen at a time.
  case contentAt = "org.marquee.Display.ContentAt"
  /// Asks for the whole content of the foreground app's scene on a screen.
  case getContent = "org.marquee.Display.GetContent"
  /// Turns to another page of the deck that the foreground app's scene on a screen shows.
  case turnPage = "org.marquee.Display.TurnPage"
  /// Shows black on a screen, or its picture again; the mode stays.
  case blank = "org.marquee.Display.Blank"
  /// Freezes a screen's picture, or lets it go on.
  case freeze = "org.marquee.Display.Freeze"
  /// Turns a screen's signal on or off.
  ///
  /// A screen that its schedule has off is on until its off hours end.
  case power = "org.marquee.Display.Power"
  /// Raises an alarm, which covers everything on its screens until it is cleared.
  case raiseAlarm = "org.marquee.Display.RaiseAlarm"
  /// Clears an alarm, or all.
  case clearAlarm = "org.marquee.Display.ClearAlarm"
  /// Asks for the raised alarms.
  case alarms = "org.marquee.Display.Alarms"
  /// Asks for the apps.
  case apps = "org.marquee.Display.Apps"
  /// Makes an app the foreground app of a screen, or of all.
  case setForeground = "org.marquee.Display.SetForeground"
  /// Sets how external displays are used: all, those with an app in the foreground, or one.
  case setSupport = "org.marquee.Display.SetSupport"
  /// Sets which picture a screen mirrors, and how the picture is fitted.
  case setMirror = "org.marquee.Display.SetMirror"
  /// Puts all application scenes of an app on a screen.
  case placeApp = "org.marquee.Display.PlaceApp"
  /// Makes another application scene of an app, beside those that there are.
  case requestScene = "org.marquee.Display.RequestScene"
  /// Moves the window of an application scene on its display.
  case setFrame = "org.marquee.Display.SetFrame"
  /// Owns the input of an app as long as the connection is open; needs `more`.
  case ownInput = "org.marquee.Display.OwnInput"
  /// Sends input from a controller to an application scene.
  case sendInput = "org.marquee.Display.SendInput"
  /// Registers an app with its scene manifest, or comes back under its name; needs `more`.
  ///
  /// The app exists as long as the connection is open. The replies carry questions and events for it, and it answers on
  /// another connection.
  case registerApp = "org.marquee.Display.RegisterApp"
  /// Answers a question that the daemon asked an app.
  case answerApp = "org.marquee.Display.AnswerApp"
  /// Changes sessions of an app, connected or not: all of them, or none if one cannot be changed.
  case updateScenes = "org.marquee.Display.UpdateScenes"
  /// Reports to a registered app, on its stream, the refreshes of the screen that shows one of its scenes.
  case startDisplayLink = "org.marquee.Display.StartDisplayLink"
  /// Ends a display link of `StartDisplayLink`.
  case stopDisplayLink = "org.marquee.Display.StopDisplayLink"
  /// Forgets a registered app, and ends its scenes; its sessions stay.
  case unregisterApp = "org.marquee.Display.UnregisterApp"
  /// Asks for the scene sessions: all, or those that meet every condition.
  case sessions = "org.marquee.Display.Sessions"
  /// Asks for the proof of play.
  case plays = "org.marquee.Display.Plays"
  /// Asks for a scene session with all that is kept with it.
  case getSession = "org.marquee.Display.GetSession"
  /// Sets all that an app keeps with a session; it is kept when this is answered.
  case setUserInfo = "org.marquee.Display.SetUserInfo"
  /// Puts the app of a session in the foreground of the session's screen: by the session's identifier, or by what is
  /// kept with it or shown in it.
  case activateSession = "org.marquee.Display.ActivateSession"
  /// Lays out scenes again, those in the background too.
  case refreshSessions = "org.marquee.Display.RefreshSessions"
  /// Asks for a small picture of a scene: its current picture, or its last.
  case snapshot = "org.marquee.Display.Snapshot"
  /// Ends a session for good; if it was connected, its screen shows its next picture.
  case destroySession = "org.marquee.Display.DestroySession"
  /// Sets the texts of set-up cards about the web pages as long as the connection is open; needs `more`.
  ///
  /// Of several callers the newest counts.
  case offerSetup = "org.marquee.Display.OfferSetup"
  /// Shows each screen's name on it for some seconds.
  case identify = "org.marquee.Display.Identify"
  /// Applies the changed configuration file; a file with an error changes nothing.
  case reload = "org.marquee.Display.Reload"
  /// Asks for a small picture of a file of contents, without showing it.
  case filePicture = "org.marquee.Display.FilePicture"
  /// Subscribes to events, or continues an earlier subscription; needs `more`.
  case events = "org.marquee.Display.Events"
  /// Waits until a condition holds on a screen, which need not be connected.
  case wait = "org.marquee.Display.Wait"
  /// Asks for the picture on a screen.
  case screenshot = "org.marquee.Display.Screenshot"
  /// Asks for the state of the daemon.
  case status = "org.marquee.Display.Status"
  /// Asks for the changes of a configuration, without applying it.
  case plan = "org.marquee.Display.Plan"
  /// Asks for the accepted calls that changed something, with their callers.
  case audit = "org.marquee.Display.Audit"
  /// Asks for a report: everything that has decided about the pictures.
  case report = "org.marquee.Display.Report"
  /// Commands the displays of the simulated backend; every other backend refuses it.
  case simulate = "org.marquee.Display.Simulate"
  /// Lists the connectors of the simulated backend, also those without a display.
  case simulatedConnectors = "org.marquee.Display.SimulatedConnectors"
  /// Begins a talk with the pages of a PDF file, on all external displays or on one.
  case startTalk = "org.marquee.Display.StartTalk"
  /// Asks for the talk that is going on.
  case getTalk = "org.marquee.Display.GetTalk"
  /// Streams the talk: as it is, and again after each change; needs `more`.
  case watchTalk = "org.marquee.Display.WatchTalk"
  /// Performs an action in the talk that is going on.
  case controlTalk = "org.marquee.Display.ControlTalk"
  /// Asks for the texts of slides.
  case talkSlides = "org.marquee.Display.TalkSlides"
  /// Sets the speaker's notes: those for some slides, while those of other slides stay, or with `set` all notes.
  ///
  /// The notes are kept when this is answered, those of a set when the last part is. A client that loses the connection
  /// before sends the set again from the first part, unless `TalkInfo.notesVersion` names its version.
  case setTalkNotes = "org.marquee.Display.SetTalkNotes"
  /// Asks for a small picture of a slide or of its notes.
  case talkPicture = "org.marquee.Display.TalkPicture"
  /// Ends the talk. Its displays return to their own pictures.
  case endTalk = "org.marquee.Display.EndTalk"

  /// The interfaces that these methods belong to.
  public static let interfaces = ["org.marquee.Display", "org.varlink.service"]

  /// The access that a peer needs to call it.
  public var requiredAccess: AccessLevel {
    switch self {
    case .getInfo, .getInterfaceDescription, .alarms:
      .none
    case .screens, .modes, .explain, .contentAt, .apps, .sessions, .getSession, .snapshot, .events, .wait, .screenshot,
      .status, .getTalk, .watchTalk, .talkSlides, .talkPicture:
      .observe
    case .setMode, .confirmMode, .rotate, .setScale, .setOverscan, .setVolume, .reset, .show, .showTogether,
      .getContent, .turnPage, .blank, .freeze, .power, .setForeground, .setSupport, .setMirror, .placeApp,
      .requestScene, .plays, .activateSession, .destroySession, .offerSetup, .identify, .filePicture, .startTalk,
      .controlTalk, .setTalkNotes, .endTalk:
      .remote
    case .raiseAlarm, .clearAlarm:
      .alarm
    case .setFrame, .ownInput, .sendInput, .registerApp, .answerApp, .updateScenes, .startDisplayLink, .stopDisplayLink,
      .unregisterApp, .setUserInfo, .refreshSessions:
      .control
    case .reload, .plan, .audit, .report, .simulate, .simulatedConnectors:
      .admin
    }
  }

  /// Whether it is answered by a stream, so that the call must say `more`.
  public var isStream: Bool {
    switch self {
    case .ownInput, .registerApp, .offerSetup, .events, .watchTalk:
      true
    default: false
    }
  }

  /// Whether a report has it among what was asked.
  public var isJournaled: Bool {
    switch self {
    case .setMode, .confirmMode, .rotate, .setScale, .setOverscan, .setVolume, .reset, .show, .showTogether, .blank,
      .freeze, .power, .raiseAlarm, .clearAlarm, .setForeground, .setSupport, .setMirror, .placeApp, .requestScene,
      .setFrame, .registerApp, .updateScenes, .unregisterApp, .activateSession, .destroySession:
      true
    default: false
    }
  }

  /// The parameters that the audit shows; nil if the method changes nothing.
  public var auditedParameters: [String]? {
    switch self {
    case .screens, .modes, .explain, .contentAt, .getContent, .alarms, .apps, .sessions, .plays, .getSession, .snapshot,
      .filePicture, .events, .wait, .screenshot, .status, .plan, .audit, .report, .simulatedConnectors, .getTalk,
      .watchTalk, .talkSlides, .talkPicture:
      nil
    case .setMode:
      ["screen", "mode", "confirmSeconds"]
    case .confirmMode, .reset:
      ["screen"]
    case .rotate:
      ["screen", "rotation"]
    case .setScale:
      ["screen", "scale"]
    case .setOverscan:
      ["screen", "overscan"]
    case .setVolume:
      ["screen", "volume"]
    case .show:
      ["screen", "forSeconds", "configured"]
    case .showTogether:
      ["contents.screen"]
    case .turnPage:
      ["screen", "turn", "page"]
    case .blank, .freeze, .power:
      ["screen", "on"]
    case .raiseAlarm:
      ["name", "screens", "until"]
    case .clearAlarm:
      ["name"]
    case .setForeground:
      ["app", "screen"]
    case .setSupport:
      ["support", "screen", "app"]
    case .setMirror:
      ["screen", "of", "fit"]
    case .placeApp:
      ["app", "screen", "byHand"]
    case .requestScene:
      ["app", "configuration"]
    case .setFrame:
      ["session", "frame"]
    case .ownInput, .unregisterApp:
      ["app"]
    case .registerApp:
      ["name", "fallback", "private", "support", "controllerLoss", "version"]
    case .answerApp:
      ["question", "window"]
    case .updateScenes:
      ["changes.session"]
    case .startDisplayLink:
      ["session", "maximumHertz"]
    case .stopDisplayLink, .setUserInfo, .destroySession:
      ["session"]
    case .activateSession, .refreshSessions:
      ["session", "app"]
    case .identify:
      ["screen", "seconds"]
    case .simulate:
      ["command", "screen", "fault", "on"]
    case .startTalk:
      ["screen", "replace"]
    case .controlTalk:
      ["action", "page", "on", "screen"]
    case .setTalkNotes:
      ["talk"]
    default: []
    }
  }
}

/// A request to the display interface, decoded and checked: what the daemon handles.
public enum ControlRequest: Hashable, Sendable {
  /// Asks for the connected screens.
  case screens(ScreensCall)
  /// Asks for the modes of a screen.
  case modes(ModesCall)
  /// Asks for the decisions that led to a screen's mode and picture.
  case explain(ExplainCall)
  /// Chooses a screen's mode; the choice is kept until `Reset`, or goes back by itself unless it is confirmed.
  case setMode(SetModeCall)
  /// Keeps the mode that is tried out on a screen.
  case confirmMode(ConfirmModeCall)
  /// Turns the picture of a screen.
  case rotate(RotateCall)
  /// Sets the pixels a point of a screen.
  case setScale(SetScaleCall)
  /// Moves the edges of a screen's picture inwards.
  case setOverscan(SetOverscanCall)
  /// Sets the volume of a screen's sound.
  case setVolume(SetVolumeCall)
  /// Forgets the run-time choices for a screen: mode, rotation, scale, overscan, volume, foreground app, support and
  /// mirror.
  case reset(ResetCall)
  /// Sets the content of the foreground app's scene on a screen, or goes back to the configured one.
  case show(ShowCall)
  /// Sets the content of scenes on several screens, which change together.
  case showTogether(ShowTogetherCall)
  /// Asks for the visible part of the scene on a screen at a time.
  case contentAt(ContentAtCall)
  /// Asks for the whole content of the foreground app's scene on a screen.
  case getContent(GetContentCall)
  /// Turns to another page of the deck that the foreground app's scene on a screen shows.
  case turnPage(TurnPageCall)
  /// Shows black on a screen, or its picture again; the mode stays.
  case blank(BlankCall)
  /// Freezes a screen's picture, or lets it go on.
  case freeze(FreezeCall)
  /// Turns a screen's signal on or off.
  ///
  /// A screen that its schedule has off is on until its off hours end.
  case power(PowerCall)
  /// Raises an alarm, which covers everything on its screens until it is cleared.
  case raiseAlarm(RaiseAlarmCall)
  /// Clears an alarm, or all.
  case clearAlarm(ClearAlarmCall)
  /// Asks for the raised alarms.
  case alarms(AlarmsCall)
  /// Asks for the apps.
  case apps(AppsCall)
  /// Makes an app the foreground app of a screen, or of all.
  case setForeground(SetForegroundCall)
  /// Sets how external displays are used: all, those with an app in the foreground, or one.
  case setSupport(SetSupportCall)
  /// Sets which picture a screen mirrors, and how the picture is fitted.
  case setMirror(SetMirrorCall)
  /// Puts all application scenes of an app on a screen.
  case placeApp(PlaceAppCall)
  /// Makes another application scene of an app, beside those that there are.
  case requestScene(RequestSceneCall)
  /// Moves the window of an application scene on its display.
  case setFrame(SetFrameCall)
  /// Owns the input of an app as long as the connection is open; needs `more`.
  case ownInput(OwnInputCall)
  /// Sends input from a controller to an application scene.
  case sendInput(SendInputCall)
  /// Registers an app with its scene manifest, or comes back under its name; needs `more`.
  ///
  /// The app exists as long as the connection is open. The replies carry questions and events for it, and it answers on
  /// another connection.
  case registerApp(RegisterAppCall)
  /// Answers a question that the daemon asked an app.
  case answerApp(AnswerAppCall)
  /// Changes sessions of an app, connected or not: all of them, or none if one cannot be changed.
  case updateScenes(UpdateScenesCall)
  /// Reports to a registered app, on its stream, the refreshes of the screen that shows one of its scenes.
  case startDisplayLink(StartDisplayLinkCall)
  /// Ends a display link of `StartDisplayLink`.
  case stopDisplayLink(StopDisplayLinkCall)
  /// Forgets a registered app, and ends its scenes; its sessions stay.
  case unregisterApp(UnregisterAppCall)
  /// Asks for the scene sessions: all, or those that meet every condition.
  case sessions(SessionsCall)
  /// Asks for the proof of play.
  case plays(PlaysCall)
  /// Asks for a scene session with all that is kept with it.
  case getSession(GetSessionCall)
  /// Sets all that an app keeps with a session; it is kept when this is answered.
  case setUserInfo(SetUserInfoCall)
  /// Puts the app of a session in the foreground of the session's screen: by the session's identifier, or by what is
  /// kept with it or shown in it.
  case activateSession(ActivateSessionCall)
  /// Lays out scenes again, those in the background too.
  case refreshSessions(RefreshSessionsCall)
  /// Asks for a small picture of a scene: its current picture, or its last.
  case snapshot(SnapshotCall)
  /// Ends a session for good; if it was connected, its screen shows its next picture.
  case destroySession(DestroySessionCall)
  /// Sets the texts of set-up cards about the web pages as long as the connection is open; needs `more`.
  ///
  /// Of several callers the newest counts.
  case offerSetup(OfferSetupCall)
  /// Shows each screen's name on it for some seconds.
  case identify(IdentifyCall)
  /// Applies the changed configuration file; a file with an error changes nothing.
  case reload(ReloadCall)
  /// Asks for a small picture of a file of contents, without showing it.
  case filePicture(FilePictureCall)
  /// Subscribes to events, or continues an earlier subscription; needs `more`.
  case events(EventsCall)
  /// Waits until a condition holds on a screen, which need not be connected.
  case wait(WaitCall)
  /// Asks for the picture on a screen.
  case screenshot(ScreenshotCall)
  /// Asks for the state of the daemon.
  case status(StatusCall)
  /// Asks for the changes of a configuration, without applying it.
  case plan(PlanCall)
  /// Asks for the accepted calls that changed something, with their callers.
  case audit(AuditCall)
  /// Asks for a report: everything that has decided about the pictures.
  case report(ReportCall)
  /// Commands the displays of the simulated backend; every other backend refuses it.
  case simulate(SimulateCall)
  /// Lists the connectors of the simulated backend, also those without a display.
  case simulatedConnectors(SimulatedConnectorsCall)
  /// Begins a talk with the pages of a PDF file, on all external displays or on one.
  case startTalk(StartTalkCall)
  /// Asks for the talk that is going on.
  case getTalk(GetTalkCall)
  /// Streams the talk: as it is, and again after each change; needs `more`.
  case watchTalk(WatchTalkCall)
  /// Performs an action in the talk that is going on.
  case controlTalk(ControlTalkCall)
  /// Asks for the texts of slides.
  case talkSlides(TalkSlidesCall)
  /// Sets the speaker's notes: those for some slides, while those of other slides stay, or with `set` all notes.
  ///
  /// The notes are kept when this is answered, those of a set when the last part is. A client that loses the connection
  /// before sends the set again from the first part, unless `TalkInfo.notesVersion` names its version.
  case setTalkNotes(SetTalkNotesCall)
  /// Asks for a small picture of a slide or of its notes.
  case talkPicture(TalkPictureCall)
  /// Ends the talk. Its displays return to their own pictures.
  case endTalk(EndTalkCall)
}

extension ControlRequest {
  /// What the call says.
  public var parameters: any ControlParameters {
    switch self {
    case .screens(let call): call
    case .modes(let call): call
    case .explain(let call): call
    case .setMode(let call): call
    case .confirmMode(let call): call
    case .rotate(let call): call
    case .setScale(let call): call
    case .setOverscan(let call): call
    case .setVolume(let call): call
    case .reset(let call): call
    case .show(let call): call
    case .showTogether(let call): call
    case .contentAt(let call): call
    case .getContent(let call): call
    case .turnPage(let call): call
    case .blank(let call): call
    case .freeze(let call): call
    case .power(let call): call
    case .raiseAlarm(let call): call
    case .clearAlarm(let call): call
    case .alarms(let call): call
    case .apps(let call): call
    case .setForeground(let call): call
    case .setSupport(let call): call
    case .setMirror(let call): call
    case .placeApp(let call): call
    case .requestScene(let call): call
    case .setFrame(let call): call
    case .ownInput(let call): call
    case .sendInput(let call): call
    case .registerApp(let call): call
    case .answerApp(let call): call
    case .updateScenes(let call): call
    case .startDisplayLink(let call): call
    case .stopDisplayLink(let call): call
    case .unregisterApp(let call): call
    case .sessions(let call): call
    case .plays(let call): call
    case .getSession(let call): call
    case .setUserInfo(let call): call
    case .activateSession(let call): call
    case .refreshSessions(let call): call
    case .snapshot(let call): call
    case .destroySession(let call): call
    case .offerSetup(let call): call
    case .identify(let call): call
    case .reload(let call): call
    case .filePicture(let call): call
    case .events(let call): call
    case .wait(let call): call
    case .screenshot(let call): call
    case .status(let call): call
    case .plan(let call): call
    case .audit(let call): call
    case .report(let call): call
    case .simulate(let call): call
    case .simulatedConnectors(let call): call
    case .startTalk(let call): call
    case .getTalk(let call): call
    case .watchTalk(let call): call
    case .controlTalk(let call): call
    case .talkSlides(let call): call
    case .setTalkNotes(let call): call
    case .talkPicture(let call): call
    case .endTalk(let call): call
    }
  }

  /// The method.
  public var method: ControlMethod { type(of: parameters).method }

  /// The request with another name for each screen that it names. `Plays` stays as it is, because it names screens of the past.
  public func namingScreens(_ name: (String) throws(ControlError) -> String) throws(ControlError) -> ControlRequest {
    switch self {
    case .modes(var call):
      call.screen = try name(call.screen)
      return .modes(call)
    case .explain(var call):
      call.screen = try name(call.screen)
      return .explain(call)
    case .setMode(var call):
      call.screen = try name(call.screen)
      return .setMode(call)
    case .confirmMode(var call):
      call.screen = try name(call.screen)
      return .confirmMode(call)
    case .rotate(var call):
      call.screen = try name(call.screen)
      return .rotate(call)
    case .setScale(var call):
      call.screen = try name(call.screen)
      return .setScale(call)
    case .setOverscan(var call):
      call.screen = try name(call.screen)
      return .setOverscan(call)
    case .setVolume(var call):
      call.screen = try name(call.screen)
      return .setVolume(call)
    case .reset(var call):
      call.screen = try name(call.screen)
      return .reset(call)
    case .show(var call):
      call.screen = try name(call.screen)
      return .show(call)
    case .showTogether(var call):
      for index in call.contents.indices { call.contents[index].screen = try name(call.contents[index].screen) }
      return .showTogether(call)
    case .contentAt(var call):
      call.screen = try name(call.screen)
      return .contentAt(call)
    case .getContent(var call):
      call.screen = try name(call.screen)
      return .getContent(call)
    case .turnPage(var call):
      call.screen = try name(call.screen)
      return .turnPage(call)
    case .blank(var call):
      call.screen = try name(call.screen)
      return .blank(call)
    case .freeze(var call):
      call.screen = try name(call.screen)
      return .freeze(call)
    case .power(var call):
      call.screen = try name(call.screen)
      return .power(call)
    case .raiseAlarm(var call):
      if let names = call.screens {
        var found: [String] = []
        for one in names { found.append(try name(one)) }
        call.screens = found
      }
      return .raiseAlarm(call)
    case .setForeground(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .setForeground(call)
    case .setSupport(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .setSupport(call)
    case .setMirror(var call):
      call.screen = try name(call.screen)
      if let one = call.of { call.of = try name(one) }
      return .setMirror(call)
    case .placeApp(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .placeApp(call)
    case .identify(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .identify(call)
    case .wait(var call):
      call.screen = try name(call.screen)
      return .wait(call)
    case .screenshot(var call):
      call.screen = try name(call.screen)
      return .screenshot(call)
    case .simulate(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .simulate(call)
    case .startTalk(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .startTalk(call)
    case .controlTalk(var call):
      if let one = call.screen { call.screen = try name(one) }
      return .controlTalk(call)
    default: return self
    }
  }
}

/// A request to `org.varlink.service`, which the server answers itself.
public enum ServiceRequest: Hashable, Sendable {
  /// Asks what the service is.
  case getInfo
  /// Asks for the definition of an interface.
  case getInterfaceDescription(GetInterfaceDescriptionCall)
}

extension ControlCall.Request {
  /// Reads the parameters of a method.
  init(_ method: ControlMethod, _ parameters: CallParameters) throws {
    switch method {
    case .getInfo:
      _ = try parameters.read(GetInfoCall.self)
      self = .service(.getInfo)
    case .getInterfaceDescription: self = .service(.getInterfaceDescription(try parameters.read(GetInterfaceDescriptionCall.self)))
    case .screens: self = .display(.screens(try parameters.read(ScreensCall.self)))
    case .modes: self = .display(.modes(try parameters.read(ModesCall.self)))
    case .explain: self = .display(.explain(try parameters.read(ExplainCall.self)))
    case .setMode: self = .display(.setMode(try parameters.read(SetModeCall.self)))
    case .confirmMode: self = .display(.confirmMode(try parameters.read(ConfirmModeCall.self)))
    case .rotate: self = .display(.rotate(try parameters.read(RotateCall.self)))
    case .setScale: self = .display(.setScale(try parameters.read(SetScaleCall.self)))
    case .setOverscan: self = .display(.setOverscan(try parameters.read(SetOverscanCall.self)))
    case .setVolume: self = .display(.setVolume(try parameters.read(SetVolumeCall.self)))
    case .reset: self = .display(.reset(try parameters.read(ResetCall.self)))
    case .show: self = .display(.show(try parameters.read(ShowCall.self)))
    case .showTogether: self = .display(.showTogether(try parameters.read(ShowTogetherCall.self)))
    case .contentAt: self = .display(.contentAt(try parameters.read(ContentAtCall.self)))
    case .getContent: self = .display(.getContent(try parameters.read(GetContentCall.self)))
    case .turnPage: self = .display(.turnPage(try parameters.read(TurnPageCall.self)))
    case .blank: self = .display(.blank(try parameters.read(BlankCall.self)))
    case .freeze: self = .display(.freeze(try parameters.read(FreezeCall.self)))
    case .power: self = .display(.power(try parameters.read(PowerCall.self)))
    case .raiseAlarm: self = .display(.raiseAlarm(try parameters.read(RaiseAlarmCall.self)))
    case .clearAlarm: self = .display(.clearAlarm(try parameters.read(ClearAlarmCall.self)))
    case .alarms: self = .display(.alarms(try parameters.read(AlarmsCall.self)))
    case .apps: self = .display(.apps(try parameters.read(AppsCall.self)))
    case .setForeground: self = .display(.setForeground(try parameters.read(SetForegroundCall.self)))
    case .setSupport: self = .display(.setSupport(try parameters.read(SetSupportCall.self)))
    case .setMirror: self = .display(.setMirror(try parameters.read(SetMirrorCall.self)))
    case .placeApp: self = .display(.placeApp(try parameters.read(PlaceAppCall.self)))
    case .requestScene: self = .display(.requestScene(try parameters.read(RequestSceneCall.self)))
    case .setFrame: self = .display(.setFrame(try parameters.read(SetFrameCall.self)))
    case .ownInput: self = .display(.ownInput(try parameters.read(OwnInputCall.self)))
    case .sendInput: self = .display(.sendInput(try parameters.read(SendInputCall.self)))
    case .registerApp: self = .display(.registerApp(try parameters.read(RegisterAppCall.self)))
    case .answerApp: self = .display(.answerApp(try parameters.read(AnswerAppCall.self)))
    case .updateScenes: self = .display(.updateScenes(try parameters.read(UpdateScenesCall.self)))
    case .startDisplayLink: self = .display(.startDisplayLink(try parameters.read(StartDisplayLinkCall.self)))
    case .stopDisplayLink: self = .display(.stopDisplayLink(try parameters.read(StopDisplayLinkCall.self)))
    case .unregisterApp: self = .display(.unregisterApp(try parameters.read(UnregisterAppCall.self)))
    case .sessions: self = .display(.sessions(try parameters.read(SessionsCall.self)))
    case .plays: self = .display(.plays(try parameters.read(PlaysCall.self)))
    case .getSession: self = .display(.getSession(try parameters.read(GetSessionCall.self)))
    case .setUserInfo: self = .display(.setUserInfo(try parameters.read(SetUserInfoCall.self)))
    case .activateSession: self = .display(.activateSession(try parameters.read(ActivateSessionCall.self)))
    case .refreshSessions: self = .display(.refreshSessions(try parameters.read(RefreshSessionsCall.self)))
    case .snapshot: self = .display(.snapshot(try parameters.read(SnapshotCall.self)))
    case .destroySession: self = .display(.destroySession(try parameters.read(DestroySessionCall.self)))
    case .offerSetup: self = .display(.offerSetup(try parameters.read(OfferSetupCall.self)))
    case .identify: self = .display(.identify(try parameters.read(IdentifyCall.self)))
    case .reload: self = .display(.reload(try parameters.read(ReloadCall.self)))
    case .filePicture: self = .display(.filePicture(try parameters.read(FilePictureCall.self)))
    case .events: self = .display(.events(try parameters.read(EventsCall.self)))
    case .wait: self = .display(.wait(try parameters.read(WaitCall.self)))
    case .screenshot: self = .display(.screenshot(try parameters.read(ScreenshotCall.self)))
    case .status: self = .display(.status(try parameters.read(StatusCall.self)))
    case .plan: self = .display(.plan(try parameters.read(PlanCall.self)))
    case .audit: self = .display(.audit(try parameters.read(AuditCall.self)))
    case .report: self = .display(.report(try parameters.read(ReportCall.self)))
    case .simulate: self = .display(.simulate(try parameters.read(SimulateCall.self)))
    case .simulatedConnectors: self = .display(.simulatedConnectors(try parameters.read(SimulatedConnectorsCall.self)))
    case .startTalk: self = .display(.startTalk(try parameters.read(StartTalkCall.self)))
    case .getTalk: self = .display(.getTalk(try parameters.read(GetTalkCall.self)))
    case .watchTalk: self = .display(.watchTalk(try parameters.read(WatchTalkCall.self)))
    case .controlTalk: self = .display(.controlTalk(try parameters.read(ControlTalkCall.self)))
    case .talkSlides: self = .display(.talkSlides(try parameters.read(TalkSlidesCall.self)))
    case .setTalkNotes: self = .display(.setTalkNotes(try parameters.read(SetTalkNotesCall.self)))
    case .talkPicture: self = .display(.talkPicture(try parameters.read(TalkPictureCall.self)))
    case .endTalk: self = .display(.endTalk(try parameters.read(EndTalkCall.self)))
    }
  }
}

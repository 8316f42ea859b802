// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

package import ControlProtocol

/// Handles the calls about screens; their access was checked.
package protocol ScreenMethods {
  /// Asks for the connected screens.
  func handle(_ call: ScreensCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the modes of a screen.
  func handle(_ call: ModesCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the decisions that led to a screen's mode and picture.
  func handle(_ call: ExplainCall, _ responder: ControlResponder) throws(ControlError)
  /// Chooses a screen's mode; the choice is kept until `Reset`, or goes back by itself unless it is confirmed.
  func handle(_ call: SetModeCall, _ responder: ControlResponder) throws(ControlError)
  /// Keeps the mode that is tried out on a screen.
  func handle(_ call: ConfirmModeCall, _ responder: ControlResponder) throws(ControlError)
  /// Turns the picture of a screen.
  func handle(_ call: RotateCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets the pixels a point of a screen.
  func handle(_ call: SetScaleCall, _ responder: ControlResponder) throws(ControlError)
  /// Moves the edges of a screen's picture inwards.
  func handle(_ call: SetOverscanCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets the volume of a screen's sound.
  func handle(_ call: SetVolumeCall, _ responder: ControlResponder) throws(ControlError)
  /// Forgets the run-time choices for a screen: mode, rotation, scale, overscan, volume, foreground app, support and
  /// mirror.
  func handle(_ call: ResetCall, _ responder: ControlResponder) throws(ControlError)
  /// Shows black on a screen, or its picture again; the mode stays.
  func handle(_ call: BlankCall, _ responder: ControlResponder) throws(ControlError)
  /// Freezes a screen's picture, or lets it go on.
  func handle(_ call: FreezeCall, _ responder: ControlResponder) throws(ControlError)
  /// Turns a screen's signal on or off.
  ///
  /// A screen that its schedule has off is on until its off hours end.
  func handle(_ call: PowerCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets how external displays are used: all, those with an app in the foreground, or one.
  func handle(_ call: SetSupportCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets which picture a screen mirrors, and how the picture is fitted.
  func handle(_ call: SetMirrorCall, _ responder: ControlResponder) throws(ControlError)
  /// Shows each screen's name on it for some seconds.
  func handle(_ call: IdentifyCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about content; their access was checked.
package protocol ContentMethods {
  /// Sets the content of the foreground app's scene on a screen, or goes back to the configured one.
  func handle(_ call: ShowCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets the content of scenes on several screens, which change together.
  func handle(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the visible part of the scene on a screen at a time.
  func handle(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the whole content of the foreground app's scene on a screen.
  func handle(_ call: GetContentCall, _ responder: ControlResponder) throws(ControlError)
  /// Turns to another page of the deck that the foreground app's scene on a screen shows.
  func handle(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets the texts of set-up cards about the web pages as long as the connection is open; needs `more`.
  ///
  /// Of several callers the newest counts.
  func handle(_ call: OfferSetupCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about alarms; their access was checked.
package protocol AlarmMethods {
  /// Raises an alarm, which covers everything on its screens until it is cleared.
  func handle(_ call: RaiseAlarmCall, _ responder: ControlResponder) throws(ControlError)
  /// Clears an alarm, or all.
  func handle(_ call: ClearAlarmCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the raised alarms.
  func handle(_ call: AlarmsCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about apps; their access was checked.
package protocol AppMethods {
  /// Asks for the apps.
  func handle(_ call: AppsCall, _ responder: ControlResponder) throws(ControlError)
  /// Makes an app the foreground app of a screen, or of all.
  func handle(_ call: SetForegroundCall, _ responder: ControlResponder) throws(ControlError)
  /// Puts all application scenes of an app on a screen.
  func handle(_ call: PlaceAppCall, _ responder: ControlResponder) throws(ControlError)
  /// Makes another application scene of an app, beside those that there are.
  func handle(_ call: RequestSceneCall, _ responder: ControlResponder) throws(ControlError)
  /// Moves the window of an application scene on its display.
  func handle(_ call: SetFrameCall, _ responder: ControlResponder) throws(ControlError)
  /// Owns the input of an app as long as the connection is open; needs `more`.
  func handle(_ call: OwnInputCall, _ responder: ControlResponder) throws(ControlError)
  /// Sends input from a controller to an application scene.
  func handle(_ call: SendInputCall, _ responder: ControlResponder) throws(ControlError)
  /// Registers an app with its scene manifest, or comes back under its name; needs `more`.
  ///
  /// The app exists as long as the connection is open. The replies carry questions and events for it, and it answers on
  /// another connection.
  func handle(_ call: RegisterAppCall, _ responder: ControlResponder) throws(ControlError)
  /// Answers a question that the daemon asked an app.
  func handle(_ call: AnswerAppCall, _ responder: ControlResponder) throws(ControlError)
  /// Changes sessions of an app, connected or not: all of them, or none if one cannot be changed.
  func handle(_ call: UpdateScenesCall, _ responder: ControlResponder) throws(ControlError)
  /// Reports to a registered app, on its stream, the refreshes of the screen that shows one of its scenes.
  func handle(_ call: StartDisplayLinkCall, _ responder: ControlResponder) throws(ControlError)
  /// Ends a display link of `StartDisplayLink`.
  func handle(_ call: StopDisplayLinkCall, _ responder: ControlResponder) throws(ControlError)
  /// Forgets a registered app, and ends its scenes; its sessions stay.
  func handle(_ call: UnregisterAppCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about scenes; their access was checked.
package protocol SceneMethods {
  /// Asks for the scene sessions: all, or those that meet every condition.
  func handle(_ call: SessionsCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for a scene session with all that is kept with it.
  func handle(_ call: GetSessionCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets all that an app keeps with a session; it is kept when this is answered.
  func handle(_ call: SetUserInfoCall, _ responder: ControlResponder) throws(ControlError)
  /// Puts the app of a session in the foreground of the session's screen: by the session's identifier, or by what is
  /// kept with it or shown in it.
  func handle(_ call: ActivateSessionCall, _ responder: ControlResponder) throws(ControlError)
  /// Lays out scenes again, those in the background too.
  func handle(_ call: RefreshSessionsCall, _ responder: ControlResponder) throws(ControlError)
  /// Ends a session for good; if it was connected, its screen shows its next picture.
  func handle(_ call: DestroySessionCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about plays; their access was checked.
package protocol PlayMethods {
  /// Asks for the proof of play.
  func handle(_ call: PlaysCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about pictures; their access was checked.
package protocol PictureMethods {
  /// Asks for a small picture of a scene: its current picture, or its last.
  func handle(_ call: SnapshotCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for a small picture of a file of contents, without showing it.
  func handle(_ call: FilePictureCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the picture on a screen.
  func handle(_ call: ScreenshotCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about configuration; their access was checked.
package protocol ConfigurationMethods {
  /// Applies the changed configuration file; a file with an error changes nothing.
  func handle(_ call: ReloadCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the changes of a configuration, without applying it.
  func handle(_ call: PlanCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about events; their access was checked.
package protocol EventMethods {
  /// Subscribes to events, or continues an earlier subscription; needs `more`.
  func handle(_ call: EventsCall, _ responder: ControlResponder) throws(ControlError)
  /// Waits until a condition holds on a screen, which need not be connected.
  func handle(_ call: WaitCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about reports; their access was checked.
package protocol ReportMethods {
  /// Asks for the state of the daemon.
  func handle(_ call: StatusCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the accepted calls that changed something, with their callers.
  func handle(_ call: AuditCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for a report: everything that has decided about the pictures.
  func handle(_ call: ReportCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about simulation; their access was checked.
package protocol SimulationMethods {
  /// Commands the displays of the simulated backend; every other backend refuses it.
  func handle(_ call: SimulateCall, _ responder: ControlResponder) throws(ControlError)
  /// Lists the connectors of the simulated backend, also those without a display.
  func handle(_ call: SimulatedConnectorsCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about talks; their access was checked.
package protocol TalkMethods {
  /// Begins a talk with the pages of a PDF file, on all external displays or on one.
  func handle(_ call: StartTalkCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for the talk that is going on.
  func handle(_ call: GetTalkCall, _ responder: ControlResponder) throws(ControlError)
  /// Streams the talk: as it is, and again after each change; needs `more`.
  func handle(_ call: WatchTalkCall, _ responder: ControlResponder) throws(ControlError)
  /// Performs an action in the talk that is going on.
  func handle(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError)
  /// Ends the talk. Its displays return to their own pictures.
  func handle(_ call: EndTalkCall, _ responder: ControlResponder) throws(ControlError)
}

/// Handles the calls about slides; their access was checked.
package protocol SlideMethods {
  /// Asks for the texts of slides.
  func handle(_ call: TalkSlidesCall, _ responder: ControlResponder) throws(ControlError)
  /// Sets the speaker's notes: those for some slides, while those of other slides stay, or with `set` all notes.
  ///
  /// The notes are kept when this is answered, those of a set when the last part is. A client that loses the connection
  /// before sends the set again from the first part, unless `TalkInfo.notesVersion` names its version.
  func handle(_ call: SetTalkNotesCall, _ responder: ControlResponder) throws(ControlError)
  /// Asks for a small picture of a slide or of its notes.
  func handle(_ call: TalkPictureCall, _ responder: ControlResponder) throws(ControlError)
}

/// The handlers of the display interface, one for each subject.
package protocol DisplayHandlers {
  associatedtype Screens: ScreenMethods
  var screens: Screens { get }
  associatedtype Content: ContentMethods
  var content: Content { get }
  associatedtype Alarms: AlarmMethods
  var alarms: Alarms { get }
  associatedtype Apps: AppMethods
  var apps: Apps { get }
  associatedtype Scenes: SceneMethods
  var scenes: Scenes { get }
  associatedtype Plays: PlayMethods
  var plays: Plays { get }
  associatedtype Pictures: PictureMethods
  var pictures: Pictures { get }
  associatedtype Configuration: ConfigurationMethods
  var configuration: Configuration { get }
  associatedtype Events: EventMethods
  var events: Events { get }
  associatedtype Reports: ReportMethods
  var reports: Reports { get }
  associatedtype Simulation: SimulationMethods
  var simulation: Simulation { get }
  associatedtype Talks: TalkMethods
  var talks: Talks { get }
  associatedtype Slides: SlideMethods
  var slides: Slides { get }
}

extension ControlRequest {
  /// Hands the call to its handler.
  package func dispatch(to handlers: some DisplayHandlers, _ responder: ControlResponder) throws(ControlError) {
    switch self {
    case .screens(let call): try handlers.screens.handle(call, responder)
    case .modes(let call): try handlers.screens.handle(call, responder)
    case .explain(let call): try handlers.screens.handle(call, responder)
    case .setMode(let call): try handlers.screens.handle(call, responder)
    case .confirmMode(let call): try handlers.screens.handle(call, responder)
    case .rotate(let call): try handlers.screens.handle(call, responder)
    case .setScale(let call): try handlers.screens.handle(call, responder)
    case .setOverscan(let call): try handlers.screens.handle(call, responder)
    case .setVolume(let call): try handlers.screens.handle(call, responder)
    case .reset(let call): try handlers.screens.handle(call, responder)
    case .show(let call): try handlers.content.handle(call, responder)
    case .showTogether(let call): try handlers.content.handle(call, responder)
    case .contentAt(let call): try handlers.content.handle(call, responder)
    case .getContent(let call): try handlers.content.handle(call, responder)
    case .turnPage(let call): try handlers.content.handle(call, responder)
    case .blank(let call): try handlers.screens.handle(call, responder)
    case .freeze(let call): try handlers.screens.handle(call, responder)
    case .power(let call): try handlers.screens.handle(call, responder)
    case .raiseAlarm(let call): try handlers.alarms.handle(call, responder)
    case .clearAlarm(let call): try handlers.alarms.handle(call, responder)
    case .alarms(let call): try handlers.alarms.handle(call, responder)
    case .apps(let call): try handlers.apps.handle(call, responder)
    case .setForeground(let call): try handlers.apps.handle(call, responder)
    case .setSupport(let call): try handlers.screens.handle(call, responder)
    case .setMirror(let call): try handlers.screens.handle(call, responder)
    case .placeApp(let call): try handlers.apps.handle(call, responder)
    case .requestScene(let call): try handlers.apps.handle(call, responder)
    case .setFrame(let call): try handlers.apps.handle(call, responder)
    case .ownInput(let call): try handlers.apps.handle(call, responder)
    case .sendInput(let call): try handlers.apps.handle(call, responder)
    case .registerApp(let call): try handlers.apps.handle(call, responder)
    case .answerApp(let call): try handlers.apps.handle(call, responder)
    case .updateScenes(let call): try handlers.apps.handle(call, responder)
    case .startDisplayLink(let call): try handlers.apps.handle(call, responder)
    case .stopDisplayLink(let call): try handlers.apps.handle(call, responder)
    case .unregisterApp(let call): try handlers.apps.handle(call, responder)
    case .sessions(let call): try handlers.scenes.handle(call, responder)
    case .plays(let call): try handlers.plays.handle(call, responder)
    case .getSession(let call): try handlers.scenes.handle(call, responder)
    case .setUserInfo(let call): try handlers.scenes.handle(call, responder)
    case .activateSession(let call): try handlers.scenes.handle(call, responder)
    case .refreshSessions(let call): try handlers.scenes.handle(call, responder)
    case .snapshot(let call): try handlers.pictures.handle(call, responder)
    case .destroySession(let call): try handlers.scenes.handle(call, responder)
    case .offerSetup(let call): try handlers.content.handle(call, responder)
    case .identify(let call): try handlers.screens.handle(call, responder)
    case .reload(let call): try handlers.configuration.handle(call, responder)
    case .filePicture(let call): try handlers.pictures.handle(call, responder)
    case .events(let call): try handlers.events.handle(call, responder)
    case .wait(let call): try handlers.events.handle(call, responder)
    case .screenshot(let call): try handlers.pictures.handle(call, responder)
    case .status(let call): try handlers.reports.handle(call, responder)
    case .plan(let call): try handlers.configuration.handle(call, responder)
    case .audit(let call): try handlers.reports.handle(call, responder)
    case .report(let call): try handlers.reports.handle(call, responder)
    case .simulate(let call): try handlers.simulation.handle(call, responder)
    case .simulatedConnectors(let call): try handlers.simulation.handle(call, responder)
    case .startTalk(let call): try handlers.talks.handle(call, responder)
    case .getTalk(let call): try handlers.talks.handle(call, responder)
    case .watchTalk(let call): try handlers.talks.handle(call, responder)
    case .controlTalk(let call): try handlers.talks.handle(call, responder)
    case .talkSlides(let call): try handlers.slides.handle(call, responder)
    case .setTalkNotes(let call): try handlers.slides.handle(call, responder)
    case .talkPicture(let call): try handlers.slides.handle(call, responder)
    case .endTalk(let call): try handlers.talks.handle(call, responder)
    }
  }
}

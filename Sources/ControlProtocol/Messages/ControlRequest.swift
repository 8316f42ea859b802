/// A request to the display interface, decoded and checked: what the daemon handles.
public enum ControlRequest: Hashable, Sendable {
  /// Lists the screens.
  case screens(ScreensCall)
  /// Lists a screen's modes.
  case modes(ModesCall)
  /// Says how a screen came to its mode and its picture.
  case explain(ExplainCall)
  /// Chooses a screen's mode.
  case setMode(SetModeCall)
  /// Keeps the mode that is tried out.
  case confirmMode(ConfirmModeCall)
  /// Turns a screen's picture.
  case rotate(RotateCall)
  /// Sets a screen's scale.
  case setScale(SetScaleCall)
  /// Moves the edges of a screen's picture.
  case setOverscan(SetOverscanCall)
  /// Forgets what was chosen at run time.
  case reset(ResetCall)
  /// Sets a screen's content.
  case show(ShowCall)
  case showTogether(ShowTogetherCall)
  /// Says what a screen shows at a time.
  case contentAt(ContentAtCall)
  /// Turns the pages of a deck.
  case turnPage(TurnPageCall)
  /// Shows black.
  case blank(BlankCall)
  /// Holds the picture.
  case freeze(FreezeCall)
  /// Turns the signal on or off.
  case power(PowerCall)
  /// Lists the apps.
  case apps(AppsCall)
  /// Chooses the foreground app.
  case setForeground(SetForegroundCall)
  case setSupport(SetSupportCall)
  case setMirror(SetMirrorCall)
  /// Puts the application scenes of an app on a screen.
  case placeApp(PlaceAppCall)
  /// Makes another application scene.
  case requestScene(RequestSceneCall)
  /// Moves the window of an application scene.
  case setFrame(SetFrameCall)
  /// Owns the input of an app.
  case ownInput(OwnInputCall)
  /// Hands input to an application scene.
  case sendInput(SendInputCall)
  /// Registers an app.
  case registerApp(RegisterAppCall)
  /// Answers a question that was asked an app.
  case answerApp(AnswerAppCall)
  /// Changes sessions of an app.
  case updateScenes(UpdateScenesCall)
  /// Tells a registered app of refreshes.
  case startDisplayLink(StartDisplayLinkCall)
  /// Ends that.
  case stopDisplayLink(StopDisplayLinkCall)
  /// Forgets a registered app.
  case unregisterApp(UnregisterAppCall)
  /// Lists the scene sessions.
  case sessions(SessionsCall)
  /// Gives a scene session with all that is kept with it.
  case getSession(GetSessionCall)
  /// Sets what an app keeps with a session.
  case setUserInfo(SetUserInfoCall)
  /// Brings a session's app to the foreground of its screen.
  case activateSession(ActivateSessionCall)
  /// Lists what was played on the screens.
  case plays(PlaysCall)
  /// Has scenes laid out anew.
  case refreshSessions(RefreshSessionsCall)
  /// Gives a small picture of what a scene shows.
  case snapshot(SnapshotCall)
  /// Ends a session for good.
  case destroySession(DestroySessionCall)
  /// Begins a talk.
  case startTalk(StartTalkCall)
  /// Gives the talk that is going on.
  case getTalk(GetTalkCall)
  /// Streams the talk.
  case watchTalk(WatchTalkCall)
  /// Does something in the talk.
  case controlTalk(ControlTalkCall)
  /// Says what is known of slides beside their pictures.
  case talkSlides(TalkSlidesCall)
  /// Sets the speaker's notes.
  case setTalkNotes(SetTalkNotesCall)
  /// Gives a small picture of a slide.
  case talkPicture(TalkPictureCall)
  /// Gives a small picture of a file.
  case filePicture(FilePictureCall)
  /// Ends the talk.
  case endTalk(EndTalkCall)
  /// Says what set-up cards say of the web pages.
  case offerSetup(OfferSetupCall)
  /// Shows each screen's name on it.
  case identify(IdentifyCall)
  /// Applies the changed configuration file.
  case reload(ReloadCall)
  /// Says what a configuration would change.
  case plan(PlanCall)
  /// Streams events.
  case events(EventsCall)
  /// Waits for a condition.
  case wait(WaitCall)
  /// Gives the picture on a screen.
  case screenshot(ScreenshotCall)
  /// Says how the daemon is.
  case status(StatusCall)
  /// Gives a report.
  case report(ReportCall)
  /// Commands the simulated backend.
  case simulate(SimulateCall)
}

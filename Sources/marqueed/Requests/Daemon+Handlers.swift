import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
import Scenes

extension Daemon: ScreenMethods {
  func handle(_ call: ScreensCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(ScreensReply(screens: screenInfos))
  }

  func handle(_ call: ExplainCall, _ responder: ControlResponder) throws(ControlError) {
    try explain(call, responder)
  }

  func handle(_ call: SetModeCall, _ responder: ControlResponder) throws(ControlError) {
    try setMode(call, responder)
  }

  func handle(_ call: ConfirmModeCall, _ responder: ControlResponder) throws(ControlError) {
    try confirmMode(call, responder)
  }

  func handle(_ call: SetScaleCall, _ responder: ControlResponder) throws(ControlError) {
    try change(call, call.screen, responder) { $0.setScale(call.scale, completion: $1) }
  }

  func handle(_ call: SetOverscanCall, _ responder: ControlResponder) throws(ControlError) {
    let insets = try OverscanInsets(call.overscan)
    // What the mode in force cannot spare is no use to anybody; in a later mode it is cut, and told.
    if let excess = try find(call.screen).1.currentMode.flatMap({ insets.excess(in: $0.size).first }) {
      throw .invalidValue(
        parameter: excess.edge, value: excess.inset.text,
        expected: "at most \(excess.most)px, a quarter of the \(excess.side) pixels of \(call.screen)'s mode")
    }
    try change(call, call.screen, responder) { $0.setOverscan(insets, completion: $1) }
  }

  func handle(_ call: ResetCall, _ responder: ControlResponder) throws(ControlError) {
    try change(call, call.screen, responder) { $0.reset(completion: $1) }
  }

  func handle(_ call: BlankCall, _ responder: ControlResponder) throws(ControlError) {
    try change(call, call.screen, responder) { $0.setBlank(call.on, completion: $1) }
  }

  func handle(_ call: FreezeCall, _ responder: ControlResponder) throws(ControlError) {
    try change(call, call.screen, responder) { $0.setFrozen(call.on, completion: $1) }
  }

  func handle(_ call: PowerCall, _ responder: ControlResponder) throws(ControlError) {
    try power(call, responder)
  }

  func handle(_ call: SetSupportCall, _ responder: ControlResponder) throws(ControlError) {
    try setSupport(call, responder)
  }

  func handle(_ call: SetMirrorCall, _ responder: ControlResponder) throws(ControlError) {
    try setMirror(call, responder)
  }

  func handle(_ call: IdentifyCall, _ responder: ControlResponder) throws(ControlError) {
    try identify(call, responder)
  }

  func handle(_ call: WaitCall, _ responder: ControlResponder) throws(ControlError) {
    if let reply = reply(to: call) { responder.reply(reply) } else { waits.add(call, responder) }
    observeFrames()
  }

  func handle(_ call: ScreenshotCall, _ responder: ControlResponder) throws(ControlError) {
    try screenshot(call, responder)
  }
}

extension Daemon: ContentMethods {
  func handle(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    try showTogether(call, responder)
  }

  func handle(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
    try contentAt(call, responder)
  }

  func handle(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError) {
    try turnPage(call, responder)
  }

  func handle(_ call: OfferSetupCall, _ responder: ControlResponder) throws(ControlError) {
    setupOffers.add(call, responder)
  }

  func handle(_ call: FilePictureCall, _ responder: ControlResponder) throws(ControlError) {
    filePicture(call, responder)
  }
}

extension Daemon: AppMethods {
  func handle(_ call: AppsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(AppsReply(apps: system.appInfos))
  }

  func handle(_ call: PlaceAppCall, _ responder: ControlResponder) throws(ControlError) {
    try placeApp(call, responder)
  }

  func handle(_ call: RequestSceneCall, _ responder: ControlResponder) throws(ControlError) {
    try requestScene(call, responder)
  }

  func handle(_ call: SetFrameCall, _ responder: ControlResponder) throws(ControlError) {
    try setFrame(call, responder)
  }

  func handle(_ call: OwnInputCall, _ responder: ControlResponder) throws(ControlError) {
    try ownInput(call, responder)
  }

  func handle(_ call: SendInputCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try sendInput(call))
  }

  func handle(_ call: RegisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    try registerApp(call, responder)
  }

  func handle(_ call: AnswerAppCall, _ responder: ControlResponder) throws(ControlError) {
    try answerApp(call, responder)
  }

  func handle(_ call: UpdateScenesCall, _ responder: ControlResponder) throws(ControlError) {
    try updateScenes(call, responder)
  }

  func handle(_ call: StartDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try startDisplayLink(call, responder.access))
  }

  func handle(_ call: StopDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try stopDisplayLink(call, responder.access))
  }

  func handle(_ call: UnregisterAppCall, _ responder: ControlResponder) throws(ControlError) {
    try unregisterApp(call, responder)
  }
}

extension Daemon: SceneMethods {
  func handle(_ call: SessionsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try sessions(call, responder.access))
  }

  func handle(_ call: GetSessionCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try session(call, responder.access))
  }

  func handle(_ call: SetUserInfoCall, _ responder: ControlResponder) throws(ControlError) {
    try setUserInfo(call, responder)
  }

  func handle(_ call: ActivateSessionCall, _ responder: ControlResponder) throws(ControlError) {
    try activateSession(call, responder)
  }

  func handle(_ call: RefreshSessionsCall, _ responder: ControlResponder) throws(ControlError) {
    try refreshSessions(call, responder)
  }

  func handle(_ call: SnapshotCall, _ responder: ControlResponder) throws(ControlError) {
    try snapshot(call, responder)
  }

  func handle(_ call: DestroySessionCall, _ responder: ControlResponder) throws(ControlError) {
    try destroySession(call, responder)
  }
}

extension Daemon: ReportMethods {
  func handle(_ call: PlaysCall, _ responder: ControlResponder) throws(ControlError) {
    try plays(call, responder)
  }

  func handle(_ call: ReloadCall, _ responder: ControlResponder) throws(ControlError) {
    reload(responder)
  }

  func handle(_ call: EventsCall, _ responder: ControlResponder) throws(ControlError) {
    streams.add(responder, call, now: dayClock.screens.now.nanoseconds, snapshot: snapshotEvent())
  }

  func handle(_ call: StatusCall, _ responder: ControlResponder) throws(ControlError) {
    status(responder)
  }

  func handle(_ call: PlanCall, _ responder: ControlResponder) throws(ControlError) {
    try plan(call, responder)
  }

  func handle(_ call: ReportCall, _ responder: ControlResponder) throws(ControlError) {
    report(responder)
  }
}

extension Daemon: SimulationMethods {
  func handle(_ call: SimulateCall, _ responder: ControlResponder) throws(ControlError) {
    try simulate(call, responder)
  }
}

extension Daemon: TalkMethods {
  func handle(_ call: StartTalkCall, _ responder: ControlResponder) throws(ControlError) {
    try startTalk(call, responder)
  }

  func handle(_ call: GetTalkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(GetTalkReply(talk: talkInfo))
  }

  func handle(_ call: WatchTalkCall, _ responder: ControlResponder) throws(ControlError) {
    watchTalk(responder)
  }

  func handle(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError) {
    try controlTalk(call, responder)
  }

  func handle(_ call: TalkSlidesCall, _ responder: ControlResponder) throws(ControlError) {
    try talkSlides(call, responder)
  }

  func handle(_ call: SetTalkNotesCall, _ responder: ControlResponder) throws(ControlError) {
    try setTalkNotes(call, responder)
  }

  func handle(_ call: TalkPictureCall, _ responder: ControlResponder) throws(ControlError) {
    try talkPicture(call, responder)
  }

  func handle(_ call: EndTalkCall, _ responder: ControlResponder) throws(ControlError) {
    try endTalk(call, responder)
  }
}

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

  func handle(_ call: WaitCall, _ responder: ControlResponder) throws(ControlError) {
    if let reply = reply(to: call) { responder.reply(reply) } else { waits.add(call, responder) }
    observeFrames()
  }
}

extension Daemon: ContentMethods {
  func handle(_ call: OfferSetupCall, _ responder: ControlResponder) throws(ControlError) {
    setupOffers.add(call, responder)
  }
}

extension Daemon: AppMethods {
  func handle(_ call: AppsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(AppsReply(apps: system.appInfos))
  }

  func handle(_ call: SendInputCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try sendInput(call))
  }

  func handle(_ call: StartDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try startDisplayLink(call, responder.access))
  }

  func handle(_ call: StopDisplayLinkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try stopDisplayLink(call, responder.access))
  }
}

extension Daemon: SceneMethods {
  func handle(_ call: SessionsCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try sessions(call, responder.access))
  }

  func handle(_ call: GetSessionCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(try session(call, responder.access))
  }
}

extension Daemon: ReportMethods {
  func handle(_ call: ReloadCall, _ responder: ControlResponder) throws(ControlError) {
    reload(responder)
  }

  func handle(_ call: EventsCall, _ responder: ControlResponder) throws(ControlError) {
    streams.add(responder, call, now: dayClock.screens.now.nanoseconds, snapshot: snapshotEvent())
  }

  func handle(_ call: StatusCall, _ responder: ControlResponder) throws(ControlError) {
    status(responder)
  }

  func handle(_ call: ReportCall, _ responder: ControlResponder) throws(ControlError) {
    report(responder)
  }
}

extension Daemon: SimulationMethods {}

extension Daemon: TalkMethods {
  func handle(_ call: GetTalkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(GetTalkReply(talk: talkInfo))
  }

  func handle(_ call: WatchTalkCall, _ responder: ControlResponder) throws(ControlError) {
    watchTalk(responder)
  }
}

import ControlProtocol
import Foundation
import TestDaemon

/// A daemon with a talk and the screens of a test, on its own socket. It counts its calls.
final class FakeDaemon: Sendable {
  private struct State: Sendable {
    var talk: TalkInfo
    var calls: [ControlTalkCall] = []
    var pictures = 0
    var looks = 0
    var modes: [SetModeCall] = []
    var shown: [ContentInfo] = []
    var content: ContentInfo?
    var drafts: [ContentAtCall] = []
    var starts: [StartTalkCall] = []
    var notes: [SetTalkNotesCall] = []
    var asked: [EventsCall] = []
    var watchers: [DaemonConnection] = []
    var isHeld = false
    var demand = OfferSetupReply(shown: true, pairing: true)
    var offers: [OfferSetupCall] = []
    var offering: [DaemonConnection] = []
    var refusesOffers = false
    var showsCode = false
  }

  private let changes = Changes()
  private let socket: DaemonSocket
  private let state: Watched<State>

  var path: String { socket.path }

  var talk: TalkInfo { state.value.talk }
  var calls: [ControlTalkCall] { state.value.calls }
  var pictures: Int { state.value.pictures }
  /// How many small pictures of screens and sessions it has drawn.
  var previews: Int { state.value.looks }
  var modes: [SetModeCall] { state.value.modes }
  /// The contents of `Show` calls.
  var shown: [ContentInfo] { state.value.shown }
  /// The calls for pictures of contents that it does not show.
  var drafts: [ContentAtCall] { state.value.drafts }
  /// The calls that start a talk, and those that set its notes.
  var starts: [StartTalkCall] { state.value.starts }
  var notes: [SetTalkNotesCall] { state.value.notes }
  /// Sets the content of its screens; nil for none.
  func setContent(_ content: ContentInfo?) { state.change { $0.content = content } }

  /// The calls for events.
  var asked: [EventsCall] { state.value.asked }
  /// How many connections there were so far.
  var connections: Int { socket.connections }
  /// How many of them follow the talk.
  var watchers: Int { state.value.watchers.count(where: \.isOpen) }

  /// The offers for set-up cards.
  var offers: [OfferSetupCall] { state.value.offers }

  /// The number of connections with an open offer for set-up cards.
  var openOffers: Int { state.value.offering.count(where: \.isOpen) }

  /// Whether it refuses all offers for set-up cards.
  func refuseOffers(_ on: Bool) { state.change { $0.refusesOffers = on } }

  /// Whether its screens show a code that observers must not see.
  func showCode(_ on: Bool) { state.change { $0.showsCode = on } }

  /// Waits until the condition holds.
  func wait(until isSo: @escaping @Sendable (FakeDaemon) -> Bool) async throws {
    try await changes.wait { [self] in isSo(self) }
  }

  /// Closes all connections, like a daemon that is started again.
  func hangUp() { socket.hangUp() }

  /// Closes all connections, and accepts no more.
  func end() { socket.end() }

  /// Notifies the program that set-up cards are visible or hidden from now on.
  func notify(_ demand: OfferSetupReply) {
    let offering = state.change { state in
      state.demand = demand
      return state.offering
    }
    for connection in offering { connection.send(demand, continues: true) }
  }

  /// Delays the answers to calls that change something, until it is called with false.
  func hold(_ on: Bool) { state.change { $0.isHeld = on } }

  /// Replaces the talk, and notifies its watchers.
  func notify(_ talk: TalkInfo) {
    let watchers = state.change { state in
      state.talk = talk
      return state.watchers
    }
    for watcher in watchers { watcher.send(GetTalkReply(talk: talk), continues: true) }
  }

  init(_ talk: TalkInfo = DaemonSample.talk(page: 1)) throws {
    socket = try DaemonSocket(changes: changes)
    state = Watched(State(talk: talk), changes: changes)
    socket.serve { [self] call, connection in
      if case .success(.display(let request)) = call.request { answer(request, connection) }
    }
  }

  private func answer(_ request: ControlRequest, _ connection: DaemonConnection) {
    switch request {
    case .watchTalk:
      state.change { $0.watchers.append(connection) }
      connection.send(GetTalkReply(talk: talk), continues: true)
    case .controlTalk(let call):
      changes.block { [state] in !state.value.isHeld }
      let talk = state.change { state in
        state.calls.append(call)
        if call.action == .next { state.talk.page += 1 }
        return state.talk
      }
      connection.send(TalkReply(talk: talk, presented: []))
    case .talkSlides(let call):
      let slides = (0..<(call.count ?? 20)).map { place in
        let page = (call.first ?? 1) + place
        return TalkSlideInfo(page: page, label: "\(page)", title: "Title \(page)", notes: "Secret \(page)")
      }
      connection.send(TalkSlidesReply(pages: 20, slides: slides))
    case .startTalk(let call):
      state.change { $0.starts.append(call) }
      guard call.replace == true else { return connection.refuse(.talkIsGoingOn(deck: talk.deck)) }
      let talk = state.change { state in
        state.talk.identifier += "+"
        return state.talk
      }
      connection.send(TalkReply(talk: talk, presented: []))
    case .setTalkNotes(let call):
      state.change { $0.notes.append(call) }
      connection.send(EmptyReply())
    case .talkPicture:
      state.change { $0.pictures += 1 }
      connection.send(TalkPictureReply(page: 1, width: 1, height: 1, png: "iVBORw0KGgo="))
    default: answerOfScreens(request, connection)
    }
  }

  private func answerOfScreens(_ request: ControlRequest, _ connection: DaemonConnection) {
    switch request {
    case .screenshot(let call):
      let isRefused = state.change { state in
        state.looks += 1
        return state.showsCode && call.lookingOn == true
      }
      if isRefused { return refuse(connection) }
      connection.send(
        ScreenshotReply(
          screen: "A", source: .layers, width: 1, height: 1, sequence: 0, frame: "", png: "iVBORw0KGgo="))
    case .snapshot:
      state.change { $0.looks += 1 }
      connection.send(SnapshotReply(session: "s", width: 1, height: 1, png: "iVBORw0KGgo="))
    case .explain(let call):
      var record = DecisionRecord(screen: call.screen, edid: EDIDInfo(settled: true, bytes: 128))
      let use = call.screen == "eDP-1" ? "main" : "external"
      record.settings = [SettingInfo(name: "use", value: use, origin: .builtIn)]
      connection.send(ExplainReply(record: record))
    case .setMode(let call):
      state.change { $0.modes.append(call) }
      guard call.mode != "highest" else {
        return connection.refuse(.failed(message: "it was refused", hint: "\"marqueectl explain\" says more"))
      }
      connection.send(SetModeReply(mode: DaemonSample.mode))
    case .show(let call):
      state.change { state in
        state.shown += [call.content].compactMap(\.self)
        state.content = call.content
      }
      connection.send(PictureReply())
    case .status:
      connection.send(
        StatusReply(
          version: "0", processID: 1, uptimeSeconds: 1, backend: "simulated", screens: 1, devices: [],
          rasterizer: RasterizerInfo(state: .idle), counters: CounterInfo(), zone: "Asia/Tokyo"))
    case .getContent:
      let present = state.value
      guard let content = present.content else { return connection.refuse(.failed(message: "no content")) }
      connection.send(GetContentReply(content: content, isChosen: false, version: "\(content.hashValue)"))
    case .contentAt(let call):
      state.change { $0.drafts.append(call) }
      let moment = ContentMomentInfo(item: "a.png", shows: "image /media/a.png", until: "2026-11-28T21:45:00Z")
      connection.send(ContentAtReply(time: call.time ?? "", moments: [moment], png: "iVBORw0KGgo="))
    case .offerSetup(let call):
      let demand: OfferSetupReply? = state.change { state in
        state.offers.append(call)
        guard !state.refusesOffers else { return nil }
        state.offering.append(connection)
        return state.demand
      }
      if let demand { connection.send(demand, continues: true) } else { refuse(connection) }
    case .events(let call):
      state.change { $0.asked.append(call) }
      connection.send(events(call), continues: true)
    default: break
    }
  }

  private func events(_ call: EventsCall) -> [EventInfo] {
    let newest = DaemonSample.newestEvent
    guard let after = call.after, call.run == "first" else {
      return [EventInfo(event: .snapshot, sequence: newest, monotonicNanoseconds: 1, run: "first")]
    }
    let resumed = EventInfo(event: .resumed, sequence: after, monotonicNanoseconds: 1, run: "first")
    return [resumed]
      + ((after + 1)..<(newest + 1)).map { number in
        EventInfo(event: .screenDidConnect, sequence: number, monotonicNanoseconds: number, screen: "HDMI-A-1")
      }
  }

  private func refuse(_ connection: DaemonConnection) {
    connection.refuse(.accessDenied(method: "m", required: .control, granted: .observe))
  }
}

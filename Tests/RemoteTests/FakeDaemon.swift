import ControlProtocol
import Foundation
import Synchronization

/// A daemon that knows a talk, and of screens what the tests ask for, on a Unix socket of its own; what it was asked to do is counted.
final class FakeDaemon: Sendable {
  let path: String
  private let listener: Int32
  private struct State: Sendable {
    var talk: TalkInfo
    var calls: [ControlTalkCall] = []
    var pictures = 0
    var looks = 0
    var modes: [SetModeCall] = []
    var shown: [ContentInfo] = []
    var asked: [EventsCall] = []
    var watchers: [Int32] = []
    var connections = 0
    var isHeld = false
    var demand = OfferSetupReply(shown: true, pairing: true)
    var offers: [OfferSetupCall] = []
    var offering: [Int32] = []
    var refusesOffers = false
    var showsCode = false
    var clients: Set<Int32> = []
  }

  private let state: Mutex<State>

  var talk: TalkInfo { state.withLock { $0.talk } }
  var calls: [ControlTalkCall] { state.withLock { $0.calls } }
  var pictures: Int { state.withLock { $0.pictures } }
  /// How many small pictures of screens and sessions it has drawn.
  var looks: Int { state.withLock { $0.looks } }
  var modes: [SetModeCall] { state.withLock { $0.modes } }
  /// What screens were to show.
  var shown: [ContentInfo] { state.withLock { $0.shown } }
  /// What was asked of the events.
  var asked: [EventsCall] { state.withLock { $0.asked } }
  /// How many connections there were so far.
  var connections: Int { state.withLock { $0.connections } }
  /// How many of them follow the talk.
  var watchers: Int { state.withLock { $0.watchers.count } }

  /// What it was told for set-up cards.
  var offers: [OfferSetupCall] { state.withLock { $0.offers } }

  /// On how many connections something is said for set-up cards.
  var openOffers: Int { state.withLock { $0.offering.count } }

  /// Whether it lets nobody say something for set-up cards.
  func refuseOffers(_ on: Bool) { state.withLock { $0.refusesOffers = on } }

  /// Whether its screens show a code that is not for who looks on.
  func showCode(_ on: Bool) { state.withLock { $0.showsCode = on } }

  /// Ends all connections, as a daemon that is started anew does.
  func hangUp() {
    // Within the lock: one that is closed meanwhile may be another's by now.
    state.withLock { for client in $0.clients { shutdown(client, Int32(SHUT_RDWR)) } }
  }

  /// Set-up cards are seen, or are not, from now on.
  func tell(_ demand: OfferSetupReply) {
    let offering = state.withLock { state in
      state.demand = demand
      return state.offering
    }
    for client in offering { send(client, demand, continues: true) }
  }

  /// Answers nobody who wants something done until it is let go.
  func hold(_ on: Bool) { state.withLock { $0.isHeld = on } }

  /// The talk is another one now, and who follows it is told.
  func tell(_ talk: TalkInfo) {
    let watchers = state.withLock { state in
      state.talk = talk
      return state.watchers
    }
    for watcher in watchers { send(watcher, GetTalkReply(talk: talk), continues: true) }
  }

  init(_ talk: TalkInfo = Sample.talk(page: 1)) throws {
    state = Mutex(State(talk: talk))
    path = "\(NSTemporaryDirectory())/fake-\(UUID().uuidString.prefix(8)).sock"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        state.withLock { $0.connections += 1 }
        Thread { [self] in serve(client) }.start()
      }
      // By whoever uses it: a number that is closed under an accept(2) may be another's by then, whose clients would come here.
      close(listener)
    }.start()
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
  }

  private func serve(_ client: Int32) {
    state.withLock { _ = $0.clients.insert(client) }
    defer {
      state.withLock { state in
        state.clients.remove(client)
        state.offering.removeAll { $0 == client }
      }
      close(client)
    }
    var waiting = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      waiting.append(contentsOf: buffer[..<count])
      while let end = waiting.firstIndex(of: 0) {
        let message = waiting[..<end]
        waiting = Data(waiting[(end + 1)...])
        guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
          let method = object["method"] as? String
        else { return }
        let parameters = try? JSONSerialization.data(withJSONObject: object["parameters"] ?? [:])
        answer(client, method.split(separator: ".").last.map(String.init) ?? "", parameters ?? Data())
      }
    }
  }

  private func answer(_ client: Int32, _ method: String, _ parameters: Data) {
    switch method {
    case "WatchTalk":
      state.withLock { $0.watchers.append(client) }
      send(client, GetTalkReply(talk: talk), continues: true)
    case "ControlTalk":
      guard let call = try? JSONDecoder().decode(ControlTalkCall.self, from: parameters) else { return }
      while state.withLock({ $0.isHeld }) { Thread.sleep(forTimeInterval: 0.002) }
      let talk = state.withLock { state in
        state.calls.append(call)
        if call.action == .next { state.talk.page += 1 }
        return state.talk
      }
      send(client, TalkReply(talk: talk, presented: []))
    case "TalkSlides":
      guard let call = try? JSONDecoder().decode(TalkSlidesCall.self, from: parameters) else { return }
      let slides = (0..<(call.count ?? 20)).map { place in
        let page = (call.first ?? 1) + place
        return TalkSlideInfo(page: page, label: "\(page)", title: "Title \(page)", notes: "Secret \(page)")
      }
      send(client, TalkSlidesReply(pages: 20, slides: slides))
    case "TalkPicture":
      state.withLock { $0.pictures += 1 }
      send(client, TalkPictureReply(page: 1, width: 1, height: 1, png: "iVBORw0KGgo="))
    default: answerOfScreens(client, method, parameters)
    }
  }

  private func answerOfScreens(_ client: Int32, _ method: String, _ parameters: Data) {
    switch method {
    case "Screenshot":
      guard let call = try? JSONDecoder().decode(ScreenshotCall.self, from: parameters) else { return }
      let isRefused = state.withLock { state in
        state.looks += 1
        return state.showsCode && call.lookingOn == true
      }
      if isRefused { return refuse(client) }
      send(
        client,
        ScreenshotReply(
          screen: "A", source: .layers, width: 1, height: 1, sequence: 0, hash: "", png: "iVBORw0KGgo="))
    case "Snapshot":
      state.withLock { $0.looks += 1 }
      send(client, SnapshotReply(session: "s", width: 1, height: 1, png: "iVBORw0KGgo="))
    case "Explain":
      guard let call = try? JSONDecoder().decode(ExplainCall.self, from: parameters) else { return }
      var record = DecisionRecord(screen: call.screen, edid: EDIDInfo(settled: true, bytes: 128))
      let use = call.screen == "eDP-1" ? "main" : "external"
      record.settings = [SettingInfo(name: "use", value: use, origin: .builtIn)]
      send(client, ExplainReply(record: record))
    case "SetMode":
      guard let call = try? JSONDecoder().decode(SetModeCall.self, from: parameters) else { return }
      state.withLock { $0.modes.append(call) }
      send(client, SetModeReply(mode: Sample.mode))
    case "Show":
      guard let call = try? JSONDecoder().decode(ShowCall.self, from: parameters) else { return }
      state.withLock { $0.shown += [call.content].compactMap(\.self) }
      send(client, PictureReply())
    case "OfferSetup":
      guard let call = try? JSONDecoder().decode(OfferSetupCall.self, from: parameters) else { return }
      let demand: OfferSetupReply? = state.withLock { state in
        state.offers.append(call)
        guard !state.refusesOffers else { return nil }
        state.offering.append(client)
        return state.demand
      }
      if let demand { return send(client, demand, continues: true) }
      refuse(client)
    case "Events":
      guard let call = try? JSONDecoder().decode(EventsCall.self, from: parameters) else { return }
      let newest = Sample.newestEvent
      state.withLock { $0.asked.append(call) }
      guard let after = call.after, call.run == "first" else {
        return send(
          client, EventInfo(event: .snapshot, sequence: newest, monotonicNanoseconds: 1, run: "first"), continues: true)
      }
      send(
        client, EventInfo(event: .resumed, sequence: after, monotonicNanoseconds: 1, run: "first"), continues: true)
      for number in (after + 1)..<(newest + 1) {
        send(
          client,
          EventInfo(event: .screenDidConnect, sequence: number, monotonicNanoseconds: number, screen: "HDMI-A-1"),
          continues: true)
      }
    default: break
    }
  }

  private func refuse(_ client: Int32) {
    let refusal =
      #"{"error":"org.marquee.Display.AccessDenied","parameters":{"method":"m","required":"control","granted":"observe"}}"#
    let bytes = Array(refusal.utf8) + [0]
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  private func send(_ client: Int32, _ reply: some Encodable, continues: Bool? = nil) {
    guard let body = try? JSONEncoder().encode(reply) else { return }
    let bytes =
      Array("{\"parameters\":".utf8) + Array(body) + Array((continues == true ? ",\"continues\":true}" : "}").utf8) + [
        0
      ]
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}

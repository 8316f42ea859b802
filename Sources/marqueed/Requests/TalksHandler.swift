import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Rasterizing
import Scenes

struct TalksHandler: TalkMethods {
  let replies: PictureReplies
  let talk: RunningTalk
  let content: ContentResources
  let configuration: CurrentConfiguration

  private var system: SceneSystem { replies.system }

  func begin() { talk.restore() }
  func play(_ step: TalkStep) { talk.play(step) }
  func screensMayHaveChanged() { talk.screensMayHaveChanged() }

  func handle(_ call: GetTalkCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(GetTalkReply(talk: talk.info).seen(by: responder.access))
  }

  func handle(_ call: WatchTalkCall, _ responder: ControlResponder) throws(ControlError) { talk.add(responder) }

  func handle(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard talk.talkScenes != nil else { throw .noTalk }
    if call.action == .code, let text = call.text, text.utf8.count > QRCodeDescription.mostBytes {
      throw .textTooLong(length: text.utf8.count, limit: QRCodeDescription.mostBytes)
    }
    let known = call.action == .video ? try talk.videoCommand(of: call) : call.command
    guard let command = known else { return try admit(call, responder) }
    let change = talk.perform(command, call.action.rawValue, completion: completion(call, responder))
    guard change.isAny else {
      return talk.whenKept { reply(responder, notes: ["the talk is in that state already"]) }
    }
    guard !change.isSeen || !call.waitsForFlip else { return }
    talk.whenKept { reply(responder, notes: []) }
  }

  /// Shows the talk on a display that waited for admission.
  private func admit(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError) {
    let name = call.screen ?? ""
    _ = try replies.find(name)
    guard system.frontScreens.contains(where: { $0.screen.name == name }) else {
      throw .failed(message: "the talk is not for \(name), so nothing was changed")
    }
    let answer = completion(call, responder) { [replies.trouble] }
    try talk.admit(name) { outcome in replies.whenKept { answer([(name, outcome)]) } }
    guard !call.waitsForFlip else { return }
    replies.whenKept { reply(responder, notes: [replies.trouble]) }
  }

  func handle(_ call: EndTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard talk.talkScenes != nil else { throw .noTalk }
    talk.end(completion: replies.completion(call, responder, setsContent: false) { [talk.file.trouble] })
    guard !call.waitsForFlip else { return }
    talk.whenKept { responder.reply(PictureReply(presented: [], note: talk.file.trouble)) }
  }

  /// Begins the talk after its document was opened.
  func handle(_ call: StartTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard call.deck.utf8.first == UInt8(ascii: "/") else {
      throw .invalidValue(parameter: "deck", value: call.deck, expected: "an absolute path of a PDF file")
    }
    try checkBeginning(of: call)
    let half = call.notesHalf.map(Talk.Half.init) ?? .none
    let deck = TalkDeck(call.deck, part: half.shownPart, content.confined(responder.access.isConfined))
    // The closure keeps the deck until the answer.
    deck.open { result in
      do throws(ControlError) {
        switch result {
        case .success(let pages):
          // Another talk may have begun by now.
          try checkBeginning(of: call)
          try begin(call, deck, of: pages, responder)
        case .failure(let failure): throw .failed(message: "no talk was started: \(failure.message)")
        }
      } catch {
        deck.close()
        responder.fail(error)
      }
    }
  }

  private func checkBeginning(of call: StartTalkCall) throws(ControlError) {
    if let talkScenes = talk.talkScenes, call.replace != true { throw .talkIsGoingOn(deck: talkScenes.talk.deck) }
    if talk.talkScenes == nil, system.app(RunningTalk.appName) != nil {
      throw .failed(
        message:
          "no talk was started: an app has the name \(RunningTalk.appName), which talks need; give the app another name, in the "
          + "configuration or in its registration")
    }
    guard let name = call.screen else { return }
    let (coordinator, screen) = try replies.find(name)
    let use = coordinator.decision.settings?.use.value ?? .external
    guard !screen.isMain, use == .external else {
      throw .failed(
        message:
          "no talk was started: \(name) is \(use.words), and talks are for external displays; set use: external in its rule"
      )
    }
  }

  private func begin(
    _ call: StartTalkCall, _ deck: TalkDeck, of pages: Int, _ responder: ControlResponder
  ) throws(ControlError) {
    if let page = call.page, page > pages {
      throw .invalidValue(parameter: "page", value: "\(page)", expected: "a slide of the deck, from 1 to \(pages)")
    }
    let asks = call.newScreens.map { $0 == .ask } ?? (configuration.value.policy.unknownScreens != .show)
    let new = Talk(
      identifier: SessionIdentifier.random(), deck: call.deck, title: RunningTalk.title(of: call.deck),
      page: call.page ?? 1, pages: pages,
      durationMilliseconds: TalkCommand.milliseconds(call.durationSeconds),
      half: call.notesHalf.map(Talk.Half.init) ?? .none, screen: call.screen, asksOfNewScreens: asks,
      isConfined: responder.access.isConfined)
    talk.begin(new, deck, completion: completion(call, responder))
    guard !call.waitsForFlip else { return }
    talk.whenKept { reply(responder, notes: [], begins: true) }
  }

  private func reply(
    _ responder: ControlResponder, _ presented: [PresentedFrame] = [], notes: [String?], hints: [String?] = [],
    begins: Bool = false
  ) {
    guard let info = talk.info else { return responder.fail(.noTalk) }
    // Only the reply to the beginning of a talk has the troubles of its videos.
    let isOfVideos = info.trouble != nil && info.trouble == talk.talkScenes?.deck.videos.trouble
    let notes = notes + [talk.file.trouble, isOfVideos && !begins ? nil : info.trouble, info.remark]
    responder.reply(TalkReply(talk: info, presented: presented, note: notes.note, hint: hints.note))
  }

  /// A completion for a call that changes a talk. The call succeeds even if no picture is shown.
  private func completion(
    _ call: some PictureCall, _ responder: ControlResponder, notes more: @escaping () -> [String?] = { [] }
  ) -> (PictureReplies.Outcomes) -> Void {
    return { outcomes in
      guard call.waitsForFlip else { return }
      var frames: [PresentedFrame] = []
      var notes = more()
      var hints: [String?] = []
      for (screen, outcome) in outcomes {
        switch outcome {
        case .shown(let record): frames.append(PresentedFrame(record, screen: screen))
        case .kept(let note, let hint):
          notes.append("\(screen): \(note)")
          hints.append(hint)
        case .failed(let error):
          let error = ControlError(error)
          notes.append("\(screen): \(error.message)")
          hints.append(error.hint)
        }
      }
      if outcomes.isEmpty { notes.append("no display shows the talk at present") }
      replies.waits.check()
      reply(responder, frames, notes: notes, hints: hints, begins: call is StartTalkCall)
    }
  }
}

nonisolated extension ScreenUse {
  fileprivate var words: String {
    switch self {
    case .external: "an external display"
    case .main: "the main screen"
    case .console: "the console's"
    case .dark: "to stay dark"
    }
  }
}

nonisolated extension Talk.Half {
  init(_ half: TalkHalf) { self = Talk.Half(rawValue: half.rawValue) ?? .none }

  var info: TalkHalf { TalkHalf(rawValue: rawValue) ?? .none }
}

nonisolated extension Talk.Cover {
  var info: TalkCover { TalkCover(rawValue: rawValue) ?? .none }
}

nonisolated extension Talk.Pointer {
  var info: TalkPointer { TalkPointer(kind: TalkPointerKind(rawValue: kind.rawValue) ?? .pointer, x: x, y: y) }
}

nonisolated extension ControlTalkCall {
  /// Nil for an action on a screen or on videos.
  var command: TalkCommand? {
    switch action {
    case .next: .next
    case .previous: .previous
    case .first: .first
    case .last: .last
    case .goto: .goto(page ?? 1)
    case .freeze: .freeze(on)
    case .black: .cover(.black, on)
    case .white: .cover(.white, on)
    case .pointer: .point(Talk.Pointer(.pointer, x: x ?? 0, y: y ?? 0))
    case .spotlight: .point(Talk.Pointer(.spotlight, x: x ?? 0, y: y ?? 0))
    case .pointerOff: .point(nil)
    case .startTimer: .startTimer
    case .pauseTimer: .pauseTimer
    case .resetTimer: .resetTimer
    case .setDuration: .setDuration(TalkCommand.milliseconds(seconds) ?? 0)
    case .message: .message(text ?? "", TalkCommand.milliseconds(seconds))
    case .code: .code(text ?? "")
    case .video, .show: nil
    }
  }
}

nonisolated extension TalkCommand {
  /// The seconds in milliseconds, limited to a day.
  fileprivate static func milliseconds(_ seconds: Double?) -> Int? {
    seconds.map { Int((min(max(0, $0), 86_400) * 1000).rounded()) }
  }
}

nonisolated extension DisplayIdentity {
  /// Make, model and serial of the display; nil if all are empty.
  var name: String? {
    let known = [make, model, serial].filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: " ")
  }
}

nonisolated extension FileVersion {
  /// Unique for each version of a file, also across restarts of the daemon.
  var name: String {
    let fields = [device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed)]
    return Checksum.text(
      of: fields.lazy.flatMap { field in stride(from: 0, to: 64, by: 8).lazy.map { UInt8(field >> $0 & 0xff) } })
  }
}

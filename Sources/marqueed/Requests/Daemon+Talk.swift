import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import KeptFiles
import Logging
import Presentation
import Rasterizing
import Scenes

/// The talk that the socket drives, whoever that is.
extension Daemon {
  /// Does something in the talk, and answers after the flip that shows it.
  func handle(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard runningTalk.stage != nil else { throw .noTalk }
    if call.action == .code, let text = call.text, text.utf8.count > QRCodeDescription.mostBytes {
      throw .textTooLong(length: text.utf8.count, limit: QRCodeDescription.mostBytes)
    }
    guard let deed = call.deed else { return try admit(call, responder) }
    let change = perform(deed, call.action.rawValue, completion: talkAnswer(call, responder))
    guard change.isAny else {
      return runningTalk.whenKept { [weak self] in self?.reply(responder, notes: ["it is so already"]) }
    }
    guard !change.isSeen || !call.waitsForFlip else { return }
    runningTalk.whenKept { [weak self] in self?.reply(responder, notes: []) }
  }

  /// Does something, keeps it, and tells those who watch; the completion is called where what is seen is another.
  @discardableResult
  func perform(
    _ deed: TalkCommand, _ name: String,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void = { _ in }
  ) -> TalkChange {
    guard let stage = runningTalk.stage else { return TalkChange.none }
    var talk = stage.talk
    let change = talk.perform(deed, at: dayClock.screens.now)
    runningTalk.remark = nil
    adopt(talk, change, name, completion: completion)
    return change
  }

  private func adopt(
    _ talk: Talk, _ change: TalkChange, _ name: String,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void = { _ in }
  ) {
    guard change.isAny, let stage = runningTalk.stage else { return }
    stage.talk = talk
    // Its time is that of the change, not of what is written.
    if change.isKept { system.talkDid(.didChange(name)) }
    // On its way to the display before it is on the disk: nobody is answered before both.
    let answer = DeferredTalkAnswer(completion)
    if change.isSeen { system.frontDidChange(completion: answer.picturesEnded) }
    armTalkTimer()
    if change.isKept { keepTalk() }
    runningTalk.whenKept { answer.kept() }
    tellTalk()
  }

  /// A display that waits shows the talk from now on.
  private func admit(_ call: ControlTalkCall, _ responder: ControlResponder) throws(ControlError) {
    let name = call.screen ?? ""
    _ = try find(name)
    guard system.frontScreens.contains(where: { $0.screen.name == name }) else {
      throw .failed(message: "the talk is not for \(name), so nothing was changed")
    }
    note(.talk(TalkStep(step: .admitted, screen: name)))
    do throws(SceneError) {
      let answer = talkAnswer(call, responder) { [weak self] in [self?.stateStore.trouble] }
      try system.admit(name) { [stateStore] outcome in stateStore.whenKept { answer([(name, outcome)]) } }
    } catch {
      throw ControlError(error)
    }
    tellTalk()
    system.talkDid(.didChange(call.action.rawValue))
    guard !call.waitsForFlip else { return }
    stateStore.whenKept { [weak self] in self?.reply(responder, notes: [self?.stateStore.trouble]) }
  }

  /// Ends the talk, and answers with what its screens show then.
  func handle(_ call: EndTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard runningTalk.stage != nil else { throw .noTalk }
    let trouble = { [weak self] in [self?.runningTalk.file.trouble] }
    endTalk(completion: answer(call, responder, setsContent: false, notes: trouble))
    guard !call.waitsForFlip else { return }
    runningTalk.whenKept { [runningTalk] in
      responder.reply(PicturesReply(presented: [], note: runningTalk.file.trouble))
    }
  }

  private func endTalk(completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void) {
    guard let stage = runningTalk.stage else { return }
    runningTalk.stage = nil
    runningTalk.app = nil
    runningTalk.remark = nil
    runningTalk.timer?.disarm()
    let answer = DeferredTalkAnswer(completion)
    note(.talk(TalkStep(step: .ended)))
    system.endFront(completion: answer.picturesEnded)
    stage.deck.close()
    runningTalk.file.forget()
    runningTalk.forgetNotes()
    runningTalk.whenKept { answer.kept() }
    tellTalk()
    system.talkDid(.didEnd(deck: stage.talk.deck))
  }

  /// Streams the talk.
  func watchTalk(_ responder: ControlResponder) {
    runningTalk.streams.add(responder, GetTalkReply(talk: talkInfo))
  }

  // MARK: What is told

  /// The talk as it is; nil where there is none.
  var talkInfo: TalkInfo? {
    guard let stage = runningTalk.stage else { return nil }
    let (talk, now) = (stage.talk, dayClock.screens.now)
    return TalkInfo(
      identifier: talk.identifier, deck: talk.deck, deckVersion: stage.deck.file?.version.name, title: talk.title,
      page: talk.page, shownPage: talk.shownPage,
      pages: talk.pages, frozen: talk.isFrozen, cover: talk.cover.info, pointer: talk.pointer?.info,
      message: talk.message, code: talk.code,
      timer: TalkTimer(
        running: talk.timer.isRunning, elapsedMilliseconds: talk.timer.milliseconds(at: now),
        durationMilliseconds: talk.durationMilliseconds, monotonicNanoseconds: now.nanoseconds),
      notesHalf: talk.half.info, notesVersion: runningTalk.notes?.set, newScreens: talk.asksOfNewScreens ? .ask : .show,
      screens: talkScreens, trouble: stage.trouble, remark: runningTalk.remark)
  }

  private var talkScreens: [TalkScreenInfo] {
    system.frontScreens.map { screen, standing, isSeen in
      let state: TalkScreenState
      switch standing {
      case .waiting, .unnamed: state = .waiting
      case .shown, nil: state = isSeen ? .shown : .hidden
      }
      return TalkScreenInfo(
        screen: screen.name, state: state,
        mode: screen.currentMode.map { ModeNames(of: screen.availableModes)[$0] },
        display: screen.isGuessed ? nil : screen.snapshot.identity.name)
    }
  }

  /// The answer of the calls that change a talk.
  func talkReply(
    _ presented: [PresentedFrame], notes: [String?], hints: [String?] = []
  ) throws(ControlError) -> TalkReply {
    guard let talk = talkInfo else { throw .noTalk }
    let notes = (notes + [runningTalk.file.trouble, talk.trouble, talk.remark]).compactMap(\.self)
    let hints = hints.compactMap(\.self)
    return TalkReply(
      talk: talk, presented: presented, note: notes.isEmpty ? nil : notes.joined(separator: "; "),
      hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
  }

  /// Answers a call that waits for no flip.
  func reply(_ responder: ControlResponder, notes: [String?]) {
    do throws(ControlError) {
      responder.reply(try talkReply([], notes: notes))
    } catch {
      responder.fail(error)
    }
  }

  /// The completion of a call that changes a talk: it is done, whatever became of the pictures.
  func talkAnswer(
    _ call: some PictureCall, _ responder: ControlResponder, notes more: @escaping () -> [String?] = { [] }
  ) -> ([(screen: String, outcome: PictureOutcome)]) -> Void {
    return { [weak self] outcomes in
      guard let self, call.waitsForFlip else { return }
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
      checkWaits()
      do throws(ControlError) {
        responder.reply(try talkReply(frames, notes: notes, hints: hints))
      } catch {
        responder.fail(error)
      }
    }
  }

  /// Tells those who watch.
  func tellTalk() {
    let info = talkInfo
    runningTalk.toldScreens = info?.screens ?? []
    runningTalk.streams.tell(GetTalkReply(talk: info))
  }

  /// Something has happened to screens: where the talk sees them otherwise, that is told, once all of it has happened.
  func talkScreensMayHaveChanged() {
    guard runningTalk.stage != nil else { return }
    let timer =
      runningTalk.screensTimer
      ?? dayClock.screens.makeTimer { [weak self] in
        guard let self, runningTalk.stage != nil, talkScreens != runningTalk.toldScreens else { return }
        tellTalk()
      }
    runningTalk.screensTimer = timer
    timer.arm(at: dayClock.screens.now)
  }

  func keepTalk() {
    guard let stage = runningTalk.stage else { return }
    runningTalk.file.keep(TalkRecord(stage.talk, at: TalkTimestamp(screens: dayClock.screens.now)))
  }

  // MARK: What happens by itself

  /// The document has changed, or cannot be read.
  func follow(_ deck: TalkDeck) {
    deck.pagesDidChange = { [weak self] in self?.pagesDidChange($0) }
    deck.troubleDidChange = { [weak self, weak deck] in
      guard let self, let deck, runningTalk.stage?.deck === deck else { return }
      if let trouble = deck.trouble { log.warning("the talk: \(trouble)") }
      tellTalk()
      system.talkDid(.didChange("trouble"))
    }
  }

  func pagesDidChange(_ count: Int) {
    guard let stage = runningTalk.stage else { return }
    var talk = stage.talk
    let change = talk.setPages(count)
    if talk.page != stage.talk.page {
      runningTalk.remark =
        "the deck has \(count) pages now, and slide \(stage.talk.page) is none of them: it is at the last"
    }
    adopt(talk, change, "pages")
    // The pictures are others, even where the numbers are not.
    if !change.isSeen { system.frontDidChange { _ in } }
    if !change.isAny { tellTalk() }
    if !change.isKept { system.talkDid(.didChange("pages")) }
    askTitle()
  }

  private func armTalkTimer() {
    guard let end = runningTalk.stage?.talk.messageEnd else { return runningTalk.timer?.disarm() ?? () }
    let timer = runningTalk.timer ?? dayClock.screens.makeTimer { [weak self] in self?.perform(.passTime, "message") }
    runningTalk.timer = timer
    timer.arm(at: end)
  }
}

/// How a talk begins, and goes on in another life of the daemon.
extension Daemon {
  /// Begins a talk once its document was opened, and answers after the flips that show it.
  func handle(_ call: StartTalkCall, _ responder: ControlResponder) throws(ControlError) {
    guard call.deck.utf8.first == UInt8(ascii: "/") else {
      throw .invalidValue(parameter: "deck", value: call.deck, expected: "an absolute path of a PDF file")
    }
    try checkBeginning(of: call)
    let half = call.notesHalf.map(Talk.Half.init) ?? .none
    let deck = TalkDeck(call.deck, part: half.shownPart, content)
    // It lives until it has answered.
    deck.open { [weak self] result in
      guard let self else { return }
      do throws(ControlError) {
        switch result {
        case .success(let pages):
          // Another may have begun meanwhile.
          try checkBeginning(of: call)
          try begin(call, deck, of: pages, responder)
        case .failure(let failure): throw .failed(message: "no talk was begun: \(failure.message)")
        }
      } catch {
        deck.close()
        responder.fail(error)
      }
    }
  }

  private func checkBeginning(of call: StartTalkCall) throws(ControlError) {
    if let stage = runningTalk.stage, call.replace != true { throw .talkIsGoingOn(deck: stage.talk.deck) }
    if runningTalk.stage == nil, system.app(RunningTalk.appName) != nil {
      throw .failed(
        message:
          "no talk was begun: an app has the name \(RunningTalk.appName), which the talk's own needs; give it another, in the "
          + "configuration or where it registers")
    }
    guard let name = call.screen else { return }
    let (coordinator, screen) = try find(name)
    let use = coordinator.decision.settings?.use.value ?? .external
    guard !screen.isMain, use == .external else {
      throw .failed(
        message:
          "no talk was begun: \(name) is \(use.words), and talks are for external displays; say use: external in its rule"
      )
    }
  }

  private func begin(
    _ call: StartTalkCall, _ deck: TalkDeck, of pages: Int, _ responder: ControlResponder
  ) throws(ControlError) {
    if let page = call.page, page > pages {
      throw .invalidValue(parameter: "page", value: "\(page)", expected: "a slide of the deck, from 1 to \(pages)")
    }
    let asks = call.newScreens.map { $0 == .ask } ?? (configuration.policy.unknownScreens != .show)
    let talk = Talk(
      identifier: SessionIdentifier.make(using: &random), deck: call.deck, title: Self.title(of: call.deck),
      page: call.page ?? 1, pages: pages,
      durationMilliseconds: call.durationSeconds.map { Int((min(max(0, $0), 86_400) * 1000).rounded()) },
      half: call.notesHalf.map(Talk.Half.init) ?? .none, screen: call.screen, asksOfNewScreens: asks)
    if let former = runningTalk.stage?.talk.deck { system.talkDid(.didEnd(deck: former)) }
    let answer = DeferredTalkAnswer(talkAnswer(call, responder))
    show(talk, deck, isNew: true, completion: answer.picturesEnded)
    keepTalk()
    runningTalk.forgetNotes()
    runningTalk.whenKept { answer.kept() }
    tellTalk()
    askTitle()
    system.talkDid(.didBegin(deck: talk.deck))
    guard !call.waitsForFlip else { return }
    runningTalk.whenKept { [weak self] in self?.reply(responder, notes: []) }
  }

  /// Puts a talk on its screens.
  private func show(
    _ talk: Talk, _ deck: TalkDeck, isNew: Bool,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void = { _ in }
  ) {
    runningTalk.remark = nil
    follow(deck)
    let app: App
    if let stage = runningTalk.stage, let known = runningTalk.app {
      stage.begin(talk, deck)
      app = known
    } else {
      let stage = TalkScenes(talk, deck, content)
      runningTalk.stage = stage
      app = RunningTalk.makeApp { stage.makeDelegate() }
      runningTalk.app = app
    }
    note(
      .talk(TalkStep(step: isNew ? .began : .wentOn, screen: talk.screen, asksOfNewScreens: talk.asksOfNewScreens)))
    system.beginFront(app, on: talk.screen, asksOfNew: talk.asksOfNewScreens, isNew: isNew, completion: completion)
  }

  /// The talk that was going on when the daemon ended goes on.
  func restoreTalk() {
    let finding = runningTalk.file.take()
    guard let record = finding.value else {
      runningTalk.takeUpNotes(of: nil, isLost: finding.isLost)
      return system.forgetAdmissions()
    }
    let talk = record.talk(at: TalkTimestamp(screens: dayClock.screens.now))
    if system.app(RunningTalk.appName) != nil {
      log.warning("the app \(RunningTalk.appName) is passed over until the talk ends, whose own app has that name")
    }
    let deck = TalkDeck(talk.deck, part: talk.half.shownPart, content)
    runningTalk.takeUpNotes(of: talk.identifier)
    show(talk, deck, isNew: false)
    deck.open { [weak self] result in
      // What is wrong with it is told as its trouble.
      if case .success(let pages) = result { self?.pagesDidChange(pages) }
    }
    log.notice("the talk goes on with slide \(talk.page) of \(talk.deck)")
  }

  /// Its file's name, without what says that it is a PDF.
  static func title(of path: String) -> String {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    return name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
  }
}

nonisolated extension ScreenUse {
  /// What a screen of that use is, for people.
  fileprivate var words: String {
    switch self {
    case .external: "an external display"
    case .main: "the main screen"
    case .console: "the console's"
    case .dark: "to stay dark"
    }
  }
}

/// Answers with what became of pictures as soon as what has changed is kept as well: where no display is lit, pictures are done first.
final class DeferredTalkAnswer {
  /// What became of the picture of each screen.
  typealias Outcomes = [(screen: String, outcome: PictureOutcome)]

  private let answer: (Outcomes) -> Void
  private var outcomes: Outcomes?
  private var isKept = false

  init(_ answer: @escaping (Outcomes) -> Void) { self.answer = answer }

  /// The pictures are seen, or cannot be.
  func picturesEnded(_ outcomes: Outcomes) {
    if isKept { answer(outcomes) } else { self.outcomes = outcomes }
  }

  /// It is on the disk, or whoever keeps it knows why it is not.
  func kept() {
    isKept = true
    if let outcomes { answer(outcomes) }
  }
}

import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import KeptFiles
import Logging
import ModeSelection
import Presentation
import Scenes
import Talks

/// How a talk begins, and goes on in another life of the daemon.
extension Daemon {
  /// Begins a talk once its document was opened, and answers after the flips that show it.
  func startTalk(_ call: StartTalkCall, _ responder: ControlResponder) throws(ControlError) {
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
    if let stage = desk.stage, call.replace != true { throw .talkIsGoingOn(deck: stage.talk.deck) }
    if desk.stage == nil, system.app(TalkDesk.appName) != nil {
      throw .failed(
        message:
          "no talk was begun: an app has the name \(TalkDesk.appName), which the talk's own needs; give it another, in the "
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
    if let former = desk.stage?.talk.deck { system.talkDid(.didEnd(deck: former)) }
    let answer = AnswerOnceKept(talkAnswer(call, responder))
    show(talk, deck, isNew: true, completion: answer.picturesEnded)
    keepTalk()
    desk.forgetNotes()
    desk.whenKept { answer.kept() }
    tellTalk()
    askTitle()
    system.talkDid(.didBegin(deck: talk.deck))
    guard !call.waitsForFlip else { return }
    desk.whenKept { [weak self] in self?.reply(responder, notes: []) }
  }

  /// Puts a talk on its screens.
  private func show(
    _ talk: Talk, _ deck: TalkDeck, isNew: Bool,
    completion: @escaping ([(screen: String, outcome: PictureOutcome)]) -> Void = { _ in }
  ) {
    desk.remark = nil
    follow(deck)
    let app: App
    if let stage = desk.stage, let known = desk.app {
      stage.begin(talk, deck)
      app = known
    } else {
      let stage = TalkStage(talk, deck, content)
      desk.stage = stage
      app = TalkDesk.makeApp { stage.makeDelegate() }
      desk.app = app
    }
    note(
      .talk(TalkStep(step: isNew ? .began : .wentOn, screen: talk.screen, asksOfNewScreens: talk.asksOfNewScreens)))
    system.beginFront(app, on: talk.screen, asksOfNew: talk.asksOfNewScreens, isNew: isNew, completion: completion)
  }

  /// The talk that was going on when the daemon ended goes on.
  func restoreTalk() {
    let finding = desk.file.take()
    guard let record = finding.value else {
      desk.takeUpNotes(of: nil, isLost: finding.isLost)
      return system.forgetAdmissions()
    }
    let talk = record.talk(at: TalkMoment(screens: dayClock.screens.now))
    if system.app(TalkDesk.appName) != nil {
      log.warning("the app \(TalkDesk.appName) is passed over until the talk ends, whose own app has that name")
    }
    let deck = TalkDeck(talk.deck, part: talk.half.shownPart, content)
    desk.takeUpNotes(of: talk.identifier)
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

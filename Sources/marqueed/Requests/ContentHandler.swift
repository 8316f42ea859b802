import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Rasterizing
import Scenes

/// Handles the calls about what screens show.
struct ContentHandler: ContentMethods {
  let replies: PictureReplies
  let apps: SocketApps
  let content: ContentResources
  let reports: ContentReports
  /// What the web pages say on set-up cards.
  let setupOffers: SetupOffers

  func handle(_ call: ShowCall, _ responder: ControlResponder) throws(ControlError) {
    var description: ContentDescription?
    if let info = call.content { description = try ContentDescription(info, now: content.clock.now) }
    try apps.checkToken(call.token, ofContentOn: try replies.find(call.screen).0, responder.access)
    let duration = call.forSeconds.map { UInt64($0 * 1_000_000_000) }
    try replies.change(call, call.screen, responder, setsContent: true) { coordinator, completion throws(SceneError) in
      try coordinator.show(description, for: duration, completion: completion)
    }
  }

  func handle(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    var changes: [(coordinator: ScreenCoordinator, content: ContentDescription)] = []
    for (index, item) in call.contents.enumerated() {
      let coordinator = try replies.find(item.screen).0
      try apps.checkToken(call.token, ofContentOn: coordinator, responder.access)
      let description = try ContentDescription(
        item.content, path: "contents.\(index).content", now: content.clock.now)
      changes.append((coordinator, description))
    }
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      let group = PictureOutcomeCollector(count: changes.count, completion: completion)
      try replies.system.presenter.showTogether(
        zip(call.contents, changes).map { item, change in
          (change.coordinator, change.content, { group.add($0, on: item.screen) })
        })
    }
  }

  func handle(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    var time: WallTime?
    if let text = call.time {
      guard let said = WallTime(text) else {
        throw .invalidValue(parameter: "time", value: text, expected: WallTime.expected)
      }
      time = said
    }
    guard let (session, shown) = reports.shownContent(on: coordinator) else {
      guard coordinator.decision.picture.isDark else {
        throw .failed(message: "\(call.screen) shows no content of an app")
      }
      let why = coordinator.whyNothingIsShown
      throw .failed(message: why.reason, hint: why.hint)
    }
    guard reports.isOpen(session, to: responder.access) else {
      throw .accessDenied(method: ControlMethod.contentAt.rawValue, required: .control, granted: responder.access)
    }
    let isRight = content.clock.isRight
    let asked = time ?? content.clock.now
    reports.report(session, shown, coordinator, screen, at: time) { moments, troubles, notes in
      responder.reply(
        ContentAtReply(
          time: "\(asked)", moments: moments, troubles: troubles.firstFew, clockRight: isRight, notes: notes))
    }
  }

  func handle(_ call: OfferSetupCall, _ responder: ControlResponder) throws(ControlError) {
    setupOffers.add(call, responder)
  }

  func handle(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    try apps.checkToken(call.token, ofContentOn: coordinator, responder.access)
    let deck = try deck(on: coordinator, call.screen)
    let isPortrait = screen.geometry.map { $0.uprightPixels.height > $0.uprightPixels.width } ?? false
    let path = isPortrait ? deck.portraitFile ?? deck.file : deck.file
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try content.media.open(path)
    } catch {
      throw .failed(message: "\(error)")
    }
    content.documents.countPages(of: file) { result in
      do throws(ControlError) {
        switch result {
        case .success(let count): try turn(call, in: path, of: count, responder)
        case .failure(let error): throw .failed(message: "\(path): \(error)")
        }
      } catch {
        responder.fail(error)
      }
    }
  }

  /// What is shown may be another by now; several turns, one after the other, each go on from the one before.
  private func turn(
    _ call: TurnPageCall, in path: String, of count: Int, _ responder: ControlResponder
  ) throws(ControlError) {
    let coordinator = try replies.find(call.screen).0
    let deck = try deck(on: coordinator, call.screen)
    guard deck.file == path || deck.portraitFile == path, let shown = coordinator.sessionOfContent?.content else {
      throw .failed(message: "\(call.screen) shows another deck by now; nothing was turned")
    }
    let page = call.turn.page(from: deck.page, of: count, number: call.page)
    func reply(_ notes: [String?], _ presented: PresentedFrame? = nil, hint: String? = nil) -> TurnPageReply {
      TurnPageReply(page: page, pages: count, presented: presented, note: notes.note, hint: hint)
    }
    guard page != min(deck.page, count) else { return responder.reply(reply(["that page is shown already"])) }
    try replies.change(call, responder) { completion throws(SceneError) in
      try coordinator.show(shown.turned(to: page), completion: completion)
    } atOnce: {
      reply([replies.trouble ?? "not waited for"])
    } reply: { outcome throws(ControlError) in
      switch outcome {
      case .shown(let record): return reply([replies.trouble], PresentedFrame(record, screen: call.screen))
      case .kept(let note, let hint): return reply([note, replies.trouble], hint: hint)
      case .failed(let error): throw ControlError(error)
      }
    }
  }

  /// The deck whose pages are turned on a screen.
  private func deck(on coordinator: ScreenCoordinator, _ screen: String) throws(ControlError) -> DeckDescription {
    let hint = "\"marqueectl show \(screen) deck FILE\" shows one"
    guard let session = coordinator.sessionOfContent, let shown = session.content else {
      throw .failed(message: "\(screen) shows no deck", hint: hint)
    }
    guard let deck = shown.deck else {
      throw .failed(
        message: "\(screen) shows a \(shown.kind.rawValue), and no deck whose pages can be turned",
        hint: hint)
    }
    guard deck.pageMilliseconds == nil else {
      throw .failed(
        message: "the pages of \(deck.file) turn by themselves; show it without a duration to turn them by command")
    }
    guard session.temporaryContent == nil else {
      throw .failed(
        message: "\(screen) shows \(deck.file) for a time only, without turning pages; show it without --for")
    }
    return deck
  }
}

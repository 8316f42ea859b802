import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Rasterizing
import Scenes

extension Daemon {
  /// Turns to another page of the deck that a screen shows, and answers after the flip; the page is kept.
  func turnPage(_ call: TurnPageCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    try checkToken(call.token, ofContentOn: coordinator, responder.access)
    let deck = try deck(on: coordinator, call.screen)
    let isPortrait = screen.geometry.map { $0.uprightPixels.height > $0.uprightPixels.width } ?? false
    let path = isPortrait ? deck.portraitFile ?? deck.file : deck.file
    let file: MediaFile
    do throws(MediaTrouble) {
      file = try content.media.open(path)
    } catch {
      throw .failed(message: "\(error)")
    }
    content.documents.countPages(of: file) { [weak self] result in
      guard let self else { return }
      do throws(ControlError) {
        switch result {
        case .success(let count): try self.turn(call, in: path, of: count, responder)
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
    let coordinator = try find(call.screen).0
    let deck = try deck(on: coordinator, call.screen)
    guard deck.file == path || deck.portraitFile == path, let shown = coordinator.sessionOfContent?.content else {
      throw .failed(message: "\(call.screen) shows another deck by now; nothing was turned")
    }
    let page = call.turn.page(from: deck.page, of: count, number: call.page)
    func reply(_ presented: PresentedFrame?, _ notes: [String?], hint: String? = nil) {
      let notes = notes.compactMap(\.self)
      responder.reply(
        TurnPageReply(
          page: page, pages: count, presented: presented, note: notes.isEmpty ? nil : notes.joined(separator: "; "),
          hint: hint))
    }
    guard page != min(deck.page, count) else { return reply(nil, ["that page is shown already"]) }
    do throws(SceneError) {
      try coordinator.show(shown.turned(to: page)) { [weak self] outcome in
        guard let self else { return }
        checkWaits()
        stateKeeper.whenKept { [stateKeeper] in
          switch outcome {
          case .shown(let record): reply(PresentedFrame(record, screen: call.screen), [stateKeeper.trouble])
          case .kept(let note, let hint): reply(nil, [note, stateKeeper.trouble], hint: hint)
          case .failed(let error): responder.fail(ControlError(error))
          }
        }
      }
    } catch {
      throw ControlError(error)
    }
    // A second answer is dropped: what is known by now goes first.
    guard !call.waitsForFlip else { return }
    stateKeeper.whenKept { [stateKeeper] in reply(nil, [stateKeeper.trouble ?? "not waited for"]) }
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

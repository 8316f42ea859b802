import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import Scenes

extension Daemon: ControlHandler {
  /// Answers a request whose access was checked, at once or after the flip that it causes.
  func handle(_ request: ControlRequest, responder: ControlResponder) {
    let written = journal.written
    if !request.isToldByItsDoer, let entry = request.journalEntry { note(entry) }
    do throws(ControlError) {
      try request.dispatch(to: self, responder)
    } catch {
      // What is refused, as what a stranger tries in an app's name, is nothing to do again.
      journal.takeBack(since: written)
      responder.fail(error)
    }
  }

  /// A connected screen by its name, with who leads it.
  func find(_ name: String) throws(ControlError) -> (ScreenCoordinator, Screen) {
    do throws(SceneError) {
      let coordinator = try system.find(name)
      if let screen = coordinator.screen { return (coordinator, screen) }
      throw .noSuchScreen(name, near: [])
    } catch {
      throw ControlError(error)
    }
  }

  /// Changes the picture of a screen and answers after the flip; where the call does not wait, at once, unless it fails at once.
  ///
  /// - Parameters:
  ///   - setsContent: content that cannot be shown fails the call. Otherwise the change is made, and the reply notes the reason.
  ///   - remark: is noted behind what else there is to note.
  func change(
    _ call: some PictureCall, _ screen: String, _ responder: ControlResponder, setsContent: Bool = false,
    remark: @escaping () -> String? = { nil },
    by body: (ScreenCoordinator, @escaping (PictureOutcome) -> Void) throws(SceneError) -> Void
  ) throws(ControlError) {
    let coordinator = try find(screen).0
    do throws(SceneError) {
      try body(coordinator) { [weak self] outcome in
        self?.checkWaits()
        self?.stateStore.whenKept {
          switch outcome {
          case .shown(let record):
            let warning = (try? self?.system.find(screen))?.contentWarning
            let notes = [self?.stateStore.trouble, warning, remark()].compactMap(\.self)
            responder.reply(
              PictureReply(
                presented: PresentedFrame(record, screen: screen),
                note: notes.isEmpty ? nil : notes.joined(separator: "; ")))
          case .kept(let note, let hint):
            responder.reply(PictureReply(note: self?.withTrouble(note) ?? note, hint: hint))
          case .failed(.content(let text)) where !setsContent:
            let notes = [self?.stateStore.trouble, text, remark()].compactMap(\.self)
            responder.reply(PictureReply(note: notes.joined(separator: "; ")))
          case .failed(let error): responder.fail(ControlError(error))
          }
        }
      }
    } catch {
      throw ControlError(error)
    }
    // A second answer is dropped: what is known by now goes first.
    guard !call.waitsForFlip else { return }
    stateStore.whenKept { [stateStore] in
      responder.reply(PictureReply(note: stateStore.trouble ?? remark() ?? "not waited for"))
    }
  }

  /// Answers a call that changes several pictures and waits for no flip, once the change is kept.
  func replyWithoutFlip(_ call: some PictureCall, _ responder: ControlResponder) {
    guard !call.waitsForFlip else { return }
    stateStore.whenKept { [stateStore] in
      responder.reply(PicturesReply(presented: [], note: stateStore.trouble))
    }
  }

  /// A note behind what is wrong with the keeping of what is chosen.
  func withTrouble(_ note: String?) -> String? {
    let notes = [stateStore.trouble, note].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  func handle(_ call: ModesCall, _ responder: ControlResponder) throws(ControlError) {
    let screen = try find(call.screen).1
    let names = ModeNames(of: screen.availableModes)
    responder.reply(
      ModesReply(
        screen: screen.name, guessed: screen.isGuessed, currentMode: screen.currentMode.map { names[$0] },
        modes: ScreenModeInfo.list(screen.availableModes)))
  }

  func handle(_ call: RotateCall, _ responder: ControlResponder) throws(ControlError) {
    guard let transform = Transform(name: call.rotation) else {
      throw .invalidValue(
        parameter: "rotation", value: call.rotation,
        expected: "one of " + Transform.allCases.map(\.rawValue).joined(separator: ", "))
    }
    try change(call, call.screen, responder) { $0.setTransform(transform, completion: $1) }
  }

  func handle(_ call: ShowCall, _ responder: ControlResponder) throws(ControlError) {
    var content: ContentDescription?
    if let info = call.content { content = try ContentDescription(info, now: wallTime) }
    try checkToken(call.token, ofContentOn: try find(call.screen).0, responder.access)
    let duration = call.forSeconds.map { UInt64($0 * 1_000_000_000) }
    try change(call, call.screen, responder, setsContent: true) { coordinator, completion throws(SceneError) in
      try coordinator.show(content, for: duration, completion: completion)
    }
  }

  func handle(_ call: SetForegroundCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.setForeground(call.app, on: call.screen, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// The completion of a call that changes several pictures; it fails only where none of them could be shown, or where the change
  /// must be kept and is not.
  ///
  /// - Parameter setsContent: content that cannot be shown fails the call. Otherwise the change is made, and the reply notes the reason.
  func answer(
    _ call: some PictureCall, _ responder: ControlResponder, mustKeep: Bool = false, setsContent: Bool = true,
    notes: @escaping () -> [String?] = { [] }
  ) -> ([(screen: String, outcome: PictureOutcome)]) -> Void {
    return { [weak self] outcomes in
      guard call.waitsForFlip else { return }
      var frames: [PresentedFrame] = []
      var failure: SceneError?
      var troubles: [String] = []
      for (screen, outcome) in outcomes {
        switch outcome {
        case .shown(let record): frames.append(PresentedFrame(record, screen: screen))
        case .kept: break
        case .failed(.content(let text)) where !setsContent: troubles.append("\(screen): \(text)")
        case .failed(let error): failure = failure ?? error
        }
      }
      guard let self else { return }
      checkWaits()
      stateStore.whenKept { [stateStore, frames, failure, troubles] in
        let trouble = stateStore.trouble
        if mustKeep, let trouble { return responder.fail(.failed(message: "the change is \(trouble)")) }
        if frames.isEmpty, let failure { return responder.fail(ControlError(failure)) }
        let all = ([trouble] + notes() + troubles).compactMap(\.self)
        responder.reply(PicturesReply(presented: frames, note: all.isEmpty ? nil : all.joined(separator: "; ")))
      }
    }
  }
}

extension ControlError {
  init(_ error: SceneError) {
    switch error {
    case .noSuchScreen(let name, let near): self = .noSuchScreen(screen: name, near: near)
    case .noSuchMode(let screen, let mode, let near): self = .noSuchMode(screen: screen, mode: mode, near: near)
    case .noSuchApp(let name, let near): self = .noSuchApp(app: name, near: near)
    case .noSuchSession(let identifier, let near): self = .noSuchSession(session: identifier, near: near)
    case .notInteractive(let session, let role):
      self = .failed(
        message:
          "the session \(session) is one of \(role.rawValue): its scene takes no input; only application scenes do")
    case .nameTaken(let app): self = .appNameTaken(app: app)
    case .tooManyApps(let limit, let ofUser): self = .tooManyApps(limit: limit, ofUser: ofUser)
    case .notNow(let text, let hint): self = .failed(message: text, hint: hint)
    case .content(let text): self = .failed(message: text)
    }
  }
}

import ControlProtocol
import ControlServer
import Scenes

/// Changes pictures for calls. The answers come after the flip and once the change is kept.
struct PictureReplies {
  typealias Outcomes = [(screen: String, outcome: PictureOutcome)]

  let system: SceneSystem
  let state: StateStore
  let waits: ScreenWaits

  /// The reason why choices are not kept; nil if they are.
  var trouble: String? { state.trouble }

  /// Calls `action` once all choices so far are on the disk, or `trouble` has the reason.
  func whenKept(_ action: @escaping () -> Void) { state.whenKept(action) }

  func find(_ name: String) throws(ControlError) -> (ScreenCoordinator, Screen) {
    try ControlError.of { () throws(SceneError) in
      let coordinator = try system.find(name)
      if let screen = coordinator.screen { return (coordinator, screen) }
      throw .noSuchScreen(name, near: [])
    }
  }

  func find(session identifier: String) throws(ControlError) -> SceneSession {
    try ControlError.of { () throws(SceneError) in try system.session(identifier) }
  }

  /// Changes a picture and answers with `reply`. A call that does not wait gets `atOnce`, unless the change fails immediately.
  func change<Reply: ControlReply>(
    _ call: some PictureCall, _ responder: ControlResponder,
    by body: (@escaping (PictureOutcome) -> Void) throws(SceneError) -> Void, atOnce: @escaping () -> Reply,
    reply: @escaping (PictureOutcome) throws(ControlError) -> Reply
  ) throws(ControlError) {
    try ControlError.of { () throws(SceneError) in
      try body { outcome in
        waits.check()
        whenKept {
          responder.failing { () throws(ControlError) in responder.reply(try reply(outcome)) }
        }
      }
    }
    // Only the first answer counts, so an immediate failure is sent instead of this one.
    if !call.waitsForFlip { whenKept { responder.reply(atOnce()) } }
  }

  /// Changes the picture of a screen.
  ///
  /// - Parameters:
  ///   - setsContent: if true, content that cannot be shown fails the call. Otherwise the change is made, and a note has the reason.
  ///   - remark: returns the last note.
  func change(
    _ call: some PictureCall, _ screen: String, _ responder: ControlResponder, setsContent: Bool = false,
    remark: @escaping () -> String? = { nil },
    by body: (ScreenCoordinator, @escaping (PictureOutcome) -> Void) throws(SceneError) -> Void
  ) throws(ControlError) {
    let coordinator = try find(screen).0
    try change(call, responder) { completion throws(SceneError) in
      try body(coordinator, completion)
    } atOnce: {
      PictureReply(note: trouble ?? remark() ?? "not waited for")
    } reply: { outcome throws(ControlError) in
      switch outcome {
      case .shown(let record):
        let warning = (try? system.find(screen))?.contentWarning
        return PictureReply(
          presented: [PresentedFrame(record, screen: screen)], note: [trouble, warning, remark()].note)
      case .kept(let note, let hint): return PictureReply(note: [trouble, note].note, hint: hint)
      case .failed(.content(let text)) where !setsContent: return PictureReply(note: [trouble, text, remark()].note)
      case .failed(let error): throw ControlError(error)
      }
    }
  }

  /// Changes several pictures. The call fails if no picture could be shown, or if the change must be kept and is not.
  func changeAll(
    _ call: some PictureCall, _ responder: ControlResponder, setsContent: Bool = true, mustKeep: Bool = false,
    notes: @escaping () -> [String?] = { [] },
    by body: (@escaping (Outcomes) -> Void) throws(SceneError) -> Void
  ) throws(ControlError) {
    try ControlError.of { () throws(SceneError) in
      try body(completion(call, responder, mustKeep: mustKeep, setsContent: setsContent, notes: notes))
    }
    guard mustKeep || !call.waitsForFlip else { return }
    whenKept {
      if mustKeep, let trouble { return responder.fail(.failed(message: "the change is \(trouble)")) }
      if !call.waitsForFlip { responder.reply(PictureReply(presented: [], note: trouble)) }
    }
  }

  /// A completion for a call that changes several pictures and waits for their flips.
  func completion(
    _ call: some PictureCall, _ responder: ControlResponder, mustKeep: Bool = false, setsContent: Bool = true,
    notes: @escaping () -> [String?] = { [] }
  ) -> (Outcomes) -> Void {
    return { outcomes in
      guard call.waitsForFlip else { return }
      var frames: [PresentedFrame] = []
      var failure: SceneError?
      var troubles: [String] = []
      for (screen, outcome) in outcomes {
        switch outcome {
        case .shown(let record): frames.append(PresentedFrame(record, screen: screen))
        // A peer with the access `alarm` alone may not read the apps and the content that are due.
        case .kept(let note, _):
          let reason = responder.access.contains(.observe) ? note : "it does not show the change"
          troubles.append(Self.note(reason, on: screen))
        case .failed(.content(let text)) where !setsContent:
          troubles.append("\(screen): \(responder.access.contains(.observe) ? text : "its content cannot be shown")")
        case .failed(let error): failure = failure ?? error
        }
      }
      waits.check()
      whenKept { [frames, failure, troubles] in
        if mustKeep, let trouble { return responder.fail(.failed(message: "the change is \(trouble)")) }
        if frames.isEmpty, let failure { return responder.fail(ControlError(failure)) }
        responder.reply(PictureReply(presented: frames, note: ([trouble] + notes() + troubles).note))
      }
    }
  }
}

extension PictureReplies {
  /// The frames of a change that is made in any case, and a sentence for each screen that does not show it.
  func report(_ outcomes: Outcomes) -> PictureReply {
    var frames: [PresentedFrame] = []
    var notes = [trouble]
    for (screen, outcome) in outcomes {
      switch outcome {
      case .shown(let record):
        frames.append(PresentedFrame(record, screen: screen))
        notes.append((try? system.find(screen))?.contentWarning.map { Self.note($0, on: screen) })
      case .kept(let note, _): notes.append(Self.note(note, on: screen))
      case .failed(let error): notes.append("\(screen): \(ControlError(error))")
      }
    }
    return PictureReply(presented: frames, note: notes.note)
  }

  private static func note(_ reason: String, on screen: String) -> String {
    reason.hasPrefix("\(screen) ") ? reason : "\(screen): \(reason)"
  }
}

/// Answers with the outcomes of pictures, once the change is also kept.
final class DeferredPictureAnswer {
  private let answer: (PictureReplies.Outcomes) -> Void
  private var outcomes: PictureReplies.Outcomes?
  private var isKept = false

  init(_ answer: @escaping (PictureReplies.Outcomes) -> Void) { self.answer = answer }

  func picturesEnded(_ outcomes: PictureReplies.Outcomes) {
    if isKept { answer(outcomes) } else { self.outcomes = outcomes }
  }

  func kept() {
    isKept = true
    if let outcomes { answer(outcomes) }
  }
}

nonisolated extension [String?] {
  var note: String? {
    let notes = compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}

extension ControlResponder {
  func failing(_ body: () throws(ControlError) -> Void) {
    do throws(ControlError) { try body() } catch { fail(error) }
  }

  func answer(_ result: Result<some ControlReply, ControlError>) {
    switch result {
    case .success(let reply): self.reply(reply)
    case .failure(let error): fail(error)
    }
  }
}

extension ControlError {
  static func of<Value>(_ body: () throws(SceneError) -> Value) throws(ControlError) -> Value {
    do throws(SceneError) {
      return try body()
    } catch {
      throw ControlError(error)
    }
  }

  init(_ error: SceneError) {
    switch error {
    case .noSuchScreen(let name, let near): self = .noSuchScreen(screen: name, near: near)
    case .noSuchMode(let screen, let mode, let near): self = .noSuchMode(screen: screen, mode: mode, near: near)
    case .noSuchApp(let name, let near): self = .noSuchApp(app: name, near: near)
    case .noSuchSession(let identifier, let near): self = .noSuchSession(session: identifier, near: near)
    case .notInteractive(let session, let role):
      self = .failed(
        message:
          "the session \(session) is one of \(role.rawValue): its scene takes no input; only application scenes and "
          + "interactive scenes of other roles do")
    case .nameTaken(let app): self = .appNameTaken(app: app)
    case .tooManyApps(let limit, let ofUser): self = .tooManyApps(limit: limit, ofUser: ofUser)
    case .notNow(let text, let hint): self = .failed(message: text, hint: hint)
    case .content(let text): self = .failed(message: text)
    }
  }
}

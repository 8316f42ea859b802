import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
import Scenes

extension Daemon {
  /// Chooses a mode, or tries it out, and answers with the first picture in it.
  func handle(_ call: SetModeCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    let wish: ModeWish
    do throws(ModeWishError) {
      wish = try ModeWish(call.mode)
    } catch {
      throw .invalidValue(parameter: "mode", value: call.mode, expected: ModeWishError.expected)
    }
    guard let mode = ModeSelector.modes(for: wish, in: screen.availableModes).first else {
      throw .noSuchMode(
        screen: screen.name, mode: call.mode, near: ModeSelector.nearest(to: call.mode, in: screen.availableModes))
    }
    let info = ScreenModeInfo(mode, name: ModeNames(of: screen.availableModes)[mode])
    let completion = { [weak self] (outcome: PictureOutcome) in
      guard let self else { return }
      stateStore.whenKept {
        switch self.reply(to: call, wish, info, coordinator, outcome) {
        case .success(let reply): responder.reply(reply)
        case .failure(let error): responder.fail(error)
        }
      }
    }
    do throws(SceneError) {
      if let seconds = call.confirmSeconds {
        try coordinator.tryMode(wish, for: UInt64(seconds * 1_000_000_000), completion: completion)
      } else {
        try coordinator.setMode(wish, completion: completion)
      }
    } catch {
      throw ControlError(error)
    }
    guard !call.waitsForFlip else { return }
    stateStore.whenKept { [stateStore] in
      responder.reply(SetModeReply(mode: info, note: stateStore.trouble ?? "not waited for"))
    }
  }

  /// Keeps the mode that is tried out.
  func handle(_ call: ConfirmModeCall, _ responder: ControlResponder) throws(ControlError) {
    let coordinator = try find(call.screen).0
    do throws(SceneError) {
      try coordinator.confirmMode()
    } catch {
      throw ControlError(error)
    }
    stateStore.whenKept { [stateStore] in
      if let trouble = stateStore.trouble { return responder.fail(.failed(message: "the mode is \(trouble)")) }
      responder.reply(EmptyReply())
    }
  }

  private func reply(
    to call: SetModeCall, _ wish: ModeWish, _ wanted: ScreenModeInfo, _ coordinator: ScreenCoordinator,
    _ outcome: PictureOutcome
  ) -> Result<SetModeReply, ControlError> {
    switch outcome {
    case .kept(let note, let hint):
      return .success(SetModeReply(mode: wanted, note: withTrouble(note), hint: hint))
    case .failed(let error): return .failure(ControlError(error))
    case .shown(let record):
      let available = coordinator.screen?.availableModes ?? []
      let current = coordinator.screen?.currentMode.map { ScreenModeInfo($0, name: ModeNames(of: available)[$0]) }
      if let shown = coordinator.screen?.currentMode, !ModeSelector.modes(for: wish, in: available).contains(shown) {
        return .failure(
          ControlError(
            refused: wanted.name, for: current?.name, on: call.screen, isTrial: call.confirmSeconds != nil,
            coordinator.decision))
      }
      let seconds = call.confirmSeconds.map { $0.rounded() == $0 ? "\(Int($0))" : "\($0)" }
      let trial = seconds.map { "it goes back in \($0) s unless it is confirmed" }
      return .success(
        SetModeReply(
          mode: current ?? wanted, presented: PresentedFrame(record, screen: call.screen),
          note: withTrouble(trial ?? coordinator.decision.winner?.reason),
          hint: trial.map { _ in "\"marqueectl mode \(call.screen) confirm\" confirms it" }))
    }
  }
}

extension ControlError {
  /// A mode was chosen, and the device did not take it.
  init(refused mode: String, for other: String?, on screen: String, isTrial: Bool, _ decision: ScreenDecision) {
    let error = decision.attempts.last { $0.mode == mode && $0.error != nil }?.error
    let reason = error.map { ": \($0)" } ?? ", or something else goes before it"
    let kept = isTrial ? "Nothing was kept" : "The choice is kept for when the display is plugged in again"
    let back = isTrial ? "" : "\"marqueectl reset \(screen)\" takes it back, and "
    self = .failed(
      message: "\(screen) could not be set to \(mode)\(reason). It shows \(other ?? "nothing"). \(kept)",
      hint: "\(back)\"marqueectl explain \(screen)\" says more")
  }
}

extension Daemon {
  /// Says what external displays are for, overall, for an app or for a screen.
  func handle(_ call: SetSupportCall, _ responder: ControlResponder) throws(ControlError) {
    let choice = try call.support.map { word throws(ControlError) in try ExternalSupport(asked: word) }
    let scope: SupportScope
    switch (call.screen, call.app) {
    case (nil, nil): scope = .overall
    case (nil, let app?): scope = .app(app)
    case (let screen?, nil): scope = .screen(screen)
    case (_?, let app?):
      throw .invalidValue(parameter: "app", value: app, expected: "a screen or an app, not both")
    }
    do throws(SceneError) {
      try system.setSupport(choice, for: scope, completion: answer(call, responder, setsContent: false))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Says whose picture a screen shows where it mirrors, and how that lies on it.
  func handle(_ call: SetMirrorCall, _ responder: ControlResponder) throws(ControlError) {
    let fit = call.fit.flatMap(MirrorFit.init(rawValue:))
    if let word = call.fit, fit == nil {
      throw .invalidValue(
        parameter: "fit", value: word, expected: MirrorFit.allCases.map(\.rawValue).joined(separator: ", "))
    }
    try change(call, call.screen, responder) { coordinator, completion throws(SceneError) in
      try coordinator.setMirror(of: call.of.map(MirrorWish.Source.init), fit: fit, completion: completion)
    }
  }
}

nonisolated extension ExternalSupport {
  /// What a request says, or why it is refused.
  init(asked word: String) throws(ControlError) {
    guard let support = ExternalSupport(rawValue: word) else {
      throw .invalidValue(
        parameter: "support", value: word,
        expected: ExternalSupport.allCases.map(\.rawValue).joined(separator: ", ")
          + ", or null for what was said otherwise")
    }
    self = support
  }
}

nonisolated extension OverscanInsets {
  /// What a request says of the edges.
  init(_ info: OverscanInfo) throws(ControlError) {
    func edge(_ text: String, _ name: String) throws(ControlError) -> OverscanInset {
      guard let inset = OverscanInset(text) else {
        throw .invalidValue(parameter: name, value: text, expected: "0% to 25%, or pixels as 24px")
      }
      return inset
    }
    self.init(
      top: try edge(info.top, "top"), right: try edge(info.right, "right"), bottom: try edge(info.bottom, "bottom"),
      left: try edge(info.left, "left"))
  }
}

import ControlProtocol
import ControlServer
import DisplayTypes
import ModeSelection
import Presentation
import Scenes

extension Daemon {
  /// Chooses a mode, or tries it out, and answers with the first picture in it.
  func setMode(_ call: SetModeCall, _ responder: ControlResponder) throws(ControlError) {
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
      stateKeeper.whenKept {
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
    stateKeeper.whenKept { [stateKeeper] in
      responder.reply(SetModeReply(mode: info, note: stateKeeper.trouble ?? "not waited for"))
    }
  }

  /// Keeps the mode that is tried out.
  func confirmMode(_ call: ConfirmModeCall, _ responder: ControlResponder) throws(ControlError) {
    let coordinator = try find(call.screen).0
    do throws(SceneError) {
      try coordinator.confirmMode()
    } catch {
      throw ControlError(error)
    }
    stateKeeper.whenKept { [stateKeeper] in
      if let trouble = stateKeeper.trouble { return responder.fail(.failed(message: "the mode is \(trouble)")) }
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

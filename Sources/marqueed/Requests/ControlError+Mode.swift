import ControlProtocol
import Scenes

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

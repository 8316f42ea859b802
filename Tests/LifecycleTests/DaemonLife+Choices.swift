import ContentModel
import DisplayTypes
import LifecycleReference
import Scenes

extension DaemonLife {
  /// Sends the daemon a choice of a user or an app.
  func choose(_ kind: LifeStep.Kind) throws(SceneError) {
    switch kind {
    case .foreground(let app, let screen): try system.setForeground(app, on: screen) { _ in }
    case .supportOverall(let choice): try system.setSupport(choice, for: .overall) { _ in }
    case .supportOfApp(let app, let choice): try system.setSupport(choice, for: .app(app)) { _ in }
    case .supportOfScreen(let screen, let choice): try system.setSupport(choice, for: .screen(screen)) { _ in }
    case .blank(let screen, let isOn): try system.find(screen).setBlank(isOn) { _ in }
    case .freeze(let screen, let isOn): try system.find(screen).setFrozen(isOn) { _ in }
    case .power(let screen, let isOn): try system.find(screen).setPower(isOn) { _ in }
    case .show(let screen, let color): try system.find(screen).show(color.map { .color($0) }) { _ in }
    case .keep(let session, let value):
      guard let userInfo = try? UserInfo(["n": .integer(value)]) else { return }
      try system.lifetimes.setUserInfo(userInfo, of: session)
    case .destroy(let session): try system.lifetimes.destroySession(session) { _ in }
    case .plug, .unplug, .flap, .move, .exchange, .newModes, .card, .busy, .manifest, .register, .lose, .window, .kill,
      .wait:
      break
    }
  }
}

import Content
import ControlProtocol
import Scenes

extension Daemon {
  /// Does with the screens again what a talk did, whose slides nobody has: they are black.
  func play(_ step: TalkStep) {
    switch step.step {
    case .began, .wentOn:
      let app = desk.app ?? TalkDesk.makeApp { [content] in ContentSceneDelegate(content) }
      desk.app = app
      system.beginFront(
        app, on: step.screen, asksOfNew: step.asksOfNewScreens == true, isNew: step.step == .began
      ) { _ in }
    case .admitted:
      // Its screen may be gone in a report that was made up.
      try? system.admit(step.screen ?? "") { _ in }
    case .ended:
      desk.app = nil
      system.endFront { _ in }
    }
  }

  /// Has an app answer what it answered before; false where it is not asked.
  func play(_ answer: AppAnswer) -> Bool {
    guard let number = questions.number(ofSession: answer.session) else { return false }
    do throws(ControlError) {
      try self.answer(number, answer.masked)
      return true
    } catch {
      return false
    }
  }

  /// Does what nobody asked for: a controller went, or one that owns input came or went.
  func play(_ event: EventInfo) {
    guard let name = event.app else { return }
    switch (event.event, event.reason) {
    case (.appDidLoseController, _):
      if let app = socketApps[name] { lostController(of: app) }
    case (.inputOwnerDidChange, "owned"): try? system.ownInput(of: name)
    case (.inputOwnerDidChange, _): system.releaseInput(of: name)
    default: break
    }
  }
}

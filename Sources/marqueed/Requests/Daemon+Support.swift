import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Daemon {
  /// Says what external displays are for, overall, for an app or for a screen.
  func setSupport(_ call: SetSupportCall, _ responder: ControlResponder) throws(ControlError) {
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
      try system.setSupport(choice, for: scope, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Says whose picture a screen shows where it mirrors, and how that lies on it.
  func setMirror(_ call: SetMirrorCall, _ responder: ControlResponder) throws(ControlError) {
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

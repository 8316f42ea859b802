import Content
import ContentWords
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Daemon {
  /// Says what the scene on a screen shows at a time, by the function that plays it.
  func contentAt(_ call: ContentAtCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try find(call.screen)
    var time = content.clock.now
    if let text = call.time {
      guard let said = WallTime(text) else {
        throw .invalidValue(parameter: "time", value: text, expected: WallTime.expected)
      }
      time = said
    }
    guard let session = coordinator.sessionOfContent, let shown = session.content else {
      throw .failed(message: "\(call.screen) shows no content of an app")
    }
    guard responder.access >= .control || !system.isPrivate(session) else {
      throw .accessDenied(method: ControlMethod.contentAt.rawValue, required: .control, granted: responder.access)
    }
    MomentQuestion(shown, content).ask(on: screen.geometry) { context in
      responder.reply(
        ContentAtReply(time: "\(time)", moments: ContentMomentInfo.list(of: shown, at: time, in: context)))
    }
  }
}

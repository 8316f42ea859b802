import ContentWords
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Daemon {
  /// Sets what scenes on several screens show, all or none; they change together.
  func showTogether(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    let group = PictureOutcomes(count: call.contents.count, completion: answer(call, responder))
    var changes: [(coordinator: ScreenCoordinator, content: ContentDescription, completion: (PictureOutcome) -> Void)] =
      []
    for (index, item) in call.contents.enumerated() {
      let coordinator = try find(item.screen).0
      try checkToken(call.token, ofContentOn: coordinator, responder.access)
      changes.append(
        (
          coordinator, try ContentDescription(item.content, path: "contents.\(index).content", now: wallTime),
          { group.add($0, on: item.screen) }
        ))
    }
    do throws(SceneError) {
      try system.showTogether(changes)
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }
}

import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Daemon {
  /// Sets what scenes on several screens show; they change together.
  func showTogether(_ call: ShowTogetherCall, _ responder: ControlResponder) throws(ControlError) {
    var changes: [(coordinator: ScreenCoordinator, screen: String, content: ContentDescription)] = []
    for item in call.contents {
      changes.append((try find(item.screen).0, item.screen, try ContentDescription(item.content)))
    }
    let group = PictureOutcomes(count: changes.count, completion: answer(call, responder))
    system.presentTogether {
      for (coordinator, screen, content) in changes {
        do throws(SceneError) {
          try coordinator.show(content) { group.add($0, on: screen) }
        } catch {
          group.add(.failed(error), on: screen)
        }
      }
    }
    if !call.waitsForFlip { responder.reply(PicturesReply(presented: [], note: stateKeeper.trouble)) }
  }
}

import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import Rasterizing
import Scenes

extension Daemon {
  /// Has scenes laid out anew, and answers when the last is.
  func refreshSessions(_ call: RefreshSessionsCall, _ responder: ControlResponder) throws(ControlError) {
    try checkApp(call.app)
    var sessions = system.sessions(SessionFilter(app: call.app))
    if let identifier = call.session {
      let session = try find(session: identifier)
      sessions = sessions.filter { $0 === session }
    }
    system.refresh(sessions) { responder.reply(RefreshSessionsReply(sessions: $0)) }
  }

  /// Makes a small picture of a file, and answers with it as a PNG, or with what is wrong with the file.
  func filePicture(_ call: FilePictureCall, _ responder: ControlResponder) {
    filePictures.make(call.file, longestSide: call.longestSide) { result in
      switch result {
      case .success(let made):
        responder.reply(
          FilePictureReply(file: call.file, width: made.size.width, height: made.size.height, png: made.png))
      case .failure(let error): responder.fail(error)
      }
    }
  }

  /// Draws a small picture of what a scene shows, and answers with it as a PNG.
  func snapshot(_ call: SnapshotCall, _ responder: ControlResponder) throws(ControlError) {
    let snapshot: SceneSnapshot
    do throws(SceneError) {
      snapshot = try system.snapshot(of: call.session)
    } catch {
      throw ControlError(error)
    }
    guard let frame = SnapshotRenderer().draw(snapshot, at: dayClock.screens.now), let pixels = frame.pixels else {
      throw .failed(message: "there is no memory for the snapshot")
    }
    let asker = PictureAsker(responder, lookingOn: call.lookingOn)
    encode(pixels) { result in
      switch result {
      case .success(let png):
        asker.hand(
          SnapshotReply(session: call.session, width: pixels.size.width, height: pixels.size.height, png: png),
          of: .snapshot, isSecret: frame.isSecret)
      case .failure(let error): responder.fail(.failed(message: error.description))
      }
    }
  }
}

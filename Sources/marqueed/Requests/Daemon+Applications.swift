import Composition
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Daemon {
  /// Puts the application scenes of an app on a screen, and answers with the pictures of the two screens.
  func placeApp(_ call: PlaceAppCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.place(call.app, on: call.screen, byHand: call.byHand ?? true, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Makes another application scene, and answers with its session once it is shown.
  func requestScene(_ call: RequestSceneCall, _ responder: ControlResponder) throws(ControlError) {
    let userInfo = try UserInfo(asked: call.userInfo ?? [:])
    var identifier = ""
    var isKept = false
    var shown: [PresentedFrame]?
    do throws(SceneError) {
      let session = try system.requestScene(
        of: call.app, userInfo: userInfo, frame: call.frame.map(UnitRect.init)
      ) { outcomes in
        let frames = outcomes.compactMap { screen, outcome -> PresentedFrame? in
          if case .shown(let record) = outcome { PresentedFrame(record, screen: screen) } else { nil }
        }
        shown = frames
        // Some are shown before it is known which session that is, or before that is kept.
        if isKept { responder.reply(RequestSceneReply(session: identifier, presented: frames)) }
      }
      identifier = session.identifier
    } catch {
      throw ControlError(error)
    }
    stateKeeper.whenKept { [stateKeeper] in
      if let trouble = stateKeeper.trouble {
        return responder.fail(.failed(message: "the session \(identifier) is \(trouble)"))
      }
      isKept = true
      if shown != nil || !call.waitsForFlip {
        responder.reply(RequestSceneReply(session: identifier, presented: shown ?? []))
      }
    }
  }

  /// Moves the window of an application scene.
  func setFrame(_ call: SetFrameCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.setFrame(call.frame.map(UnitRect.init), of: call.session, completion: answer(call, responder))
    } catch {
      throw ControlError(error)
    }
    replyWithoutFlip(call, responder)
  }

  /// Owns the input of an app for a controller until its connection is closed.
  func ownInput(_ call: OwnInputCall, _ responder: ControlResponder) throws(ControlError) {
    do throws(SceneError) {
      try system.ownInput(of: call.app)
    } catch {
      throw ControlError(error)
    }
    responder.onGone = { [weak self] in self?.system.releaseInput(of: call.app) }
    responder.send(OwnInputReply(app: call.app))
  }

  /// Hands what a controller's user has done to an application scene.
  func sendInput(_ call: SendInputCall) throws(ControlError) -> EmptyReply {
    let values = try UserInfo(asked: call.values ?? [:], parameter: "values")
    do throws(SceneError) {
      try system.send(InputEvent(kind: call.kind, values: values), to: call.session)
    } catch {
      throw ControlError(error)
    }
    return EmptyReply()
  }
}

nonisolated extension UnitRect {
  /// What a request says.
  fileprivate init(_ info: FrameInfo) {
    self.init(x: info.x, y: info.y, width: info.width, height: info.height)
  }
}

nonisolated extension FrameInfo {
  /// What is told of a window.
  init(_ frame: UnitRect) {
    self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
  }
}

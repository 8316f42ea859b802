import ControlProtocol
import ControlServer

/// Who waits for a picture, and how much of one may be in it.
struct PictureAsker {
  let responder: ControlResponder
  /// For somebody who may only look on, whatever the caller may do.
  let isLookingOn: Bool

  init(_ responder: ControlResponder, lookingOn: Bool?) {
    self.responder = responder
    isLookingOn = lookingOn == true
  }

  /// Hands over a picture as it was drawn: this is the only place where it is decided whether somebody gets it.
  ///
  /// - Parameter isSecret: whether that very picture has something in it, as a code, by which whoever sees it could do more than look.
  func hand(_ reply: some ControlReply, of method: ControlMethod, isSecret: Bool) {
    let access = isLookingOn ? min(responder.access, .observe) : responder.access
    guard isSecret, access < .control else { return responder.reply(reply) }
    responder.fail(.accessDenied(method: method.rawValue, required: .control, granted: access))
  }
}

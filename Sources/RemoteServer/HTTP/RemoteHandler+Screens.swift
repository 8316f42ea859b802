internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import HTTPServer

extension RemoteHandler {
  /// The stream of the log.
  func screenEvents(_ session: SessionRecord) -> HTTPAnswer {
    guard let events = screens.hub.listen(session: session.digest, role: session.role) else {
      return RemoteHandler.tooManyListen
    }
    return RemoteHandler.stream(events)
  }

  /// One of the daemon's methods, for the screens page.
  func call(_ body: [UInt8], _ session: SessionRecord) async -> HTTPAnswer {
    guard let known = ScreenCalls.method(of: body) else {
      return Answers.refusal(.badRequest, "That is nothing that a page can ask for.")
    }
    guard session.role == .control || known.role == .observe else { return RemoteHandler.observer }
    guard desk.may(known.role == .control ? .action : .picture, session.digest) else { return RemoteHandler.tooMany }
    do {
      return Answers.make(
        .ok, type: "application/json", body: try await known.make(body, screens.calls))
    } catch let error as CallFailure {
      return failure(error)
    } catch {
      return Answers.refusal(.badRequest, (error as? ControlError)?.message ?? "That makes no sense.")
    }
  }

  /// What a screen or a session shows, small.
  func look(_ request: HTTPRequest, _ session: SessionRecord) async -> HTTPAnswer {
    func value(_ name: String) -> String? { request.value(name).map { String($0.prefix(200)) } }
    guard desk.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    let look: LookShelf.Look
    // Who controls a talk does so while it lasts: a code for the box is nothing for them either.
    let isLookingOn = session.role != .control || session.purpose != .screens
    if let name = value("screen"), let side = value("side").flatMap({ Int($0) }), LookShelf.sides.contains(side) {
      look = .screen(name, longestSide: side, lookingOn: isLookingOn)
    } else if let identifier = value("session") {
      guard session.role == .control else { return RemoteHandler.observer }
      look = .session(identifier, lookingOn: isLookingOn)
    } else {
      return RemoteHandler.missing
    }
    do {
      // What the speaker alone sees may be on the machine's own screen.
      if session.role == .observe, case .screen(let name, _, _) = look,
        try await screens.calls.call(ExplainCall(screen: name)).record.settings.contains(where: {
          $0.name == "use" && $0.value == "main"
        })
      {
        return Answers.refusal(
          .forbidden, "That is the machine’s own screen, and this device was paired to look on only.")
      }
      let picture = try await screens.looks.picture(look)
      return RemoteHandler.picture(picture, request, cache: "no-cache")
    } catch CallFailure.client(.refused) where isLookingOn {
      return Answers.refusal(
        .forbidden, "That display shows a code for pairing, and this device was not paired for the screens.")
    } catch let error as CallFailure {
      return failure(error)
    } catch {
      return Answers.refusal(.internalServerError, "The picture could not be drawn.")
    }
  }
}

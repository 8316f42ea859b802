internal import ControlClient
internal import ControlProtocol

/// The requests of the screens page: its events, calls of the daemon, and previews.
struct ScreenRequests: Sendable {
  let access: RemoteAccess
  let feed: ScreenFeed
  let calls: CallQueue
  let previews: WebPictureCache<ScreenPictureName>

  /// The stream of the log.
  func events(_ session: WebSession) -> HTTPAnswer {
    Answers.stream(feed.subscribe(session: session.digest, role: session.role))
  }

  /// Calls one of the daemon's methods.
  func call(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard let method = ScreenCalls.method(of: body) else {
      return Answers.refusal(.badRequest, "Pages cannot call this method.")
    }
    let counted: RemoteAccess.Counted = method.role == .control ? .action : .picture
    if let refusal = access.refusal(session, counted, for: method.role) { return refusal }
    do {
      return Answers.make(.ok, type: "application/json", body: try await method.send(body, calls))
    } catch let error as CallFailure {
      return Answers.failure(error)
    } catch {
      return Answers.refusal(.badRequest, (error as? ControlError)?.message ?? "The call is invalid.")
    }
  }

  /// A small picture of a screen or a session.
  func preview(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    func value(_ name: String) -> String? { request.value(name).map { String($0.prefix(200)) } }
    if let refusal = access.refusal(session, .picture, for: .observe) { return refusal }
    let picture: ScreenPictureName
    // A device that is paired for a talk may not see a pairing code of the machine either.
    let isLookingOn = session.role != .control || session.purpose != .screens
    if let name = value("screen"), let side = value("side").flatMap({ Int($0) }), ScreenPictureName.sides.contains(side)
    {
      picture = .screen(name, longestSide: side, lookingOn: isLookingOn)
    } else if let identifier = value("session") {
      guard session.role == .control else { return Answers.observer }
      picture = .session(identifier, lookingOn: isLookingOn)
    } else {
      return Answers.missing
    }
    do throws(CallFailure) {
      // The machine's own screen may show the speaker's view.
      if session.role == .observe, case .screen(let name, _, _) = picture,
        try await calls.call(ExplainCall(screen: name)).record.settings.contains(where: {
          $0.name == "use" && $0.value == "main"
        })
      {
        return Answers.refusal(
          .forbidden, "This is the machine’s own screen, and this device is paired to observe only.")
      }
      return Answers.picture(try await previews.picture(picture), request, cache: "no-cache")
    } catch {
      guard isLookingOn, case .client(.refused) = error else { return Answers.failure(error) }
      return Answers.refusal(
        .forbidden, "This display shows a code for pairing, and this device is not paired for the screens.")
    }
  }
}

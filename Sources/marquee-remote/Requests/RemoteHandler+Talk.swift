internal import ControlClient
internal import ControlProtocol
internal import Glibc

extension RemoteHandler {
  private struct ActReply: Encodable {
    /// When the first frame was on a display that shows it, on the monotonic clock; nil where nobody waited for it.
    let presented: UInt64?
    let note: String?
  }

  private struct SlidesReply: Encodable {
    let pages: Int
    let slides: [TalkSlideInfo]
  }

  /// The stream of states.
  func events(_ session: WebSession) -> HTTPAnswer {
    let greeting = Array("retry: 1000\nevent: hello\ndata: {\"role\":\"\(session.role.rawValue)\"}\n\n".utf8)
    guard let events = hub.listen(session: session.digest, role: session.role, greeting: greeting) else {
      return RemoteHandler.tooManyListen
    }
    return RemoteHandler.stream(events)
  }

  static func stream(_ events: EventStream) -> HTTPAnswer {
    var answer = Answers.make(.ok, type: "text/event-stream")
    answer.body = .stream(events)
    return answer
  }

  static let tooManyListen = Answers.refusal(
    .serviceUnavailable, "Too many devices look on already.", headers: ["Retry-After": "5"])

  /// Does something in the talk, in the words of `ControlTalk`.
  func act(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    var call: ControlTalkCall
    do throws(ControlError) {
      call = try ControlJSON.decode(ControlTalkCall.self, from: body)
      try call.validate()
    } catch {
      return Answers.refusal(.badRequest, error.message)
    }
    if call.action.isPointing || call.action == .pointerOff {
      // A pointer that stays on would be worse than one call too many: of what waits only the newest is sent.
      guard call.action == .pointerOff || access.may(.pointing, session.digest) else { return RemoteHandler.tooMany }
      call.noWait = true
      pointer.point(call)
      return Answers.make(.accepted)
    }
    guard access.may(.action, session.digest) else { return RemoteHandler.tooMany }
    // Whoever measures waits for the flip; the pages hear of the change by their stream.
    call.noWait = call.noWait ?? true
    do throws(CallFailure) {
      let reply = try await actions.call(call)
      return Answers.json(ActReply(presented: reply.presented.map(\.timestampNanoseconds).min(), note: reply.note))
    } catch {
      return failure(error)
    }
  }

  /// Titles and notes of slides; for an observer the title of the one that is on a display.
  func slides(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    guard access.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    func number(_ name: String) -> Int? { request.value(name).flatMap { Int($0) } }
    var call = TalkSlidesCall(first: number("first"), count: number("count"))
    let isObserver = session.role == .observe
    if isObserver {
      guard let seen = PageState.seen(hub.talk) else { return Answers.json(SlidesReply(pages: 0, slides: [])) }
      call = TalkSlidesCall(first: seen, count: 1)
    }
    do throws(ControlError) { try call.validate() } catch { return Answers.refusal(.badRequest, error.message) }
    do throws(CallFailure) {
      var reply = try await slides.call(call)
      if isObserver {
        reply.slides.removeAll { $0.page != call.first }
        for place in reply.slides.indices { reply.slides[place].notes = "" }
      }
      return Answers.json(SlidesReply(pages: reply.pages, slides: reply.slides))
    } catch {
      return failure(error)
    }
  }

  /// A picture of a slide.
  func picture(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    let isNotes = request.query.contains { $0.name == "part" && $0.value == "notes" }
    guard let name = PictureName(path: request.path.dropFirst("/picture/".count), isNotes: isNotes) else {
      return RemoteHandler.missing
    }
    guard name.place == hub.pictures else {
      return Answers.refusal(.gone, "That picture is of a talk that has ended.")
    }
    guard session.role == .control || (!isNotes && name.page == PageState.seen(hub.talk)) else {
      return Answers.refusal(.forbidden, "That is on no display, and this device was paired to look on only.")
    }
    guard access.may(.picture, session.digest) else { return RemoteHandler.tooMany }
    do {
      let picture = try await shelf.picture(name)
      return RemoteHandler.picture(picture, request, cache: "private, max-age=86400, immutable")
    } catch let error as CallFailure {
      return failure(error)
    } catch {
      return Answers.refusal(.internalServerError, "The picture could not be drawn.")
    }
  }

  /// A picture, or nothing where the browser has it.
  static func picture(_ picture: SlidePictureCache.Picture, _ request: HTTPRequest, cache: String) -> HTTPAnswer {
    if request.header("if-none-match") == picture.tag {
      return Answers.make(.notModified, cache: cache, headers: ["ETag": picture.tag])
    }
    return Answers.make(.ok, type: "image/png", cache: cache, body: picture.png, headers: ["ETag": picture.tag])
  }

  func failure(_ failure: CallFailure) -> HTTPAnswer {
    switch failure {
    case .busy:
      Answers.refusal(.serviceUnavailable, "marqueed is busy. Try again.", headers: ["Retry-After": "1"])
    case .late:
      Answers.refusal(.serviceUnavailable, "marqueed was busy for too long: that was not done. Try again.")
    case .client(.failed(let error)):
      Answers.refusal(error == .noTalk ? .conflict : .unprocessableContent, error.message)
    case .client(.refused(let message)): Answers.refusal(.serviceUnavailable, message)
    case .client(let error): Answers.refusal(.serviceUnavailable, error.description)
    }
  }
}

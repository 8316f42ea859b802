internal import ControlProtocol

/// The requests of a talk's pages: its events, actions, notes and slide pictures.
struct TalkRequests: Sendable {
  private struct ActReply: Encodable {
    /// The time of the first frame with the change, on the monotonic clock; nil if the call did not wait for it.
    let presented: UInt64?
    let note: String?
  }

  private struct SlidesReply: Encodable {
    let pages: Int
    let slides: [TalkSlideInfo]
  }

  let access: RemoteAccess
  let feed: TalkFeed
  let actions: CallQueue
  let slideCalls: CallQueue
  let pictures: WebPictureCache<PictureName>
  let pointer: PointerRelay

  func events(_ session: WebSession) -> HTTPAnswer {
    Answers.stream(feed.subscribe(session: session.digest, role: session.role))
  }

  /// Sends a `ControlTalk` call.
  func act(_ body: [UInt8], _ session: WebSession) async -> HTTPAnswer {
    guard session.role == .control else { return Answers.observer }
    var call: ControlTalkCall
    do throws(ControlError) {
      call = try ControlJSON.decode(ControlTalkCall.self, from: body)
      try call.validate()
    } catch {
      return Answers.refusal(.badRequest, error.message)
    }
    if call.action.isPointing || call.action == .pointerOff {
      // There is no limit for `pointerOff`, because a pointer that stays on is worse than one more call.
      guard call.action == .pointerOff || access.may(.pointing, session.digest) else { return Answers.tooMany }
      call.noWait = true
      pointer.point(call)
      return Answers.make(.accepted)
    }
    guard access.may(.action, session.digest) else { return Answers.tooMany }
    // Only measurements wait for the flip, because the pages get the change from their stream.
    call.noWait = call.noWait ?? true
    do throws(CallFailure) {
      let reply = try await actions.call(call)
      return Answers.json(ActReply(presented: reply.presented.map(\.monotonicNanoseconds).min(), note: reply.note))
    } catch {
      return Answers.failure(error)
    }
  }

  /// Titles and notes of slides; an observer gets only the title of the slide on a display.
  func slides(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    if let refusal = access.refusal(session, .picture, for: .observe) { return refusal }
    func number(_ name: String) -> Int? { request.value(name).flatMap { Int($0) } }
    var call = TalkSlidesCall(first: number("first"), count: number("count"))
    let isObserver = session.role == .observe
    if isObserver {
      guard let visiblePage = PageState.visiblePage(feed.talk) else {
        return Answers.json(SlidesReply(pages: 0, slides: []))
      }
      call = TalkSlidesCall(first: visiblePage, count: 1)
    }
    do throws(ControlError) { try call.validate() } catch { return Answers.refusal(.badRequest, error.message) }
    do throws(CallFailure) {
      var reply = try await slideCalls.call(call)
      if isObserver {
        reply.slides.removeAll { $0.page != call.first }
        for place in reply.slides.indices { reply.slides[place].notes = "" }
      }
      return Answers.json(SlidesReply(pages: reply.pages, slides: reply.slides))
    } catch {
      return Answers.failure(error)
    }
  }

  func picture(_ request: HTTPRequest, _ session: WebSession) async -> HTTPAnswer {
    let isNotes = request.query.contains { $0.name == "part" && $0.value == "notes" }
    guard let name = PictureName(path: request.path.dropFirst("/picture/".count), isNotes: isNotes) else {
      return Answers.missing
    }
    guard name.place == feed.pictures else {
      return Answers.refusal(.gone, "This picture is of a talk that has ended.")
    }
    guard session.role == .control || (!isNotes && name.page == PageState.visiblePage(feed.talk)) else {
      return Answers.refusal(.forbidden, "No display shows this, and this device is paired to observe only.")
    }
    guard access.may(.picture, session.digest) else { return Answers.tooMany }
    do throws(CallFailure) {
      return Answers.picture(
        try await pictures.picture(name), request, cache: "private, max-age=86400, immutable")
    } catch {
      return Answers.failure(error)
    }
  }
}

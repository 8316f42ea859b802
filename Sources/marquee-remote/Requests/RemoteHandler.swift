internal import ControlProtocol
internal import Glibc
internal import Synchronization

/// Answers every request: who asks, from where, and what for.
struct RemoteHandler: Sendable {
  /// The largest body that a page sends.
  static let bodyBytes = 4096

  let access: RemoteAccess
  let hub: TalkFeed
  let actions: CallQueue
  let shelf: SlidePictureCache
  let slides: CallQueue
  let pointer: PointerRelay
  let screens: ScreenPageServices
  let pages: PageFiles
  let entrance: SiteIdentity

  /// The answer to a request.
  func answer(_ request: HTTPRequest) async -> HTTPAnswer {
    var answer = await respond(to: request)
    answer.isPaired = session(request) != nil
    return answer
  }

  private func respond(to request: HTTPRequest) async -> HTTPAnswer {
    let (peer, body) = (request.peer, request.body)
    guard entrance.isHost(request.header("host")) else {
      return Answers.refusal(
        .misdirectedRequest, "This server has another name. Open the address that was printed or shown with the code.")
    }
    // A device that is paired for control may upload as fast as the disk takes it: pieces of a file come one after the other.
    let isUpload = request.method == "POST" && request.path == "/api/upload" && session(request)?.role == .control
    guard isUpload || access.mayAsk(peer.network) else { return RemoteHandler.tooMany }
    let claims = OriginCheck.Claims(
      origin: request.header("origin"), fetchSite: request.header("sec-fetch-site"),
      fetchMode: request.header("sec-fetch-mode"), host: request.header("host"))
    switch request.method {
    case "GET":
      guard OriginCheck.mayRead(claims, isSecure: entrance.isSecure) else { return RemoteHandler.foreign }
      return await get(request)
    case "POST":
      guard OriginCheck.mayChange(claims, isSecure: entrance.isSecure) else { return RemoteHandler.foreign }
      if request.path == "/api/upload" { return await upload(request, body) }
      guard request.header("content-type")?.lowercased().hasPrefix("application/json") ?? false else {
        return Answers.refusal(.unsupportedMediaType, "Only application/json is taken.")
      }
      guard request.header("content-length") != nil else {
        return Answers.refusal(.lengthRequired, "The length of the body is wanted.")
      }
      guard body.count <= RemoteHandler.bodyBytes else {
        return Answers.refusal(.payloadTooLarge, "At most \(RemoteHandler.bodyBytes) bytes are taken.")
      }
      return await post(request, body: body, from: peer.address)
    default:
      return Answers.refusal(
        .methodNotAllowed, "Only GET and POST are known here.", headers: ["Allow": "GET, POST"])
    }
  }

  private func get(_ request: HTTPRequest) async -> HTTPAnswer {
    let path = request.path
    let ifNoneMatch = request.header("if-none-match")
    if path == "/pair" { return page("pair.html", ifNoneMatch) }
    if path.hasPrefix("/assets/") {
      guard let file = pages[String(path.dropFirst("/assets/".count))] else { return nothing(request) }
      guard file.isOpen || session(request) != nil else { return RemoteHandler.unpaired }
      return Answers.file(file, ifNoneMatch: ifNoneMatch)
    }
    guard let session = session(request) else {
      if path == "/screens" { return Answers.redirect(to: "/pair?to=screens") }
      if path == "/" || path == "/console" { return Answers.redirect(to: "/pair") }
      return nothing(request, otherwise: RemoteHandler.unpaired)
    }
    switch path {
    case "/": return page("phone.html", ifNoneMatch)
    case "/console": return page("console.html", ifNoneMatch)
    case "/screens": return renewed(page("screens.html", ifNoneMatch), session, request)
    case "/api/screens": return screenEvents(session)
    case "/api/media": return await media(session)
    case "/thumbnail": return await thumbnail(request, session)
    case "/look": return await look(request, session)
    case "/api/events": return events(session)
    case "/api/slides": return await slides(request, session)
    default:
      if path.hasPrefix("/picture/") { return await picture(request, session) }
      return nothing(request)
    }
  }

  private func post(_ request: HTTPRequest, body: [UInt8], from address: String) async -> HTTPAnswer {
    if request.path == "/api/pair" { return await pair(body, from: address) }
    guard let session = session(request) else { return RemoteHandler.unpaired }
    switch request.path {
    case "/api/show": return await show(body, session)
    case "/api/remove": return await remove(body, session)
    case "/api/call": return await call(body, session)
    case "/api/act": return await act(body, session)
    case "/api/code": return code(body, session)
    case "/api/leave": return await leave(session)
    default: return RemoteHandler.missing
    }
  }

  /// Ends the streams of sessions.
  func dismiss(_ sessions: [String]) {
    hub.dismiss(sessions: sessions)
    screens.hub.dismiss(sessions: sessions)
  }

  /// The session whose token the browser shows.
  func session(_ request: HTTPRequest) -> WebSession? {
    entrance.token(request.header("cookie")).flatMap { access.session($0) }
  }

  /// An answer with a cookie that lasts longer, for who has set the box up.
  private func renewed(_ answer: HTTPAnswer, _ session: WebSession, _ request: HTTPRequest) -> HTTPAnswer {
    guard let token = entrance.token(request.header("cookie")), access.renew(session) else { return answer }
    var answer = answer
    answer.set("Set-Cookie", entrance.cookie(token, lifetime: WebSessions.lastingLifetime))
    return answer
  }

  /// A page with a way home for a person's browser, and a sentence in JSON for a program.
  private func nothing(_ request: HTTPRequest, otherwise sentence: HTTPAnswer = missing) -> HTTPAnswer {
    guard AcceptedTypes.wantsPage(request.header("accept")), let page = pages["nothing.html"] else {
      return sentence
    }
    return Answers.make(.notFound, type: page.type, body: page.bytes)
  }

  private func page(_ name: String, _ ifNoneMatch: String?) -> HTTPAnswer {
    guard let file = pages[name] else { return RemoteHandler.missing }
    return Answers.file(file, ifNoneMatch: ifNoneMatch)
  }

  static let missing = Answers.refusal(.notFound, "There is nothing here.")
  static let unpaired = Answers.refusal(
    .unauthorized, "This browser is not paired, or the talk that it was paired for has ended.")
  static let foreign = Answers.refusal(.forbidden, "Only this server's own pages may ask for that.")
  static let tooMany = Answers.refusal(
    .tooManyRequests, "Too much was asked for at once. Wait a moment.", headers: ["Retry-After": "1"])
}

extension RemoteHandler {
  private struct PairCall: Decodable {
    let code: String
    /// What the browser is to be paired for, as a word; nil for a talk.
    let purpose: String?
  }

  private struct CodeCall: Decodable {
    let role: RemoteRole
  }

  private struct CodeReply: Encodable {
    let code: String
    let url: String
    let link: String
  }

  /// Takes a code, and gives a cookie for it.
  func pair(_ body: [UInt8], from address: String) async -> HTTPAnswer {
    guard let call = try? ControlJSON.decode(PairCall.self, from: body) else {
      return Answers.refusal(.badRequest, "A code is wanted.")
    }
    guard let purpose = WebSession.Purpose(rawValue: call.purpose ?? WebSession.Purpose.talk.rawValue) else {
      return Answers.refusal(.badRequest, "What this device is to be paired for is talk or screens, and nothing else.")
    }
    let redemption = await access.redeem(call.code, from: address, for: purpose, talk: hub.talk?.identifier)
    switch redemption.outcome {
    case .paired(let role, _, isCard: let isCard):
      // Where there are too many pairings the oldest has ended.
      dismiss(access.over(hub.sessions.union(screens.hub.sessions)))
      // Who has typed the code of a card is to have the page that its link opens.
      var reply = ["role": role.rawValue]
      if isCard { reply["page"] = "/screens" }
      if let trouble = redemption.trouble {
        reply["unkept"] = "This device is paired, but only until marquee-remote ends: \(trouble)."
      }
      return Answers.json(
        reply,
        headers: [
          "Set-Cookie": entrance.cookie(
            redemption.token ?? "", lifetime: isCard ? WebSessions.lastingLifetime : WebSessions.lifetime)
        ])
    case .unkept:
      return Answers.refusal(
        .internalServerError,
        "The code is right, but this box cannot write down that it has somebody now: its disk may be full or read-only. Nobody was paired."
      )
    case .wrong:
      return Answers.refusal(
        .forbidden, "That is not the code. It has eight letters and digits; look at them once more.")
    case .used:
      return Answers.refusal(
        .forbidden, "That code was used already: each is good for one device. Ask for another one.")
    case .expired:
      return Answers.refusal(.forbidden, "That code has expired: each is good for ten minutes. Ask for another one.")
    case .withdrawn:
      return Answers.refusal(
        .forbidden,
        "That code counts no more: the display shows something else by now (one that is frozen still has its picture of before), or somebody has "
          + "paired. `marquee-remote code` on that machine makes one.")
    case .wait(let seconds):
      let whole = Int(seconds.rounded(.up))
      return Answers.refusal(
        .tooManyRequests, "Too many wrong codes. Try again in \(whole) s.",
        headers: ["Retry-After": "\(whole)"])
    }
  }

  /// Ends the pairing of who asks; says so where that could not be kept.
  func leave(_ session: WebSession) async -> HTTPAnswer {
    access.end(session.digest)
    dismiss([session.digest])
    let headers = ["Set-Cookie": entrance.cookie("", lifetime: 0)]
    guard let trouble = await access.whenKept() else { return Answers.make(.noContent, headers: headers) }
    return Answers.refusal(
      .internalServerError,
      "This device has forgotten its pairing, but the box has not: \(trouble). Until that can be written, a copy of this browser’s data "
        + "would be let in again after a restart of marquee-remote.", headers: headers)
  }

  /// A code for another device.
  func code(_ body: [UInt8], _ session: WebSession) -> HTTPAnswer {
    guard session.role == .control else { return RemoteHandler.observer }
    guard access.may(.action, session.digest) else { return RemoteHandler.tooMany }
    guard let call = try? ControlJSON.decode(CodeCall.self, from: body) else {
      return Answers.refusal(.badRequest, "A role is wanted: observe or control.")
    }
    // Who is here for a talk lets nobody in for longer: the audience sees such codes.
    let code = access.makeCode(call.role, for: session.purpose ?? .talk)
    return Answers.json(
      CodeReply(code: PairingCode.written(code), url: entrance.url, link: entrance.link(code)))
  }

  static let observer = Answers.refusal(.forbidden, "This device was paired to look on only.")
}

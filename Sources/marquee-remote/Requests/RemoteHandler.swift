/// Checks the host, origin and session of each request, and calls the method for its path.
struct RemoteHandler: Sendable {
  /// The maximum number of bytes of a JSON body.
  private static let bodyBytes = 4096
  /// The paths of requests with a list. From paired devices the server reads long ones.
  private static let lists = ["/api/plays"]

  let access: RemoteAccess
  let site: SiteIdentity
  let pages: PageFiles
  let pairing: PairingRequests
  let talk: TalkRequests
  let screens: ScreenRequests
  let media: MediaRequests
  let playlist: PlaylistRequests
  let present: PresentRequests

  func answer(_ request: HTTPRequest) async -> HTTPAnswer {
    var answer = await respond(to: request)
    answer.isPaired = session(request) != nil
    return answer
  }

  /// Whether the body of a request may be long: a list of a paired device.
  func mayBeLong(_ path: String, cookies: String?) -> Bool {
    RemoteHandler.lists.contains(path) && session(cookies) != nil
  }

  private func respond(to request: HTTPRequest) async -> HTTPAnswer {
    guard site.isHost(request.header("host")) else {
      return Answers.refusal(
        .misdirectedRequest,
        "This server has another host name. Open the address that was printed or shown with the code.")
    }
    // This limit does not apply to uploads of a device in control. The disk bounds their speed.
    let isUpload = request.method == "POST" && request.path == "/api/upload" && session(request)?.role == .control
    guard isUpload || access.mayRequest(request.peer.network) else { return Answers.tooMany }
    let claims = OriginCheck.Claims(
      origin: request.header("origin"), fetchSite: request.header("sec-fetch-site"),
      fetchMode: request.header("sec-fetch-mode"), host: request.header("host"))
    switch request.method {
    case "GET":
      guard OriginCheck.mayRead(claims, isSecure: site.isSecure) else { return Answers.foreign }
      return await get(request)
    case "POST":
      guard OriginCheck.mayChange(claims, isSecure: site.isSecure) else { return Answers.foreign }
      if request.path == "/api/upload" {
        guard let session = session(request) else { return Answers.unpaired }
        return await media.upload(request, session)
      }
      guard request.header("content-type")?.lowercased().hasPrefix("application/json") ?? false else {
        return Answers.refusal(.unsupportedMediaType, "Only application/json is accepted.")
      }
      guard request.header("content-length") != nil else {
        return Answers.refusal(.lengthRequired, "The length of the body is missing.")
      }
      guard request.body.count <= RemoteHandler.bodyBytes || RemoteHandler.lists.contains(request.path) else {
        return Answers.refusal(.payloadTooLarge, "A body has at most \(RemoteHandler.bodyBytes) bytes.")
      }
      return await post(request)
    default:
      return Answers.refusal(.methodNotAllowed, "Only GET and POST are supported.", headers: ["Allow": "GET, POST"])
    }
  }

  private func get(_ request: HTTPRequest) async -> HTTPAnswer {
    let path = request.path
    let ifNoneMatch = request.header("if-none-match")
    if path == "/pair" { return page("pair.html", ifNoneMatch) }
    if path.hasPrefix("/assets/") {
      guard let file = pages[String(path.dropFirst("/assets/".count))] else { return notFound(request) }
      guard file.isOpen || session(request) != nil else { return Answers.unpaired }
      return Answers.file(file, ifNoneMatch: ifNoneMatch)
    }
    guard let session = session(request) else {
      if path == "/screens" { return Answers.redirect(to: "/pair?to=screens") }
      if path == "/" || path == "/console" { return Answers.redirect(to: "/pair") }
      return notFound(request, otherwise: Answers.unpaired)
    }
    switch path {
    case "/": return page("phone.html", ifNoneMatch)
    case "/console": return page("console.html", ifNoneMatch)
    case "/screens": return renewed(page("screens.html", ifNoneMatch), session, request)
    case "/api/screens": return screens.events(session)
    case "/api/media": return await media.list(session)
    case "/api/plays": return await playlist.list(request, session)
    case "/row": return await playlist.picture(request, session)
    case "/thumbnail": return await media.thumbnail(request, session)
    case "/look": return await screens.preview(request, session)
    case "/api/events": return talk.events(session)
    case "/api/slides": return await talk.slides(request, session)
    default:
      if path.hasPrefix("/picture/") { return await talk.picture(request, session) }
      return notFound(request)
    }
  }

  private func post(_ request: HTTPRequest) async -> HTTPAnswer {
    let body = request.body
    if request.path == "/api/pair" { return await pairing.pair(body, from: request.peer.address) }
    guard let session = session(request) else { return Answers.unpaired }
    switch request.path {
    case "/api/show": return await media.show(body, session)
    case "/api/plays": return await playlist.change(body, session)
    case "/api/present": return await present.start(body, session)
    case "/api/remove": return await media.remove(body, session)
    case "/api/call": return await screens.call(body, session)
    case "/api/act": return await talk.act(body, session)
    case "/api/code": return pairing.code(body, session)
    case "/api/leave": return await pairing.leave(session)
    default: return Answers.missing
    }
  }

  /// The session of the request's cookie.
  private func session(_ request: HTTPRequest) -> WebSession? {
    session(request.header("cookie"))
  }

  private func session(_ cookies: String?) -> WebSession? {
    site.token(cookies).flatMap { access.session($0) }
  }

  /// Extends the cookie of the session that set up the machine.
  private func renewed(_ answer: HTTPAnswer, _ session: WebSession, _ request: HTTPRequest) -> HTTPAnswer {
    guard let token = site.token(request.header("cookie")), access.renew(session) else { return answer }
    var answer = answer
    answer.headers.append(("Set-Cookie", site.cookie(token, lifetime: WebSessions.lastingLifetime)))
    return answer
  }

  /// A page for a browser, and JSON for a program.
  private func notFound(_ request: HTTPRequest, otherwise sentence: HTTPAnswer = Answers.missing) -> HTTPAnswer {
    guard AcceptedTypes.wantsPage(request.header("accept")), let page = pages["nothing.html"] else { return sentence }
    return Answers.make(.notFound, type: page.type, body: page.bytes)
  }

  private func page(_ name: String, _ ifNoneMatch: String?) -> HTTPAnswer {
    pages[name].map { Answers.file($0, ifNoneMatch: ifNoneMatch) } ?? Answers.missing
  }
}

import ControlProtocol
import Foundation
import Synchronization
import TestKit
import Testing

@testable import marquee_remote

/// Real HTTP over loopback to a whole server, whose daemon is simulated.
@Suite(.serialized)
struct RemoteServerTests {
  private func with(
    _ talk: TalkInfo = DaemonSample.talk(page: 1),
    clock: RemoteAccess.AccessClock = RemoteAccess.AccessClock(monotonic: { 0 }),
    timeouts: CallTimeouts = .endless, _ body: (RemoteBench) async throws -> Void
  ) async throws {
    let bench = try await RemoteBench(talk, clock: clock, timeouts: timeouts)
    do { try await body(bench) } catch {
      await bench.end()
      throw error
    }
    await bench.end()
  }

  @Test func everythingButThePairingPageNeedsIt() async throws {
    try await with { bench in
      for path in [
        "/api/events", "/api/slides", bench.picture(1), "/assets/talk.js", "/assets/phone.css", "/nothing",
        "/p/ACDEFGHJ", "/api/screens", "/api/media", "/look?screen=HDMI-A-1&side=320", "/assets/screens.js",
      ] {
        #expect(await bench.ask("GET", path).status == 401, "\(path)")
      }
      for path in ["/", "/console", "/screens"] {
        let answer = await bench.ask("GET", path)
        #expect(answer.status == 303 && answer.head.contains("Location: /pair"))
      }
      for path in ["/pair", "/assets/pair.js", "/assets/base.css", "/assets/icon.svg"] {
        #expect(await bench.ask("GET", path).status == 200, "\(path)")
      }
      for path in [
        "/api/act", "/api/call", "/api/show", "/api/remove", "/api/upload?name=a.png&at=0&size=1", "/api/code",
        "/api/leave",
      ] {
        #expect(await bench.ask("POST", path, body: "{\"action\": \"next\"}").status == 401, "\(path)")
      }
      #expect(bench.daemon.calls.isEmpty && bench.daemon.pictures == 0)
    }
  }

  @Test func aCodeOpensTheDoorOnce() async throws {
    try await with { bench in
      let code = bench.server.makeCode()
      let answer = await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(code)\"}")
      #expect(answer.status == 200)
      #expect(answer.head.contains("HttpOnly; SameSite=Strict") && !answer.head.contains("Secure"))
      let cookie = try #require(answer.cookie)
      #expect(await bench.ask("GET", "/", cookie: cookie).status == 200)
      let again = await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(code)\"}")
      #expect(again.status == 403 && again.body.contains("used already"))
      #expect(again.cookie == nil)
      #expect(bench.said.contains { $0.contains("a used code from") })
    }
  }

  @Test func wrongCodesGetTheTimeOfTheNextTry() async throws {
    try await with { bench in
      #expect(await bench.ask("POST", "/api/pair", body: "{\"code\": \"AAAA-AAAA\"}").status == 403)
      #expect(await bench.ask("POST", "/api/pair", body: "{\"code\": \"what?\"}").status == 403)
      let third = await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(bench.server.makeCode())\"}")
      #expect(third.status == 429 && third.head.contains("Retry-After: 1"))
      #expect(bench.said.filter { $0.contains("a wrong code from 127.0.0.1") }.count == 2)
    }
  }

  @Test func actionsOfAPhoneReachTheDaemon() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      #expect(await bench.ask("POST", "/api/act", body: "{\"action\": \"next\"}", cookie: cookie).status == 200)
      #expect(
        await bench.ask("POST", "/api/act", body: "{\"action\": \"goto\", \"page\": 7}", cookie: cookie).status == 200)
      #expect(bench.daemon.calls.map(\.action) == [.next, .goto])
      #expect(bench.daemon.calls.last?.page == 7 && bench.daemon.calls.last?.noWait == true)
    }
  }

  @Test(arguments: [
    "{}", "[]", "", "{\"action\": \"explode\"}", "{\"action\": \"goto\"}", "{\"action\": \"goto\", \"page\": 0}",
    "{\"action\": \"pointer\", \"x\": 2, \"y\": 0}", "{\"action\": \"next\", \"page\": 99999999999999999999999}",
    "\u{0}\u{1}",
  ])
  func invalidActionsDoNot(body: String) async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      #expect(await bench.ask("POST", "/api/act", body: body, cookie: cookie).status == 400)
      #expect(bench.daemon.calls.isEmpty)
    }
  }

  @Test func observersLookOnly() async throws {
    try await with { bench in
      let cookie = try await bench.pair(observer: true)
      #expect(await bench.ask("POST", "/api/act", body: "{\"action\": \"next\"}", cookie: cookie).status == 403)
      #expect(await bench.ask("POST", "/api/code", body: "{\"role\": \"control\"}", cookie: cookie).status == 403)
      #expect(await bench.ask("GET", bench.picture(1), cookie: cookie).status == 200)
      #expect(await bench.ask("GET", bench.picture(1) + "?part=notes", cookie: cookie).status == 403)
      let slides = await bench.ask("GET", "/api/slides", cookie: cookie)
      #expect(
        slides.status == 200 && slides.body.contains("Title 1") && !slides.body.contains("Title 2")
          && !slides.body.contains("Secret"))
      let speaker = try await bench.pair()
      #expect(await bench.ask("GET", "/api/slides", cookie: speaker).body.contains("Secret"))
      #expect(bench.daemon.calls.isEmpty)
    }
  }

  @Test func pagesOfOthersAreRefused() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let next = "{\"action\": \"next\"}"
      for headers: [String: String?] in [
        ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": nil], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"], ["Origin": "https://127.0.0.1:\(bench.port)"],
      ] {
        #expect(await bench.ask("POST", "/api/act", body: next, cookie: cookie, headers: headers).status == 403)
      }
      #expect(
        await bench.ask("POST", "/api/act", body: next, cookie: cookie, headers: ["Host": "evil.example:\(bench.port)"])
          .status == 421)
      #expect(await bench.ask("GET", "/", cookie: cookie, headers: ["Host": "evil.example"]).status == 421)
      #expect(
        await bench.ask("POST", "/api/act", body: next, cookie: cookie, headers: ["Content-Type": "text/plain"]).status
          == 415)
      #expect(
        await bench.ask("GET", bench.picture(1), cookie: cookie, headers: ["Sec-Fetch-Site": "cross-site"]).status
          == 403)
      #expect(bench.daemon.calls.isEmpty)
    }
  }

  @Test func aPageThatFloodsIsRefusedAndTheDaemonIsSpared() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      // All at once, so that it does not matter how fast this machine is.
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<200 {
          group.addTask {
            await bench.ask("POST", "/api/act", body: "{\"action\": \"next\"}", cookie: cookie).status
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let served = statuses.count { (200..<300).contains($0) }
      #expect(statuses.contains(429) && served > 0 && bench.daemon.calls.count == served, "\(Set(statuses))")
    }
  }

  @Test func aPictureIsDrawnOnceForAll() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let first = await bench.ask("GET", bench.picture(1), cookie: cookie)
      #expect(first.status == 200 && first.head.contains("immutable") && first.head.contains("Content-Type: image/png"))
      let tag = first.head.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }.map { String($0.dropFirst(6)) }
      #expect(
        await bench.ask("GET", bench.picture(1), cookie: cookie, headers: ["If-None-Match": tag]).status == 304)
      #expect(bench.daemon.pictures == 1)
      #expect(await bench.ask("GET", "/picture/other.0/1/640", cookie: cookie).status == 410)
      #expect(await bench.ask("GET", bench.picture(1, width: 641), cookie: cookie).status == 404)
      #expect(bench.daemon.pictures == 1)
    }
  }

  @Test func rubbishEndsItsConnectionAndNothingElse() async throws {
    try await with { bench in
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<40 {
        let noise = (0..<Int.random(in: 1...4000)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        await bench.throwAway(noise + Array("\r\n\r\n\n".utf8))
      }
      for text in [
        "GET / HTTP/9.9\r\n\r\n", "GET\r\n\r\n", "\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "POST /api/act HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
        "GET /%00%ff%zz?%%% HTTP/1.1\r\nHost: 127.0.0.1:\(bench.port)\r\nConnection: close\r\n\r\n",
        "GET \(String(repeating: "/a", count: 20_000)) HTTP/1.1\r\nConnection: close\r\n\r\n",
      ] { await bench.throwAway(Array((text + "\u{0}garbage\r\n\r\n").utf8)) }
      // A header that is too long.
      #expect(
        await bench.raw("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 300_000)).hasPrefix("HTTP/1.1 431 "))
      #expect(await bench.ask("POST", "/api/pair", body: String(repeating: " ", count: 5000)).status == 413)
      #expect(await bench.ask("DELETE", "/").status == 405)
      #expect(await bench.ask("GET", "/pair").status == 200)
    }
  }

  /// The body of a refused request ends in another request, which would take the headers of the owner's next one.
  @Test(arguments: [
    (403, "Origin: http://elsewhere.example\r\nContent-Type: application/json\r\n", "POST"), (415, "", "POST"),
    (413, "Content-Type: application/json\r\n", "POST"), (405, "", "DELETE"),
  ])
  func theBodyOfARefusedRequestIsNoRequest(status: Int, headers: String, method: String) async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let host = "Host: 127.0.0.1:\(bench.port)\r\n"
      let own = headers.contains("Origin") ? "" : "Origin: http://127.0.0.1:\(bench.port)\r\n"
      let hidden =
        "POST /api/leave HTTP/1.1\r\n\(host)Origin: http://127.0.0.1:\(bench.port)\r\nContent-Type: application/json\r\n"
        + "Content-Length: 0\r\nX: "
      let body = String(repeating: "x", count: 20_000) + hidden
      let refused =
        "\(method) /api/act HTTP/1.1\r\n\(host)\(own)\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      let next = "GET /api/slides HTTP/1.1\r\n\(host)Cookie: \(cookie)\r\nConnection: close\r\n\r\n"
      let answers = await bench.raw(refused + next)
      let statuses = answers.matches(of: #/HTTP/1\.1 (\d+) /#).map { Int($0.output.1) }
      #expect(statuses == [status, 200], "\(answers)")
      #expect(await bench.ask("GET", "/api/slides", cookie: cookie).status == 200, "the owner is still paired")
    }
  }

  @Test func anUploadIsAsFastAsItCanBe() async throws {
    let folder = try TemporaryFolder.make("remote")
    defer { TemporaryFolder.remove(folder) }
    // Its clock is stopped, so all pieces come at one moment.
    let bench = try await RemoteBench(media: folder)
    let cookie = try await bench.pair()
    let (pieces, piece) = (600, String(repeating: "x", count: 1000))
    let requests = (0..<pieces).map { number in
      """
      POST /api/upload?name=a.png&upload=0123abcd&at=\(number * 1000)&size=\(pieces * 1000) HTTP/1.1\r
      Host: 127.0.0.1:\(bench.port)\r
      Origin: http://127.0.0.1:\(bench.port)\r
      Cookie: \(cookie)\r
      Content-Type: application/octet-stream\r
      Content-Length: \(piece.utf8.count)\r
      Connection: close\r
      \r
      \(piece)
      """
    }
    var statuses: [Int?] = []
    for request in requests {
      let answers = await bench.raw(request)
      statuses += answers.matches(of: #/HTTP/1\.1 (\d+) /#).map { Int($0.output.1) }
    }
    #expect(statuses == Array(repeating: 200, count: pieces))
    #expect(try Data(contentsOf: URL(filePath: folder + "/a.png")).count == pieces * 1000)
    await bench.end()
  }

  @Test func eachAnswerConfinesItsPage() async throws {
    try await with { bench in
      for path in ["/pair", "/assets/pair.js", "/nothing"] {
        let head = await bench.ask("GET", path).head
        for header in [
          "Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
        ] {
          #expect(head.contains(header), "\(path): \(header)")
        }
      }
    }
  }

  @Test func aPairingOutlivesARestartAndNothingOfItCanBeReadInTheFile() async throws {
    let folder = try TemporaryFolder.make("remote")
    defer { TemporaryFolder.remove(folder) }
    let bench = try await RemoteBench(stateDirectory: folder)
    let cookie = try await bench.pair()
    let token = try #require(cookie.split(separator: "=").last)
    await bench.end()
    let file = try String(contentsOfFile: folder + "/remote-sessions.json", encoding: .utf8)
    #expect(!file.contains(token))
    let mode =
      try FileManager.default.attributesOfItem(atPath: folder + "/remote-sessions.json")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = try await RemoteBench(stateDirectory: folder)
    // It listens at another port, and the browser has the cookie of before.
    #expect(again.port != bench.port)
    #expect(await again.ask("GET", "/", cookie: cookie).status == 200)
    await again.end()
  }

  @Test func leavingEndsThePairing() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      #expect(await bench.ask("POST", "/api/leave", body: "{}", cookie: cookie).status == 204)
      #expect(await bench.ask("GET", "/api/slides", cookie: cookie).status == 401)
    }
  }

  @Test func anObserverGetsOnlyTheDisplayedPicture() async throws {
    try await with(DaemonSample.talk(page: 5, shownPage: 3)) { bench in
      let cookie = try await bench.pair(observer: true)
      #expect(await bench.ask("GET", bench.picture(3), cookie: cookie).status == 200)
      for page in [1, 4, 5, 6] {
        #expect(await bench.ask("GET", bench.picture(page), cookie: cookie).status == 403, "\(page)")
      }
      let slides = await bench.ask("GET", "/api/slides?first=4&count=10", cookie: cookie).body
      #expect(slides.contains("Title 3") && !slides.contains("Title 4") && !slides.contains("Secret"))
      let stream = try #require(TestClient(port: bench.port))
      stream.send(
        Array("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(bench.port)\r\nCookie: \(cookie)\r\n\r\n".utf8))
      #expect(await stream.read(until: "\"page\":3,"))
      bench.daemon.notify(DaemonSample.talk(page: 5, shownPage: 3, cover: .black))
      #expect(await stream.read(until: "\"page\":0,"))
      #expect(await bench.ask("GET", bench.picture(3), cookie: cookie).status == 403)
      #expect(!(await bench.ask("GET", "/api/slides", cookie: cookie).body.contains("Title")))
    }
  }

  @Test func aPointerCanAlwaysBeTakenAway() async throws {
    // Its clock is stopped, so the allowance does not grow again, however long this takes.
    try await with { bench in
      let cookie = try await bench.pair()
      let statuses = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<200 {
          group.addTask {
            await bench.ask("POST", "/api/act", body: "{\"action\": \"pointer\", \"x\": 0, \"y\": 0}", cookie: cookie)
              .status
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      // All at once; the gate may not let all of them in.
      #expect(statuses.contains(429) && statuses.isSubset(of: [0, 202, 429]), "\(statuses)")
      for _ in 0..<50 {
        #expect(await bench.ask("POST", "/api/act", body: "{\"action\": \"pointerOff\"}", cookie: cookie).status == 202)
      }
      try await bench.daemon.wait { $0.calls.last?.action == .pointerOff }
    }
  }

  @Test func anExpiredCodeIsReported() async throws {
    let now = Mutex(0.0)
    try await with(clock: RemoteAccess.AccessClock(monotonic: { now.withLock { $0 } })) { bench in
      let code = bench.server.makeCode()
      now.withLock { $0 = PairingCodes.lifetime }
      let answer = await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(code)\"}")
      #expect(answer.status == 403 && answer.body.contains("has expired") && answer.cookie == nil)
    }
  }

  @Test func anUnknownPurposeIsReportedAndCostsNoCode() async throws {
    try await with { bench in
      let code = bench.server.makeCode()
      let body = "{\"code\": \"\(code)\", \"purpose\": \"screen\"}"
      let answer = await bench.ask("POST", "/api/pair", body: body)
      #expect(answer.status == 400 && answer.body.contains("talk or screens"), "\(answer.body)")
      #expect(await bench.ask("POST", "/api/pair", body: "{\"code\": \"\(code)\"}").status == 200)
    }
  }

  @Test(.timeLimit(.minutes(30))) func withoutADaemonAPressGetsAnError() async throws {
    var timeouts = CallTimeouts.endless
    timeouts.actions.reply = 0
    try await with(timeouts: timeouts) { bench in
      let cookie = try await bench.pair()
      bench.daemon.hold(true)
      let held = await bench.ask("POST", "/api/act", body: "{\"action\": \"next\"}", cookie: cookie)
      #expect(held.status == 503 && held.body.contains("error"))
      bench.daemon.hold(false)
      bench.daemon.end()
      let away = await bench.ask("POST", "/api/act", body: "{\"action\": \"next\"}", cookie: cookie)
      #expect(away.status == 503 && away.body.contains("marqueed"))
    }
  }

  @Test func aLinkHasItsCodeInAPartThatIsNotLogged() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let body = await bench.ask("POST", "/api/code", body: "{\"role\": \"observe\"}", cookie: cookie).body
      #expect(body.contains("/pair#") && !body.contains("/p/"))
    }
  }
}

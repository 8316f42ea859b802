import ControlProtocol
import Foundation
import Synchronization
import Testing

@testable import marquee_remote

/// The server's side of the page of screens: the rights for each request, and the cost for the daemon.
@Suite(.serialized)
struct ScreenPageTests {
  private func with(media: String? = nil, _ body: (RemoteBench) async throws -> Void) async throws {
    let bench = try await RemoteBench(media: media)
    do { try await body(bench) } catch {
      await bench.end()
      throw error
    }
    await bench.end()
  }

  private func call(_ method: String, _ parameters: String) -> String {
    "{\"method\": \"\(method)\", \"parameters\": \(parameters)}"
  }

  private let setMode = "{\"screen\": \"HDMI-A-1\", \"mode\": \"1280x720@60\", \"confirmSeconds\": 15}"

  @Test func aControllingDeviceChoosesAModeByTheDaemonsNames() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let answer = await bench.ask("POST", "/api/call", body: call("SetMode", setMode), cookie: cookie)
      #expect(answer.status == 200 && answer.body.contains("\"name\":\"1280x720@60\""))
      #expect(bench.daemon.modes.map(\.confirmSeconds) == [15])
    }
  }

  @Test func aPageHasNoCommandLine() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let highest = "{\"screen\": \"HDMI-A-1\", \"mode\": \"highest\"}"
      let answer = await bench.ask("POST", "/api/call", body: call("SetMode", highest), cookie: cookie)
      #expect(answer.status == 422 && answer.body == "{\"error\":\"it was refused\"}", "\(answer.body)")
    }
  }

  @Test func anObserverSeesDisplaysAndChangesNothing() async throws {
    try await with { bench in
      let cookie = try await bench.pair(observer: true)
      #expect(await bench.ask("GET", "/screens", cookie: cookie).status == 200)
      #expect(
        await bench.ask("POST", "/api/call", body: call("Explain", "{\"screen\": \"HDMI-A-1\"}"), cookie: cookie).status
          == 200)
      #expect(await bench.ask("GET", "/look?screen=HDMI-A-1&side=320", cookie: cookie).status == 200)
      #expect(await bench.ask("POST", "/api/call", body: call("SetMode", setMode), cookie: cookie).status == 403)
      for method in ["Sessions", "Plays", "Status", "Simulate", "Show"] {
        #expect(
          await bench.ask("POST", "/api/call", body: call(method, "{}"), cookie: cookie).status == 403, "\(method)")
      }
      // The speaker's own picture is on the machine's own screen.
      #expect(await bench.ask("GET", "/look?screen=eDP-1&side=320", cookie: cookie).status == 403)
      #expect(await bench.ask("GET", "/look?session=s", cookie: cookie).status == 403)
      #expect(bench.daemon.modes.isEmpty && bench.daemon.previews == 1)
    }
  }

  /// The daemon knows the contents of a picture. A picture for a controlling device is not sent to others.
  @Test func aPictureWithACodeIsNotForObservers() async throws {
    try await with { bench in
      let cookie = try await bench.pair(for: "screens")
      let observer = try await bench.pair(observer: true)
      // The right to control a talk ends with the talk.
      let speaker = try await bench.pair()
      bench.daemon.showCode(true)
      for _ in 0..<3 {
        #expect(await bench.ask("GET", "/look?screen=HDMI-A-1&side=320", cookie: cookie).status == 200)
        for other in [observer, speaker] {
          let refused = await bench.ask("GET", "/look?screen=HDMI-A-1&side=320", cookie: other)
          #expect(refused.status == 403 && refused.body.contains("shows a code"))
        }
      }
      bench.daemon.showCode(false)
      #expect(await bench.ask("GET", "/look?screen=HDMI-A-1&side=320", cookie: observer).status == 200)
    }
  }

  @Test func valuesThatAreNotForPagesStayInside() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let refused = [
        call("RegisterApp", "{\"name\": \"a\", \"scenes\": {}}"), call("Reload", "{}"), call("Nothing", "{}"),
        call("Simulate", "{\"command\": \"clock\", \"on\": false}"),
        call("Show", "{\"screen\": \"HDMI-A-1\", \"content\": {\"image\": {\"file\": \"/etc/passwd\"}}}"),
        call("Explain", "{\"screen\": \"HDMI-A-1\", \"content\": true}"),
        call("SetMode", "{\"screen\": 1}"), call("SetMode", "{}"), "{\"method\": \"SetMode\"}", "[]", "",
        call("SetMode", "{\"screen\": \"A\", \"mode\": \"highest\", \"confirmSeconds\": 0}"),
      ]
      for body in refused {
        #expect(await bench.ask("POST", "/api/call", body: body, cookie: cookie).status == 400, "\(body)")
      }
      for path in ["/look", "/look?screen=A&side=1", "/look?screen=A&side=99999999999999999999"] {
        #expect(await bench.ask("GET", path, cookie: cookie).status == 404, "\(path)")
      }
      #expect(
        await bench.ask(
          "POST", "/api/call", body: call("SetMode", setMode), cookie: cookie,
          headers: ["Origin": "http://evil.example"]
        ).status == 403)
      #expect(bench.daemon.modes.isEmpty && bench.daemon.previews == 0)
    }
  }

  @Test func aSharedPictureIsDrawnOnceAndOnlyOnRequest() async throws {
    let daemon = try FakeDaemon()
    let clock = FakeClock()
    let cache = WebPictureCache(
      screens: CallQueue("looks", socket: daemon.path, timeouts: CallTimeouts().slides),
      now: { clock.now.withLock { $0 } })
    for _ in 0..<50 { _ = try await cache.picture(.screen("HDMI-A-1", longestSide: 320, lookingOn: false)) }
    #expect(daemon.previews == 1)
    clock.now.withLock { $0 += ScreenPictureName.lifetime }
    _ = try await cache.picture(.screen("HDMI-A-1", longestSide: 320, lookingOn: false))
    #expect(daemon.previews == 2)
    daemon.end()
  }

  @Test func aPictureThatABrowserHasIsNotSentAgain() async throws {
    try await with { bench in
      let cookie = try await bench.pair()
      let first = await bench.ask("GET", "/look?screen=HDMI-A-1&side=320", cookie: cookie)
      let tag = try #require(
        first.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }?.dropFirst(6))
      let again = await bench.ask(
        "GET", "/look?screen=HDMI-A-1&side=320", cookie: cookie, headers: ["If-None-Match": String(tag)])
      #expect(first.status == 200 && again.status == 304)
    }
  }

  @Test(.timeLimit(.minutes(30))) func theLogBeginsWithEarlierEvents() async throws {
    try await with { bench in
      let cookie = try await bench.pair(observer: true)
      let stream = try #require(TestClient(port: bench.port))
      stream.send(
        Array("GET /api/screens HTTP/1.1\r\nHost: 127.0.0.1:\(bench.port)\r\nCookie: \(cookie)\r\n\r\n".utf8))
      #expect(await stream.read(until: "\"number\":\(DaemonSample.newestEvent)"))
      // First by nothing but the name of the daemon's life, then all of it that was before.
      #expect(bench.daemon.asked.map(\.after) == [nil, 0])
      #expect(bench.daemon.previews == 0)
    }
  }

  @Test func uploadsAreLimitedBeforeTheyAreRead() async throws {
    try await with { bench in
      let observer = try await bench.pair(observer: true)
      let cookie = try await bench.pair()
      let binary: [String: String?] = ["Content-Type": "application/octet-stream"]
      func upload(_ query: String, _ body: String = "abc", _ cookie: String, _ headers: [String: String?]) async -> Int
      {
        await bench.ask("POST", "/api/upload?\(query)", body: body, cookie: cookie, headers: headers).status
      }
      let small = "name=a.png&at=0&size=3"
      #expect(await upload(small, "abc", observer, binary) == 403)
      #expect(await upload(small, "abc", cookie, [:]) == 415)
      #expect(await upload("name=a.png&at=0&size=\(10 << 30)", "abc", cookie, binary) == 413)
      #expect(await upload("name=a.png&at=0", "abc", cookie, binary) == 400)
      for size in ["0", "-5"] {
        #expect(await upload("name=a.png&at=0&size=\(size)", "abc", cookie, binary) == 400)
      }
      #expect(await upload("name=..%2Fa.png&at=0&size=3", "abc", cookie, binary) == 400)
      #expect(
        await upload(
          small, "abc", cookie,
          ["Content-Type": "application/octet-stream", "Origin": "http://evil.example"]) == 403)
      let long = String(repeating: "a", count: MediaFolder.pieceBytes + 1)
      #expect(await upload("name=a.png&at=0&size=99999", long, cookie, binary) == 413)
      // Ten gigabytes at once, or an unknown size: the answer comes before any of the bytes, and a client that continues to send can read
      // it.
      let start = "POST /api/upload?\(small) HTTP/1.1\r\nHost: 127.0.0.1:\(bench.port)\r\n"
      let some = String(repeating: "a", count: 173_000)
      for (length, status) in [
        ("Content-Length: \(10 << 30)", 413), ("Content-Length: 173000", 413), ("Transfer-Encoding: chunked", 411),
      ] {
        let said = await bench.raw("\(start)\(length)\r\n\r\n\(some)")
        #expect(said.hasPrefix("HTTP/1.1 \(status) ") && said.contains("{\"error\":\""), "\(length): \(said)")
      }
      #expect(await bench.ask("GET", "/api/media", cookie: observer).status == 403)
      for path in ["/api/show", "/api/remove"] {
        #expect(await bench.ask("POST", path, body: "{\"name\": \"a.png\"}", cookie: observer).status == 403)
      }
      #expect(
        await bench.ask(
          "POST", "/api/show", body: "{\"screen\": \"A\", \"items\": [\"../x.png\"], \"seconds\": 1}", cookie: cookie
        ).status == 400)
    }
  }

  @Test func filesOutsideTheFolderAreNotRemovedAndThePageGetsAnError() async throws {
    let folder = NSTemporaryDirectory() + "/page-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: "\(folder)/b.png", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await with(media: folder) { bench in
      let cookie = try await bench.pair()
      func remove(_ name: String) async -> RemoteBench.Answer {
        await bench.ask("POST", "/api/remove", body: "{\"name\": \"\(name)\"}", cookie: cookie)
      }
      let missing = await remove("a.png")
      #expect(missing.status == 404 && missing.body.contains("no such file"))
      let directory = await remove("b.png")
      #expect(directory.status == 400 && directory.body.contains("A folder has that name"))
      try FileManager.default.removeItem(atPath: folder)
      let listing = await bench.ask("GET", "/api/media", cookie: cookie)
      #expect(listing.status == 500 && listing.body.contains("it does not exist") && listing.body.contains("--media"))
    }
  }

  @Test func theDaemonGetsAbsolutePathsOfFiles() async throws {
    try await with(media: "some/../media") { bench in
      let cookie = try await bench.pair()
      let body = "{\"screen\": \"HDMI-A-1\", \"items\": [\"a.png\"], \"seconds\": 1}"
      #expect(await bench.ask("POST", "/api/show", body: body, cookie: cookie).status == 200)
      let file = "\(FileManager.default.currentDirectoryPath)/media/a.png"
      #expect(bench.daemon.shown == [ContentInfo(kind: "image", value: .object(["file": .string(file)]))])
    }
  }

  @Test(.timeLimit(.minutes(30))) func aDeviceForTheScreensStaysPairedOverTalks() async throws {
    try await with { bench in
      func pair(_ code: String) async throws -> String {
        let body = "{\"code\": \"\(code)\", \"purpose\": \"screens\"}"
        return try #require(await bench.ask("POST", "/api/pair", body: body).cookie)
      }
      let screens = try await pair(bench.server.makeCode())
      let talk = try await bench.pair()
      let reply = await bench.ask("POST", "/api/code", body: "{\"role\": \"observe\"}", cookie: talk)
      let written = try #require(reply.body.firstRange(of: "\"code\":\"")).upperBound
      let audience = try await pair(String(reply.body[written...].prefix(9)))
      async let stream = bench.ask("GET", "/api/events", cookie: talk)
      bench.daemon.notify(DaemonSample.talk(page: 1, identifier: "another"))
      // The stream of a pairing ends with the pairing.
      _ = await stream
      #expect(await bench.ask("GET", "/", cookie: talk).status == 303)
      #expect(await bench.ask("GET", "/screens", cookie: screens).status == 200)
      #expect(await bench.ask("GET", "/screens", cookie: audience).status == 303)
    }
  }

  @Test func anEndedSessionGetsNoMoreEvents() async throws {
    let feed = ScreenFeed()
    let events = feed.subscribe(session: "a", role: .control)
    #expect(events?.next() != nil)
    feed.close(sessions: ["a"])
    #expect(events?.next() == nil)
    #expect(feed.sessions.isEmpty)
  }

  /// Paths of earlier events and of new ones.
  @Test(arguments: [RemoteRole.observe, .control]) func anObserverReadsNoPathInTheLog(_ role: RemoteRole) throws {
    let feed = ScreenFeed()
    feed.setTrouble(\.connection, nil)
    func post(_ number: UInt64) {
      for (name, reason) in [
        ("contentDidFail", "/media/secret.png: there is no such file \(number)"), ("screenTrouble", "no signal"),
      ] {
        feed.append(
          EventInfo(
            event: EventName(rawValue: name), sequence: number, monotonicNanoseconds: 1, screen: "A", reason: reason))
      }
    }
    post(1)
    let events = try #require(feed.subscribe(session: "a", role: role))
    let before = String(decoding: try #require(events.next()), as: UTF8.self)
    post(2)
    let failure = String(decoding: try #require(events.next()), as: UTF8.self)
    let trouble = String(decoding: try #require(events.next()), as: UTF8.self)
    for text in [before, failure] {
      #expect(text.contains("\"kind\":\"cannotShow\""))
      #expect(text.contains("secret.png") == (role == .control), "\(text)")
    }
    #expect(before.contains("no signal") && trouble.contains("no signal"))
  }

  @Test func aLineOfTheLogHasTheTimeOfDayAtWhichItHappened() {
    let event = EventInfo(event: .screenDidConnect, sequence: 3, monotonicNanoseconds: 5_000_000_000, screen: "A")
    let entry = ScreenLog.Entry(kind: .plugged, display: "")
    #expect(EventLine(event, entry, monotonic: 7_000_000_000, wall: 1000).at == 998_000)
    // A clock that was restarted says nothing about earlier times.
    #expect(EventLine(event, entry, monotonic: 1, wall: 1000).at == 1_000_000)
  }
}

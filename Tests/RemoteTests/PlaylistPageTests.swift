import ContentModel
import ControlProtocol
import Foundation
import TestKit
import Testing

@testable import marquee_remote

/// The server's side of the list of what a screen plays, and of a talk from the page.
@Suite(.serialized)
struct PlaylistPageTests {
  private struct List: Decodable {
    let version: String
    let now: String
  }

  private static let content = ContentInfo(
    kind: "playlist",
    value: .object(["items": .array([.object(["image": .object(["file": .string("/etc/marquee/a.png")])])])]))

  private func with(_ body: (RemoteBench, String, TemporaryFolder) async throws -> Void) async throws {
    let folder = try TemporaryFolder("media")
    let bench = try await RemoteBench(media: folder.path)
    bench.daemon.setContent(Self.content)
    do { try await body(bench, try await bench.pair(), folder) } catch {
      await bench.end()
      throw error
    }
    await bench.end()
  }

  private func version(_ bench: RemoteBench, _ cookie: String) async throws -> String {
    let answer = await bench.ask("GET", "/api/plays?screen=HDMI-A-1", cookie: cookie)
    #expect(answer.status == 200, "\(answer.body)")
    return try JSONDecoder().decode(List.self, from: Data(answer.body.utf8)).version
  }

  private func change(_ version: String, _ rows: String, _ more: String = "") -> String {
    "{\"screen\": \"HDMI-A-1\", \"version\": \"\(version)\", \"rows\": [\(rows)]\(more)}"
  }

  @Test("a page shows kept items and files of the folder, and names no path")
  func shows() async throws {
    try await with { bench, cookie, folder in
      let version = try await version(bench, cookie)
      let body = change(version, "{\"id\": 0}, {\"file\": \"Grüße.png\", \"seconds\": 3}")
      let answer = await bench.ask("POST", "/api/plays", body: body, cookie: cookie)
      #expect(answer.status == 200, "\(answer.body)")
      let shown = try #require(bench.daemon.shown.last)
      let rows = ContentRows(shown)
      #expect(rows.rows.map(\.title) == ["a.png", "Grüße.png"])
      #expect("\(rows.items)".contains("/etc/marquee/a.png") && "\(rows.items)".contains("\(folder.path)/Grüße.png"))
    }
  }

  @Test("a content that changed in the meantime is replaced only if the person agrees")
  func conflict() async throws {
    try await with { bench, cookie, _ in
      let seen = try await version(bench, cookie)
      bench.daemon.setContent(.color("#ff0000"))
      let refused = await bench.ask("POST", "/api/plays", body: change(seen, "{\"id\": 0}"), cookie: cookie)
      #expect(refused.status == 409 && bench.daemon.shown.isEmpty)
      let present = "\(ContentInfo.color("#ff0000").hashValue)"
      #expect(refused.body.contains("\"version\":\"\(present)\""), "\(refused.body)")
      let agreed = change(seen, "{\"id\": 0}", ", \"replaces\": \"\(present)\"")
      #expect(await bench.ask("POST", "/api/plays", body: agreed, cookie: cookie).status == 200)
      #expect(bench.daemon.shown == [Self.content])
    }
  }

  @Test("a preview asks the daemon for the draft at a local time, and shows nothing")
  func preview() async throws {
    try await with { bench, cookie, _ in
      let version = try await version(bench, cookie)
      let body = change(version, "{\"id\": 0, \"from\": \"17:00\"}", ", \"at\": \"2026-11-28T22:30\"")
      let answer = await bench.ask("POST", "/api/plays", body: body, cookie: cookie)
      #expect(answer.status == 200 && answer.body.contains("\"png\":\"iVBORw0KGgo=\""), "\(answer.body)")
      #expect(answer.body.contains("\"until\":\"2026-11-29T06:45\""), "\(answer.body)")
      let draft = try #require(bench.daemon.drafts.last)
      #expect(draft.content.map { ContentRows($0).rows.map(\.from) } == ["17:00"])
      #expect(draft.time == "2026-11-28T13:30:00Z" && draft.longestSide != nil)
      #expect(bench.daemon.shown.isEmpty)
      for time in ["2026-13-28T22:30", "22:30", ""] {
        let wrong = change(version, "{\"id\": 0}", ", \"at\": \"\(time)\"")
        #expect(await bench.ask("POST", "/api/plays", body: wrong, cookie: cookie).status == 400)
      }
    }
  }

  @Test("a row has a picture by the daemon, of its content only")
  func pictures() async throws {
    try await with { bench, cookie, _ in
      let version = try await version(bench, cookie)
      let path = "/row?screen=HDMI-A-1&version=\(version)&row="
      #expect(await bench.ask("GET", path + "0", cookie: cookie).status == 200)
      #expect(bench.daemon.drafts.last?.content?.kind == "image")
      for other in [path + "1", path + "-1", "/row?screen=HDMI-A-1&version=x&row=0"] {
        #expect(await bench.ask("GET", other, cookie: cookie).status == 404, "\(other)")
      }
    }
  }

  @Test("observers, wrong rows and unknown versions are refused")
  func refused() async throws {
    try await with { bench, cookie, _ in
      let version = try await version(bench, cookie)
      let observer = try await bench.pair(observer: true)
      #expect(await bench.ask("GET", "/api/plays?screen=HDMI-A-1", cookie: observer).status == 403)
      #expect(
        await bench.ask("POST", "/api/plays", body: change(version, "{\"id\": 0}"), cookie: observer).status == 403)
      for (rows, status) in [("", 400), ("{\"id\": 7}", 400), ("{\"file\": \"/etc/passwd.png\"}", 400)] {
        #expect(await bench.ask("POST", "/api/plays", body: change(version, rows), cookie: cookie).status == status)
      }
      #expect(await bench.ask("POST", "/api/plays", body: change("x", "{\"id\": 0}"), cookie: cookie).status == 410)
      #expect(await bench.ask("POST", "/api/plays", body: "{}", cookie: cookie).status == 400)
      #expect(bench.daemon.shown.isEmpty)
    }
  }

  @Test("a paired device shows and previews a list of 1,000 items with hours")
  func longList() async throws {
    try await with { bench, cookie, _ in
      let item = JSONValue.object(["image": .object(["file": .string("/a.png")])])
      let items = JSONValue.array(Array(repeating: item, count: 1000))
      bench.daemon.setContent(ContentInfo(kind: "playlist", value: .object(["items": items])))
      let version = try await version(bench, cookie)
      let rows = (0..<1000).map { "{\"id\": \($0), \"weekdays\": [], \"from\": \"17:00\", \"to\": \"22:00\"}" }
        .joined(separator: ",")
      let preview = change(version, rows, ", \"at\": \"2026-11-28T22:30\"")
      #expect(await bench.ask("POST", "/api/plays", body: preview, cookie: cookie).status == 200)
      let answer = await bench.ask("POST", "/api/plays", body: change(version, rows), cookie: cookie)
      #expect(answer.status == 200, "\(answer.body)")
      #expect(bench.daemon.shown.last.map { ContentRows($0).rows.compactMap(\.to).count } == 1000)
      // The server reads no long body of others, and none for another request.
      #expect(await bench.ask("POST", "/api/plays", body: change(version, rows)).status == 413)
      #expect(await bench.ask("POST", "/api/show", body: change(version, rows), cookie: cookie).status == 413)
      let tooLong = String(repeating: " ", count: 256 * 1024) + change(version, rows)
      #expect(await bench.ask("POST", "/api/plays", body: tooLong, cookie: cookie).status == 413)
    }
  }

  @Test("the lists of other devices do not end the edits of a device")
  func knownContents() async throws {
    try await with { bench, cookie, _ in
      let seen = try await version(bench, cookie)
      let other = try await bench.pair()
      for number in 10..<50 {
        bench.daemon.setContent(.color("#0000\(number)"))
        _ = try await version(bench, other)
      }
      bench.daemon.setContent(Self.content)
      #expect(await bench.ask("POST", "/api/plays", body: change(seen, "{\"id\": 0}"), cookie: cookie).status == 200)
      // A version belongs to the device that has read it, and a device keeps its newest ones.
      let foreign = "\(ContentInfo.color("#000049").hashValue)"
      let old = "\(ContentInfo.color("#000010").hashValue)"
      for (version, reader, status) in [(foreign, cookie, 410), (old, other, 410), (foreign, other, 409)] {
        let body = change(version, "{\"id\": 0}")
        #expect(await bench.ask("POST", "/api/plays", body: body, cookie: reader).status == status)
      }
    }
  }

  @Test("times of the page are those of the configuration's zone")
  func times() throws {
    let tokyo = PageTime(zone: "Asia/Tokyo")
    let time = try #require(tokyo.moment("2026-11-28T22:30"))
    #expect("\(time)" == "2026-11-28T13:30:00Z")
    #expect(tokyo.text(time) == "2026-11-28T22:30" && tokyo.exactText(time) == "2026-11-28T22:30")
    #expect(tokyo.exactText(time.advanced(by: 5_000_000_000)) == "2026-11-28T22:30:05")
    #expect(tokyo.moment("2026-02-30T10:00") == nil && tokyo.moment("2026-11-28T22:30Z") == nil)
  }

  @Test("a talk starts with the notes beside its PDF, after the person agrees to end another one")
  func presents() async throws {
    try await with { bench, cookie, folder in
      try Data("# 1\nHello\n".utf8).write(to: URL(filePath: "\(folder.path)/Vortrag.md"))
      let first = await bench.ask("POST", "/api/present", body: "{\"name\": \"Vortrag.pdf\"}", cookie: cookie)
      #expect(first.status == 409 && first.body.contains("A talk is going on"), "\(first.body)")
      let body = "{\"name\": \"Vortrag.pdf\", \"replace\": true}"
      let answer = await bench.ask("POST", "/api/present", body: body, cookie: cookie)
      #expect(answer.status == 200, "\(answer.body)")
      #expect(bench.daemon.starts.map(\.deck) == ["\(folder.path)/Vortrag.pdf", "\(folder.path)/Vortrag.pdf"])
      #expect(bench.daemon.starts.map(\.replace) == [nil, true])
      #expect(bench.daemon.notes.flatMap(\.notes).contains { $0.text.contains("Hello") })
      // The device was paired for the talk before, and continues with this one.
      bench.daemon.notify(bench.daemon.talk)
      #expect(await bench.ask("GET", "/api/media", cookie: cookie).status == 200)
      for name in ["a.png", "../a.pdf", ""] {
        let wrong = await bench.ask("POST", "/api/present", body: "{\"name\": \"\(name)\"}", cookie: cookie)
        #expect(wrong.status == 400)
      }
      let observer = try await bench.pair(observer: true)
      #expect(await bench.ask("POST", "/api/present", body: body, cookie: observer).status == 403)
    }
  }
}

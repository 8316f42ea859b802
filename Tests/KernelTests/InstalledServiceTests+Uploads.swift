import Testing
import VirtualMachine

/// Uploads over the network to the installed service of the pages, which has its own user and sandbox.
extension InstalledServiceTests {
  private static var address: String { "127.0.0.1:8484" }

  @Test func uploadsAreShownAndTenGigabytesAreRefused() async throws {
    try machine.check("systemctl start marquee-remote.service")
    defer {
      _ = try? machine.run(
        """
        systemctl stop marquee-remote.service marqueed.service
        rm -rf /var/lib/marquee/state.json /var/lib/marquee/media/*.svg /var/lib/private/marquee-remote
        systemctl start marqueed.service
        """, timeout: .seconds(60))
    }
    try machine.wait(for: "marquee-remote code", within: .seconds(60))
    let printed = try machine.check("marquee-remote code")
    let code = try #require(printed.firstMatch(of: /pair#([A-Z0-9]+)/)?.1, "\(printed)")
    let paired = try post("/api/pair", "{\"code\": \"\(code)\"}")
    let cookie = try #require(paired.firstMatch(of: /Set-Cookie: ([^;\r]+)/)?.1, "\(paired)")

    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#cc3300"/></svg>
      """
    let taken = try post(
      "/api/upload?name=red.svg&upload=0123abcd&at=0&size=\(drawing.utf8.count)", drawing, cookie,
      type: "application/octet-stream")
    #expect(taken.hasPrefix("HTTP/1.1 200 "), "\(taken)")
    #expect(try machine.check("stat --format '%G %a' /var/lib/marquee/media/red.svg") == "marquee 640")
    let shown = try post(
      "/api/show", "{\"screen\": \"Virtual-1\", \"items\": [\"red.svg\"], \"seconds\": 10}", cookie)
    #expect(shown.hasPrefix("HTTP/1.1 200 "), "\(shown)")
    let red = RGB(204, 51, 0)
    _ = try machine.photograph(monitor: 1, within: .seconds(60)) { $0[$0.width / 2, $0.height / 2] == red }

    let files = try machine.check("ls -A /var/lib/marquee/media")
    // Once with the size in the first piece, like the page, and once with all bytes at once.
    let declared = try post(
      "/api/upload?name=film.svg&at=0&size=\(10 << 30)", "abc", cookie, type: "application/octet-stream")
    #expect(declared.hasPrefix("HTTP/1.1 413 ") && declared.contains("\"error\""), "\(declared)")
    let some = String(repeating: "a", count: 173_000)
    for (length, status) in [("Content-Length: \(10 << 30)", 413), ("Transfer-Encoding: chunked", 411)] {
      let said = try send(
        "POST /api/upload?name=film.svg&at=0&size=3 HTTP/1.1\r\nHost: \(Self.address)\r\nCookie: \(cookie)\r\n\(length)\r\n\r\n\(some)"
      )
      #expect(said.hasPrefix("HTTP/1.1 \(status) ") && said.contains("\"error\""), "\(said)")
    }
    #expect(try machine.check("ls -A /var/lib/marquee/media") == files)
    #expect(try machine.photograph(monitor: 1)[100, 100] == red)
    #expect(try machine.check("systemctl show -P NRestarts marquee-remote.service") == "0")
  }

  private func post(_ path: String, _ body: String, _ cookie: Substring? = nil, type: String = "application/json")
    throws
    -> String
  {
    let head = [
      "POST \(path) HTTP/1.1", "Host: \(Self.address)", "Origin: http://\(Self.address)", "Connection: close",
      "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
    ]
    let all = head + (cookie.map { ["Cookie: \($0)"] } ?? [])
    return try send(all.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Sends bytes, and returns the answer. It leaves its own side open, because the server drops a client that closes first.
  private func send(_ text: String) throws -> String {
    try machine.run("socat -t 1 -,ignoreeof TCP:\(Self.address)", input: Array(text.utf8), timeout: .seconds(60)).output
  }
}

import DisplayTypes
import EventLoop
import TestKit
import Testing

@testable import Rasterizing

/// The process of a stream, against real servers.
@Suite(.serialized) struct StreamPlayerTests {
  /// Whether an event is a picture that has nearly this colour.
  private static func isFrame(_ event: StreamClient.Event, _ wanted: Color) -> Bool {
    guard case .frame(_, let color) = event else { return false }
    return isNear(color, wanted)
  }

  private static func isNear(_ color: Color, _ wanted: Color) -> Bool {
    let pairs = [(color.red, wanted.red), (color.green, wanted.green), (color.blue, wanted.blue)]
    return pairs.allSatisfy { abs(Int($0) - Int($1)) < 24 }
  }

  private static func areNear(_ colors: [Color], _ wanted: [Color]) -> Bool {
    colors.count == wanted.count && zip(colors, wanted).allSatisfy(isNear)
  }

  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let green = Color(red: 0, green: 255, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)

  @Test func picturesComeByRTSP() throws {
    let servers = try StreamServers()
    let client = try StreamClient("rtsp://127.0.0.1:\(servers.rtsp)/live")
    #expect(try client.next() == .clip(PixelSize(width: 320, height: 180)))
    for _ in 0..<10 { #expect(Self.isFrame(try client.next(), Self.red)) }
  }

  @Test func picturesComeByHLS() throws {
    let servers = try StreamServers()
    try servers.ask("hls")
    let client = try StreamClient("http://127.0.0.1:\(servers.http)/live.m3u8")
    #expect(try client.next() == .clip(PixelSize(width: 320, height: 180)))
    // More than one segment has.
    for _ in 0..<60 { #expect(Self.isFrame(try client.next(), Self.green)) }
  }

  @Test(arguments: ["vp8", "jpeg", "h264"])
  func codecs(_ codec: String) throws {
    let servers = try StreamServers()
    try servers.ask("media \(codec) 160 120 ff0000ff")
    let client = try StreamClient("rtsp://127.0.0.1:\(servers.rtsp)/live")
    #expect(try client.next() == .clip(PixelSize(width: 320, height: 180)))
    #expect(Self.isFrame(try client.next(), Self.blue))
  }

  /// The picture of 4:3 covers six eighths of a room of 16:9. It covers four if pixels are wider.
  @Test(arguments: [(1.0, ImageFit.fit, 1..<7), (1.5, .fit, 2..<6), (0.5, .fit, 0..<8), (1, .fill, 0..<8)])
  func theRoomAroundThePictureHasItsBackground(_ ratio: Double, _ fit: ImageFit, _ covered: Range<Int>) throws {
    let servers = try StreamServers()
    try servers.ask("media vp8 160 120 ff0000ff")
    let room = PictureRoom(size: PixelSize(width: 320, height: 180), pixelAspectRatio: ratio, fit: fit)
    let client = try StreamClient("rtsp://127.0.0.1:\(servers.rtsp)/live", room: room, background: Self.red)
    #expect(try client.next() == .clip(room.size))
    #expect(Self.isFrame(try client.next(), Self.blue))
    #expect(Self.areNear(client.row, (0..<8).map { covered.contains($0) ? Self.blue : Self.red }))
    // High pixels leave the room free above and below.
    let rows = ratio < 1 ? 1..<7 : 0..<8
    #expect(Self.areNear(client.column, (0..<8).map { rows.contains($0) ? Self.blue : Self.red }))
  }

  @Test func aChangeOfTheSizeIsFollowed() throws {
    let servers = try StreamServers()
    let client = try StreamClient("rtsp://127.0.0.1:\(servers.rtsp)/live")
    _ = try client.skip { Self.isFrame($0, Self.red) }
    #expect(Self.areNear(client.row, Array(repeating: Self.red, count: 8)))
    try servers.ask("size 160 120")
    let row = [.black] + Array(repeating: Self.red, count: 6) + [.black]
    let event = try client.skip { _ in Self.areNear(client.row, row) }
    #expect(Self.isFrame(event, Self.red))
    #expect(Self.areNear(client.column, Array(repeating: Self.red, count: 8)))
  }

  @Test func aCutEndsTheProcessWithAReason() throws {
    let servers = try StreamServers()
    try servers.ask("hls")
    for url in ["rtsp://127.0.0.1:\(servers.rtsp)/live", "http://127.0.0.1:\(servers.http)/live.m3u8"] {
      let client = try StreamClient(url)
      guard case .frame = try client.skip(until: { if case .frame = $0 { true } else { false } }) else {
        Issue.record("no picture of \(url)")
        continue
      }
      try servers.ask("cut")
      #expect(try !client.reason().isEmpty)
      #expect(try client.next() == .ended)
      try servers.ask("go")
    }
  }

  @Test(arguments: ["rtsp", "http"])
  func aStallWithoutAnEndEndsTheProcess(_ scheme: String) throws {
    let servers = try StreamServers()
    try servers.ask("hls")
    let port = scheme == "rtsp" ? servers.rtsp : servers.http
    let client = try StreamClient("\(scheme)://127.0.0.1:\(port)/live\(scheme == "rtsp" ? "" : ".m3u8")")
    let color = scheme == "rtsp" ? Self.red : Self.green
    #expect(Self.isFrame(try client.skip { Self.isFrame($0, color) }, color))
    try servers.ask("stall")
    #expect(try client.reason() == "its server has sent no picture for 5 s")
  }

  @Test func aServerGetsThePasswordThatItAsksFor() throws {
    let servers = try StreamServers()
    try servers.ask("hls")
    let place = "127.0.0.1:\(servers.http)/secret/live.m3u8"
    let client = try StreamClient("http://viewer:word@\(place)")
    #expect(Self.isFrame(try client.skip { Self.isFrame($0, Self.green) }, Self.green))
    for user in ["", "viewer:other@"] {
      #expect(try StreamClient("http://\(user)\(place)").reason().contains("refuses the name and password"))
    }
  }

  @Test func aWrongCertificateIsRefused() throws {
    let servers = try StreamServers()
    for url in ["https://127.0.0.1:\(servers.https)/live.m3u8", "rtsps://127.0.0.1:\(servers.rtsps)/live"] {
      let client = try StreamClient(url)
      #expect(try client.reason() == "the certificate of its server is wrong: its authority is unknown")
    }
    #expect(try servers.ask("requests") == "[]")
  }

  @Test(arguments: ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "127.8.9.1"])
  func thisMachineIsRefusedUnlessItIsAllowed(_ host: String) throws {
    let servers = try StreamServers()
    for scheme in ["rtsp", "http"] {
      let port = scheme == "rtsp" ? servers.rtsp : servers.http
      let client = try StreamClient("\(scheme)://\(host):\(port)/live", loopback: false, linkLocal: true)
      #expect(try client.reason().contains("which is this machine: set allowLoopback"))
    }
    #expect(try servers.ask("count") == "0")
  }

  @Test func aRedirectionLeadsToNoOtherKindOfAddress() throws {
    let servers = try StreamServers()
    for (target, reason) in [
      ("http://169.254.169.254/a.m3u8", "link-local address 169.254.169.254"),
      ("file:///etc/passwd", "cannot be received"),
    ] {
      let client = try StreamClient("http://127.0.0.1:\(servers.http)/to/\(Self.base64(target))")
      #expect(try client.reason().contains(reason))
    }
  }

  @Test func aPlaylistLeadsToNoOtherKindOfAddress() throws {
    let servers = try StreamServers()
    try servers.ask("hls")
    for (target, reason) in [
      ("http://169.254.169.254/a.ts", "link-local address 169.254.169.254"),
      (
        "http://127.0.0.1:\(servers.http)/to/\(Self.base64("http://169.254.1.2/a.ts"))",
        "link-local address 169.254.1.2"
      ),
      ("file://\(servers.folder.path)/live00000.ts", "its server has nothing at this address"),
    ] {
      try servers.add(
        "list.m3u8", "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(target)\n#EXT-X-ENDLIST\n")
      let client = try StreamClient("http://127.0.0.1:\(servers.http)/list.m3u8")
      let event = try client.next()
      guard case .refusal(let text) = event else {
        Issue.record("\(target): \(event)")
        continue
      }
      #expect(text.contains(reason))
    }
  }

  @Test func theSandboxAllowsTheInternetAndNothingElse() throws {
    let program = try BuiltPrograms.path(of: "marquee-video")
    let (status, output) = try StartedProgram.run([program, "--stream", "--check-sandbox"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("sockets: refused\n") && output.contains("sockets of the internet: permitted\n"))
  }

  @Test func theAddressIsNotOnTheCommandLine() throws {
    let client = try StreamClient("rtsp://user:word@127.0.0.1:9/live")
    #expect(TemporaryFolder.text(of: "/proc/\(client.worker.pid)/cmdline")?.contains("word") == false)
    #expect(try client.reason() == "its server cannot be reached, or refuses the connection")
  }

  private static func base64(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      return (0..<4).map { $0 <= part.count ? String(digits[bits >> (18 - 6 * $0) & 63]) : "=" }.joined()
    }.joined()
  }
}

import ArgumentParser
import ContentModel
import ControlProtocol
import DisplayTypes
import Foundation
import Glibc
import Testing

@testable import marqueectl

/// The contents that `marqueectl show` makes of its arguments.
@Suite final class ShowContentTests {
  private let folder = NSTemporaryDirectory() + "marquee-show-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func json(_ arguments: [String]) throws -> String {
    var arguments = arguments
    guard let kind = ContentKind(rawValue: arguments.removeFirst()) else { return "no kind" }
    let split = arguments.firstIndex { $0.hasPrefix("--") } ?? arguments.count
    let options = try ContentOptions.parse(Array(arguments[split...]))
    let content = try ContentArguments(kind: kind, values: Array(arguments[..<split]), options: options).content()
    return String(decoding: try ControlJSON.encode(content), as: UTF8.self)
  }

  @Test(
    "each kind of content",
    arguments: [
      (["color", "#204060"], ##"{"color":"#204060"}"##), (["pattern", "bars"], #"{"pattern":"bars"}"#),
      (["banner", "two", "words", "--align", "end"], #"{"banner":{"alignment":"end","text":"two words"}}"#),
      (["image", "/a b.png", "--fit", "fill"], #"{"image":{"file":"/a b.png","fit":"fill"}}"#),
      (["image", "/a.png", "--portrait", "/x/../b.png"], #"{"image":{"file":"/a.png","portrait":"/b.png"}}"#),
      (["slideshow", "/photos", "--shuffle"], #"{"slideshow":{"folder":"/photos","shuffle":true}}"#),
      (
        ["deck", "/t.pdf", "--page", "3", "--transition", "slide left"],
        #"{"deck":{"file":"/t.pdf","page":3,"transition":"slide left"}}"#
      ), (["ticker", "news", "--speed", "0.25"], #"{"ticker":{"speed":0.25,"text":"news"}}"#),
      (["clock"], #"{"clock":{}}"#), (["clock", "%H", "--zone", "UTC"], #"{"clock":{"format":"%H","zone":"UTC"}}"#),
      (
        ["countdown", "2026-12-31T18:00+01:00", "--title", "Doors"],
        #"{"countdown":{"end":"2026-12-31T17:00:00Z","title":"Doors"}}"#
      ), (["setup"], #"{"setup":{}}"#),
      (["setup", "--no-pairing"], #"{"setup":{"pairing":false}}"#),
      (["video", "/a.mp4", "--from", "1500ms"], #"{"video":{"file":"/a.mp4","from":"1500ms"}}"#),
      (["surface", "chart", "--background", "#102030"], ##"{"surface":{"background":"#102030","name":"chart"}}"##),
      (["qr", "https://example.org"], #"{"qr":{"text":"https://example.org"}}"#),
      (
        ["playlist", "/a.png", "/b.PDF", "--duration", "8s", "--repeat", "2"],
        #"{"playlist":{"duration":"8s","items":[{"image":"/a.png"},{"deck":{"duration":"8s","file":"/b.PDF"}}],"repeat":2}}"#
      ),
    ])
  func kinds(arguments: [String], expected: String) throws {
    // A slash may be written as such or behind a backslash.
    #expect(try json(arguments).split(separator: "\\").joined() == expected)
  }

  @Test(arguments: ContentKind.allCases) func theExampleOfAKindIsAccepted(kind: ContentKind) throws {
    // A file with a content would be read.
    if case .file = kind.type.form.main { return }
    let example = try #require(kind.type.form.example.components(separatedBy: "   ").first)
    // Every second part is in quotes.
    let words = example.components(separatedBy: "'").enumerated().flatMap { place, part in
      place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
    #expect(throws: Never.self) { try Show.parse(["HDMI-A-1", kind.rawValue] + words) }
  }

  @Test func theHelpOfAnOptionNamesOneOrTwoKinds() throws {
    let help = Show.helpMessage(columns: 200)
    for line in [
      "--background <#rrggbb>  The colour of the background.", "--align <align>         banner: start, center or end.",
      "--fit <fit>             Fit, fill, stretch or center.",
      "--speed <number>        ticker: the speed, in widths of the screen a second.",
      "--no-pairing            setup: show no code for pairing.",
    ] {
      #expect(help.contains(line), "\(line)")
    }
  }

  @Test func anOptionOfAnotherKindIsRefused() throws {
    #expect(throws: (any Error).self) { try json(["banner", "text", "--speed", "0.5"]) }
    #expect(throws: (any Error).self) { try json(["clock", "--title", "Doors"]) }
    // A schedule is always in a file, which has its zone.
    #expect(try ContentOptions.parse(["--zone", "UTC"]).given.map(\.option.kinds) == [[.clock]])
  }

  @Test(arguments: [
    ["--align", "left"], ["--page", "x"], ["--speed", "fast"], ["--markup", "--markup=1"], ["--pace", "1"],
  ])
  func aWrongValueOfAnOptionIsRefused(arguments: [String]) {
    #expect(throws: (any Error).self) { try ContentOptions.parse(arguments) }
  }

  @Test func relativePathsBeginInTheFolderOfTheShell() throws {
    #expect(try json(["image", "a.png"]).contains("\(FileManager.default.currentDirectoryPath)/a.png"))
  }

  @Test func optionsOfTheCommandLineOverrideAPlaylistFile() throws {
    let path = "\(folder)/list.yaml"
    try "playlist: { items: [{ image: a.png }], duration: 3s, repeat: 2 }".write(
      toFile: path, atomically: true, encoding: .utf8)
    let said = try json(["playlist", path, "--duration", "9s"])
    #expect(said.contains("\(folder)/a.png"))
    #expect(said.contains(#""duration":"9s""#))
    #expect(said.contains(#""repeat":2"#))
    // The moment of the request is the daemon's.
    #expect(!said.contains("start"))
    #expect(throws: (any Error).self) { try json(["schedule", path]) }
  }

  @Test(
    "times of a countdown",
    arguments: [
      ("10m", 1_800_000_600), ("2027-01-15T08:00:00Z", 1_800_000_000), ("1970-01-01T00:00Z", 0),
    ])
  func moments(text: String, seconds: Int64) {
    #expect(MomentArgument.moment(text, now: 1_800_000_000) == WallTime(seconds: seconds))
  }

  @Test func aTimeOfDayIsTheNextOne() throws {
    let now: Int64 = 1_800_000_000
    for time in ["00:00", "07:59", "08:00", "23:59:59"] {
      let moment = try #require(MomentArgument.moment(time, now: now))
      #expect(moment.seconds > now)
      // A day with a change of the clock has up to 25 hours.
      #expect(moment.seconds <= now + 25 * 3_600)
    }
    #expect(MomentArgument.moment("25:00", now: now) == nil)
    #expect(MomentArgument.moment("2026-12-31 18:00") != nil)
  }

  @Test(
    "years that cannot be counted are refused, and not taken for the last that can",
    arguments: [
      "9999-01-01 00:00", "9999-01-01T00:00Z", "2262-01-01T00:00Z", "1969-12-31T23:59Z", "99999999d", "200000d",
    ])
  func farMoments(text: String) {
    #expect(MomentArgument.moment(text, now: 1_800_000_000) == nil)
    #expect(MomentArgument.refusal(of: text) == "\"\(text)\" is outside of the years 1970 to 2261.")
    #expect(MomentArgument.moment("2261-12-31T23:59Z") != nil)
    for text in ["soon", "10"] {
      #expect(MomentArgument.refusal(of: text).contains("\"\(text)\" is not a time: expected 18:00"))
    }
  }
}

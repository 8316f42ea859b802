import ArgumentParser
import Configuration
import ContentModel
import DisplayTypes
import Foundation
import TestKit
import Testing

@testable import marqueectl

/// The configuration and the command line read durations and lengths in the same notations.
@Suite struct SameNotationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("notation") }

  private func write(_ text: String) throws -> String {
    let path = "\(folder.path)/file.yaml"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// The time of a picture; nil if it is refused.
  private func milliseconds(in content: ContentDescription) -> Int? {
    if case .slideshow(let show) = content { show.itemMilliseconds } else { nil }
  }

  @Test(
    "a duration means the same in a file, as an option of a content, and as an option of a command",
    arguments: [
      ("500ms", 500), ("10s", 10_000), ("5m", 300_000), ("1h30m", 5_400_000), ("1.5s", 1_500), (".5s", 500),
      ("8", 8_000), ("0.25", 250), (".5", 500), ("90", 90_000), ("2d", 172_800_000), ("", nil), (".", nil),
      ("s", nil), ("10 s", nil), ("10S", nil), ("1m30", nil), ("30s1m", nil), ("1e3", nil), ("0x10", nil),
    ] as [(String, Int?)])
  func durations(text: String, expected: Int?) throws {
    let path = try write("slideshow: { folder: /p, duration: \"\(text)\" }\n")
    #expect((try? ContentFile.load(path)).flatMap(milliseconds) == expected)
    #expect(DurationArgument(argument: text).map { Int(($0.seconds * 1000).rounded()) } == expected)
    let show = try? Show.parse(["A", "slideshow", "/p", "--duration", text])
    let content = try show?.words.content()
    let shown = content.flatMap { try? ContentDescription($0, path: "", now: .epoch) }
    #expect(shown.flatMap(milliseconds) == expected)
  }

  @Test(
    "a length means the same in a rule of a screen and on the command line",
    arguments: [
      ("2%", .permille(20)), ("2.5%", .permille(25)), ("25%", .permille(250)), ("10px", .pixels(10)),
      ("10", .pixels(10)), ("0", .pixels(0)), ("26%", nil), ("-1", nil), ("2 %", nil), ("10 px", nil), ("1.5px", nil),
      ("1e1", nil), ("px", nil), ("", nil),
    ] as [(String, OverscanInset?)])
  func lengths(text: String, expected: OverscanInset?) throws {
    let path = try write("screens: [{ match: { connector: A }, overscan: \"\(text)\" }]\n")
    let rule = (try? ConfigurationFile.load(path))?.rule(connectorName: "A", identity: .unknown)
    #expect(rule?.overscan?.value.top == expected)
    let command = try? Overscan.parse(["A", text])
    #expect(command.flatMap { $0.insets.first }.flatMap { OverscanInset($0) } == expected)
  }

  @Test(
    "a share of the screen means the same in a layout and for a window",
    arguments: [
      ("50%", 0.5), ("12.5%", 0.125), ("0.5", 0.5), ("1", 1), ("100%", 1), ("101%", nil), ("1.5", nil), ("-1%", nil),
      ("half", nil), ("", nil),
    ] as [(String, Double?)])
  func shares(text: String, expected: Double?) throws {
    let path = try write("layout: [{ color: \"#000000\", width: \"\(text)\" }]\n")
    let content = try? ContentFile.load(path)
    let width: Double? = if case .layout(let layout) = content { layout.regions.first?.width } else { nil }
    #expect(width == expected)
    let command = try? SessionFrame.parse(["session", "0", "0", text, "1"])
    #expect(command.flatMap { $0.numbers[2].fraction } == expected)
  }

  @Test("a bound of a list is a day, or a moment in the zone of the configuration")
  func bounds() throws {
    let berlin = DaemonClock(zone: "Europe/Berlin")
    for text in ["2026-11-21", "nonsense"] {
      #expect(MomentArgument.moment(inThePast: text, on: berlin) == text)
    }
    #expect(MomentArgument.moment(inThePast: "2026-11-28 18:00", on: berlin) == "2026-11-28T18:00:00+01:00")
    #expect(MomentArgument.past("2026-11-28 18:00", on: berlin) == "2026-11-28T18:00:00+01:00")
    let hour = try #require(WallTime(MomentArgument.moment(inThePast: "1h", on: berlin)))
    #expect(abs(Date().timeIntervalSince1970 - 3600 - Double(hour.seconds)) < 60)
  }
}

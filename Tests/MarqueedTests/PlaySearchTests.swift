import ContentModel
import ControlProtocol
import DisplayTypes
import Foundation
import Testing

@testable import marqueed

/// Answers from the files of the proof of play.
@Suite final class PlaySearchTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "plays-\(UUID().uuidString)").path()
  private let start = WallTime(seconds: 1_800_000_000 / 86_400 * 86_400)

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func record(_ second: Int64, lasting: Int64 = 1, item: String = "a", screen: String = "HDMI-A-1")
    -> PlayRecord
  {
    let first = PlayRecord.Moment(wall: start.advanced(by: second * 1_000_000_000), monotonic: UInt64(second))
    let end = PlayRecord.Moment(
      wall: start.advanced(by: (second + lasting) * 1_000_000_000), monotonic: UInt64(second + lasting))
    return PlayRecord(
      screen: screen, session: "S", item: item, content: "c", first: first, last: end, end: end, flips: 60,
      ending: .completed)
  }

  private func write(_ records: [PlayRecord], rest: String = "") throws {
    let days = Dictionary(grouping: records) { $0.end.wall.seconds / 86_400 }
    for (day, records) in days {
      let name = try #require(CalendarDate(dayNumber: Int(day)))
      let text = ([PlayInfo.csvHeader] + records.map(\.line)).joined(separator: "\n") + "\n" + rest
      try text.write(toFile: "\(path)/\(name).csv", atomically: false, encoding: .utf8)
    }
  }

  private func search(_ first: Int64? = nil, _ last: Int64? = nil, screen: String? = nil, limit: Int = 10_000)
    -> PlaySearch
  {
    PlaySearch(
      folder: path, first: first.map { start.advanced(by: $0 * 1_000_000_000) } ?? .epoch,
      last: start.advanced(by: (last ?? 1_000_000) * 1_000_000_000), screen: screen, limit: limit)
  }

  @Test func theNewestAreReturnedTheOldestFirst() throws {
    // Three days, with more lines than one read.
    let all = (0..<4000).map { record($0 * 60, item: "\($0)") }
    try write(all)
    let (plays, isCut) = search(limit: 3000).newest()
    #expect(plays == all.suffix(3000) && isCut)
    #expect(search(limit: 4000).newest() == (all, false))
    #expect(search(60, 180).newest() == (Array(all[1...3]), false))
  }

  @Test func aScreenIsFoundByTheNameThatItHad() throws {
    var all = (0..<4).map { record($0 * 60, item: "\($0)", screen: $0 < 2 ? "HDMI-A-1" : "DP-1") }
    all[1].label = "Theke, Süd"
    all[2].label = "THEKE, SÜD"
    try write(all)
    #expect(search(screen: "theke, süd").newest().plays == Array(all[1...2]))
    #expect(search(screen: "HDMI-A-1").newest().plays == Array(all[...1]))
    #expect(search(screen: "Theke").newest().plays == [])
  }

  @Test func aPlayOfHoursThatBeganEarlyIsNotAmongTheNewest() throws {
    let long = record(0, lasting: 40_000, item: "long", screen: "HDMI-A-2")
    let short = (0..<30).map { record(1000 + $0 * 1000) }
    try write(short + [long])
    #expect(search(limit: 10).newest() == (Array(short.suffix(10)), true))
    #expect(search(limit: 31).newest().plays == [long] + short)
  }

  @Test func aScreenIsFoundByItsWholeName() throws {
    let names = ["HDMI-A-1", "HDMI-A-11", "Counter, left", ""]
    let all = names.enumerated().map { record(Int64($0.offset), screen: $0.element) }
    try write(all)
    for (name, record) in zip(names, all) { #expect(search(screen: name).newest() == ([record], false), "\(name)") }
    #expect(search(screen: "HDMI").newest() == ([], false))
  }

  @Test func incompleteAndInvalidLinesAreSkipped() throws {
    let all = (0..<3).map { record($0) }
    for rest in [String(all[0].line.prefix(40)), "\n\n\n", String(repeating: "x", count: 1 << 20), "\0\u{1}\n,,,,\n"] {
      try write(all, rest: rest)
      #expect(search().newest() == (all, false))
    }
    let name = try #require(CalendarDate(dayNumber: Int(start.seconds / 86_400 + 1)))
    #expect(mkfifo("\(path)/\(name).csv", 0o600) == 0)
    #expect(search().newest() == (all, false))
    #expect(PlaySearch(folder: "/nowhere", first: .epoch, last: start).newest() == ([], false))
  }

  @Test func theFarthestTimesHaveNoOverflow() throws {
    let all = [record(0)]
    try write(all)
    let search = PlaySearch(folder: path, first: WallTime(seconds: .min), last: WallTime(seconds: .max))
    #expect(search.newest() == (all, false))
  }

  /// All pieces of a search, until it is at its end.
  private func pieces(of search: PlaySearch) throws -> [[PlayRecord]] {
    var pages = PlayPages(search)
    var pieces: [[PlayRecord]] = []
    while !pages.isAtEnd {
      pieces.append(pages.next())
      try #require(pieces.count < 10_000, "there is no end")
    }
    return pieces
  }

  @Test func piecesHaveAllPlaysInTheOrderInWhichTheyEnded() throws {
    let all = (0..<4000).map { record($0 * 60, item: "\($0)") }
    let long = record(0, lasting: 240_001, item: "long")
    try write(all + [long])
    let pieces = try pieces(of: search())
    #expect(pieces.flatMap(\.self) == all + [long])
    #expect(pieces.allSatisfy { $0.count <= PlayPages.mostPlays })
    #expect(pieces.count <= 4001 / PlayPages.mostPlays + 1)
    #expect(try self.pieces(of: search(60, 180)).flatMap(\.self) == Array(all[1...3]))
  }

  @Test func aPieceIsBoundedByItsBytes() throws {
    let all = (0..<60).map { record($0, item: "\($0) " + String(repeating: "x", count: 6000)) }
    try write(all)
    let pieces = try pieces(of: search())
    #expect(pieces.flatMap(\.self) == all)
    #expect(pieces.allSatisfy { $0.reduce(0) { $0 + $1.line.utf8.count } <= PlayPages.mostBytes + 8000 })
  }

  @Test func manyLinesOfOtherScreensAreAPieceWithoutPlays() throws {
    let others = (0..<700).map { record($0, item: String(repeating: "x", count: 12_000)) }
    let wanted = record(800, screen: "DP-1")
    try write(others + [wanted])
    let pieces = try pieces(of: search(screen: "DP-1"))
    #expect(pieces.count == 700 * 12_100 / PlayPages.mostBytesRead + 1)
    #expect(pieces.flatMap(\.self) == [wanted])
  }

  @Test func piecesSkipInvalidLines() throws {
    let all = (0..<3).map { record($0) }
    let long = String(repeating: "x", count: 1 << 20)
    for rest in [String(all[0].line.prefix(40)), "\n\n\n", long, "\(long)\n", "\0\u{1}\n,,,,\n"] {
      try write(all, rest: rest)
      #expect(try pieces(of: search()).flatMap(\.self) == all)
      let name = try #require(CalendarDate(dayNumber: Int(start.seconds / 86_400)))
      let last = record(9)
      let text = rest + "\n" + last.line
      try (all[0].line + "\n" + text).write(toFile: "\(path)/\(name).csv", atomically: false, encoding: .utf8)
      #expect(try pieces(of: search()).flatMap(\.self) == [all[0], last])
    }
  }

  @Test func aFileThatGoesBetweenTwoPiecesEndsItsDay() throws {
    let all = (0..<2000).map { record($0 * 60) }
    try write(all)
    var pages = PlayPages(search())
    let first = pages.next()
    #expect(first == Array(all[..<PlayPages.mostPlays]))
    let day = try #require(CalendarDate(dayNumber: Int(start.seconds / 86_400)))
    try FileManager.default.removeItem(atPath: "\(path)/\(day).csv")
    #expect(pages.next().first == all.first { $0.end.wall.seconds / 86_400 > start.seconds / 86_400 })
    var none = PlayPages(PlaySearch(folder: "/nowhere", first: .epoch, last: start))
    #expect(none.isAtEnd && none.next().isEmpty)
  }

  /// Makes a day's file longer, with zeros that take no room on the disk.
  private func lengthen(_ records: [PlayRecord], to bytes: Int) throws {
    try write(records)
    let name = try #require(CalendarDate(dayNumber: Int(start.seconds / 86_400)))
    #expect(truncate("\(path)/\(name).csv", off_t(bytes)) == 0)
  }

  @Test func aLineWithoutAnEndIsSkippedInPieces() throws {
    let all = (0..<3).map { record($0) }
    try lengthen(all, to: 16 << 20)
    var pieces = try pieces(of: search())
    #expect(pieces.flatMap(\.self) == all)
    #expect(pieces.count == (16 << 20) / PlayPages.mostBytesRead + 1)
    // A piece ends in the middle of the long line. The rest of that line is no play.
    let name = try #require(CalendarDate(dayNumber: Int(start.seconds / 86_400)))
    let file = try #require(FileHandle(forWritingAtPath: "\(path)/\(name).csv"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\(record(7).line)\n\(record(8).line)\n".utf8))
    try file.close()
    pieces = try self.pieces(of: search())
    #expect(pieces.flatMap(\.self) == all + [record(8)])
    #expect(search().newest() == (all + [record(8)], false))
  }

  @Test func aFileIsReadAsFarAsADaysFileGrows() throws {
    let all = (0..<3).map { record($0) }
    try lengthen(all, to: 3 << 30)
    #expect(search().newest() == (all, false))
    let pieces = try pieces(of: search())
    #expect(pieces.flatMap(\.self) == all)
    #expect(pieces.count == PlayFiles.mostBytes / PlayPages.mostBytesRead + 1)
  }
}

import ControlProtocol
import Testing

@testable import marquee_remote

/// The rows of the page, and the content that they make.
struct ContentRowsTests {
  private func content(_ json: String) throws -> ContentInfo {
    try ControlJSON.decode(ContentInfo.self, from: Array(json.utf8))
  }

  private func wishes(_ rows: ContentRows) -> [ContentRows.Wish] {
    rows.rows.map {
      ContentRows.Wish(id: $0.id, seconds: $0.seconds, weekdays: $0.weekdays, from: $0.from, to: $0.to)
    }
  }

  private static let list = """
    {"playlist": {"shuffle": true, "duration": "12s", "transition": "crossfade", "items": [
      {"image": {"file": "/media/Übersicht.png", "fit": "fill"}, "duration": "1m30s", "name": "start"},
      {"layout": {"regions": [{"color": "#ff0000"}, {"ticker": {"text": "x"}}]}},
      {"deck": {"file": "/media/talk.pdf", "duration": "20s", "start": "2026-01-01T00:00Z"}, "weekdays": ["sat"], "from": "17:00", "to": "22:00"}]}}
    """

  @Test("a list has a row for each item, with its time and hours")
  func rows() throws {
    let rows = ContentRows(try content(Self.list))
    #expect(rows.kind == .playlist && rows.usual == 12)
    #expect(
      rows.rows == [
        ContentRows.Row(id: 0, title: "Übersicht.png", seconds: 90, unit: .item),
        ContentRows.Row(id: 1, title: "A layout with 2 parts", unit: .item),
        ContentRows.Row(
          id: 2, title: "talk.pdf", seconds: 20, unit: .page, weekdays: ["sat"], from: "17:00", to: "22:00"),
      ])
  }

  @Test(
    "unchanged rows make the same content",
    arguments: [
      list, "{\"image\": {\"file\": \"/a.png\"}}", "{\"color\": \"#ff0000\"}",
      "{\"schedule\": {\"zone\": \"UTC\", \"entries\": [{\"power\": \"off\", \"from\": \"22:00\", \"to\": \"06:00\"}], \"fallback\": {\"color\": \"#ffffff\"}}}",
    ])
  func unchanged(_ json: String) throws {
    let rows = ContentRows(try content(json))
    #expect(try rows.content(wishes(rows), folder: "/media") == (try content(json)))
  }

  @Test("rows change their order, time and hours, and keep everything else")
  func changed() throws {
    let rows = ContentRows(try content(Self.list))
    var wanted = wishes(rows)
    wanted.swapAt(0, 1)
    wanted[1].seconds = 5
    wanted[1].from = "08:00"
    wanted[2].seconds = nil
    wanted[2].weekdays = []
    wanted.append(ContentRows.Wish(file: "neu.png", seconds: nil))
    wanted.append(ContentRows.Wish(file: "B.PDF", seconds: 8))
    let right = """
      {"playlist": {"shuffle": true, "duration": "12s", "transition": "crossfade", "items": [
        {"layout": {"regions": [{"color": "#ff0000"}, {"ticker": {"text": "x"}}]}},
        {"image": {"file": "/media/Übersicht.png", "fit": "fill"}, "duration": "5s", "name": "start", "from": "08:00"},
        {"deck": {"file": "/media/talk.pdf"}, "from": "17:00", "to": "22:00"},
        {"image": {"file": "/m/neu.png"}}, {"deck": {"file": "/m/B.PDF", "duration": "8s"}}]}}
      """
    #expect(try rows.content(wanted, folder: "/m") == (try content(right)))
  }

  @Test("one picture becomes a list with the next one, and a set-up card makes room")
  func single() throws {
    let rows = ContentRows(try content("{\"image\": {\"file\": \"/a.png\"}}"))
    let both = try rows.content(wishes(rows) + [ContentRows.Wish(file: "b.png")], folder: "/m")
    #expect(
      both
        == (try content(
          "{\"playlist\": {\"duration\": \"10s\", \"items\": [{\"image\": {\"file\": \"/a.png\"}}, {\"image\": {\"file\": \"/m/b.png\"}}]}}"
        )))
    #expect(ContentRows(try content("{\"setup\": {}}")).rows.isEmpty)
  }

  @Test("an added row of a schedule needs hours, and goes before the other entries")
  func schedule() throws {
    let json = """
      {"schedule": {"entries": [{"image": {"file": "/a.png"}, "priority": 3}], "fallback": {"banner": {"text": "Hi"}}}}
      """
    let rows = ContentRows(try content(json))
    #expect(rows.kind == .schedule && rows.otherwise == "Text: Hi" && rows.rows.map(\.unit) == [nil])
    #expect(throws: ContentRows.Failure.noHours("b.png")) {
      try rows.content(wishes(rows) + [ContentRows.Wish(file: "b.png")], folder: "/m")
    }
    let right = """
      {"schedule": {"entries": [{"image": {"file": "/a.png"}, "priority": 3},
        {"image": {"file": "/m/b.png"}, "priority": 4, "from": "11:00", "to": "14:00"}], "fallback": {"banner": {"text": "Hi"}}}}
      """
    let added = ContentRows.Wish(file: "b.png", from: "11:00", to: "14:00")
    #expect(try rows.content(wishes(rows) + [added], folder: "/m") == (try content(right)))
  }

  @Test("wrong rows are refused")
  func refused() throws {
    let rows = ContentRows(try content(Self.list))
    func failure(_ wish: ContentRows.Wish...) -> ContentRows.Failure? {
      do throws(ContentRows.Failure) {
        _ = try rows.content(wish, folder: "/m")
        return nil
      } catch {
        return error
      }
    }
    #expect(failure() == .empty)
    #expect(failure(ContentRows.Wish(id: 3)) == .noSuchRow)
    #expect(failure(ContentRows.Wish(id: -1)) == .noSuchRow)
    #expect(failure(ContentRows.Wish(file: "../etc/x.png")) == .file("../etc/x.png"))
    #expect(failure(ContentRows.Wish()) == .file(""))
    #expect(failure(ContentRows.Wish(id: 0, seconds: .nan)) == .seconds)
    #expect(failure(ContentRows.Wish(id: 0, seconds: 1e9)) == .seconds)
  }
}

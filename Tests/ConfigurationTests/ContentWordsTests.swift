import ControlProtocol
import DisplayTypes
import Testing

@testable import Configuration
@testable import ContentModel

@Suite struct ContentWordsTests {
  private let now = WallTime(seconds: 1_800_000_000)

  private func read(_ json: String) throws(ControlError) -> ContentDescription {
    try ContentDescription(try ControlJSON.decode(ContentInfo.self, from: Array(json.utf8)), now: now)
  }

  private func error(_ json: String) -> ControlError? {
    do throws(ControlError) {
      _ = try read(json)
      return nil
    } catch {
      return error
    }
  }

  @Test("written contents are read unchanged, in messages and in kept files", arguments: ContentSamples.all)
  func roundTrip(content: ContentDescription) throws {
    let bytes = try ControlJSON.encode(ContentInfo(content))
    #expect(try read(String(decoding: bytes, as: UTF8.self)) == content)
    let kept = try ControlJSON.decode(JSONValue.self, from: try ControlJSON.encode(ContentInfo(content).json))
    #expect(ContentDescription(kept: kept) == content)
  }

  @Test("each field of the interface is written, and no other", arguments: ContentSamples.full)
  func fields(type: String, content: ContentDescription) throws {
    guard case .object(let fields) = ContentInfo(content).value else {
      Issue.record("\(type) is no object")
      return
    }
    #expect(Set(fields.keys) == Set(try InterfaceFields.names(of: type)))
  }

  @Test("parts have the fields of the interface, one kind each")
  func partFields() throws {
    func check(_ type: String, _ content: ContentDescription, _ list: String) throws {
      guard case .object(let fields) = ContentInfo(content).value, case .array(let parts)? = fields[list] else {
        Issue.record("\(type) has no \(list)")
        return
      }
      var all: Set<String> = []
      for case .object(let part) in parts { all.formUnion(part.keys) }
      let known = Set(try InterfaceFields.names(of: type))
      #expect(all.isSubset(of: known))
      #expect(known.subtracting(ContentInfo.kinds).isSubset(of: all))
      #expect(Set(ContentInfo.kinds).isSubset(of: known))
    }
    try check("PlaylistItem", .playlist(ContentSamples.playlist), "items")
    try check("ScheduleEntry", .schedule(ContentSamples.schedule), "entries")
    try check("LayoutRegion", .layout(ContentSamples.layout), "regions")
    #expect(try InterfaceFields.names(of: "Content") == ContentInfo.kinds)
    #expect(ContentKind.allCases.map(\.rawValue) == ContentInfo.kinds)
  }

  @Test("a playlist that is repeated some times begins at the moment of the request")
  func repeatedSome() throws {
    let repeated = try read(##"{"playlist":{"items":[{"color":"#000"}],"repeat":3}}"##)
    guard case .playlist(let playlist) = repeated else {
      Issue.record("\(repeated)")
      return
    }
    #expect(playlist.repeats == .times(3))
    #expect(playlist.start == now)
    let inner = try read(##"{"playlist":[{"playlist":{"items":[{"color":"#000"}],"repeat":3}}]}"##)
    #expect(inner.parts.contains { if case .playlist(let playlist) = $0 { playlist.start == nil } else { false } })
  }

  @Test(
    "errors name their place and the expected value",
    arguments: [
      (
        ##"{"color":"blu"}"##,
        ControlError.invalidValue(
          parameter: "content.color", value: "blu",
          expected: "a name as tomato, or \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\"; did you mean \"blue\"?")
      ),
      (##"{"banner":{"txt":"x"}}"##, .invalidParameter(parameter: "content.banner.txt")),
      (##"{"banner":{"text":5}}"##, .invalidParameter(parameter: "content.banner.text")),
      (##"{"banner":{"foreground":"#fff"}}"##, .invalidParameter(parameter: "content.banner.text")),
      (
        ##"{"banner":null}"##,
        .invalidValue(
          parameter: "content", value: "0 of them",
          expected: "exactly one of \(ContentInfo.kinds.joined(separator: ", "))")
      ),
      (
        ##"{"playlist":[{"color":"#000"},{"image":{"file":"/a.png","fit":"fil"}}]}"##,
        .invalidValue(
          parameter: "content.playlist.1.image.fit", value: "fil",
          expected: "one of fit, fill, stretch, center; did you mean \"fit\"?")
      ),
      (
        ##"{"image":"menu.png"}"##,
        .invalidValue(
          parameter: "content.image.file", value: "menu.png",
          expected: "an absolute path, as /var/lib/marquee/media/menu.png")
      ),
      (
        ##"{"playlist":{"file":"/etc/passwd"}}"##,
        .failed(
          message: "content.playlist.file: over the socket a playlist names no file; expected items; "
            + "marqueectl reads such files itself.")
      ),
      (
        ##"{"deck":{"file":"/a.pdf","page":0}}"##,
        .invalidValue(
          parameter: "content.deck.page", value: "0", expected: "a whole number from 1 to 100000")
      ),
    ])
  func mistakes(json: String, expected: ControlError) {
    #expect(error(json) == expected)
  }

  @Test("a text is too long by the bytes of the limit")
  func longText() {
    let text = String(repeating: "x", count: ControlLimits.textBytes + 1)
    let long = ControlError.textTooLong(length: ControlLimits.textBytes + 1, limit: ControlLimits.textBytes)
    #expect(error(##"{"ticker":"\##(text)"}"##) == long)
  }

  @Test("kept values of a later version are ignored, and harm nothing")
  func fromTomorrow() {
    #expect(ContentDescription(kept: .object(["hologram": .string("x")])) == nil)
    #expect(
      ContentDescription(kept: .object(["image": .object(["file": .string("/a"), "depth": .integer(3)])])) == nil)
    #expect(ContentDescription(kept: .string("x")) == nil)
  }

  @Test("a kept zone stays although the machine no longer has it")
  func keptZone() {
    let kept = JSONValue.object(["clock": .object(["zone": .string("Mars/Olympus")])])
    #expect(ContentDescription(kept: kept) == .clock(ClockDescription(zone: "Mars/Olympus")))
    #expect(error(##"{"clock":{"zone":"Mars/Olympus"}}"##) != nil)
  }
}

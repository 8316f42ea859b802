import Testing

@testable import DisplayTypes

@Suite("UserInfo")
struct UserInfoTests {
  private func nested(_ levels: Int) -> UserValue {
    (0..<levels).reduce(.null) { value, _ in .list([value]) }
  }

  @Test("its size is that of its JSON text")
  func size() {
    let text = #"{"a":[1,true,null],"b\"":"x","c":{}}"#
    let value = UserValue.object([
      "a": .list([.integer(1), .bool(true), .null]), "b\"": .text("x"), "c": .object([:]),
    ])
    // A comma after the last of each list and object is counted too.
    #expect(value.byteCount == text.utf8.count + 2)
    #expect(UserValue.text("\u{1}").byteCount == 8)
  }

  @Test("16 KiB are taken, one byte more is refused with the size")
  func tooLarge() throws {
    // {"a":"…",}
    let most = UserInfo.maximumBytes - 9
    #expect(throws: Never.self) { try UserInfo(["a": .text(String(repeating: "x", count: most))]) }
    #expect(throws: UserInfoError.tooLarge(bytes: 16385, limit: 16384)) {
      try UserInfo(["a": .text(String(repeating: "x", count: most + 1))])
    }
  }

  @Test("16 levels are taken, one more is refused")
  func tooDeep() {
    #expect(throws: Never.self) { try UserInfo(["a": nested(15)]) }
    #expect(throws: UserInfoError.tooDeep(limit: 16)) { try UserInfo(["a": nested(16)]) }
    #expect(throws: UserInfoError.tooDeep(limit: 16)) { try UserInfo(["a": nested(1000)]) }
  }

  @Test("values outside JSON are refused")
  func notFinite() {
    #expect(throws: UserInfoError.notFinite) { try UserInfo(["a": .list([.number(.infinity)])]) }
  }

  @Test("whole numbers are the same however they were made")
  func numbers() throws {
    let info = try UserInfo(["a": .number(2), "b": .number(2.5), "c": .number(1e300)])
    #expect(info.values == ["a": .integer(2), "b": .number(2.5), "c": .number(1e300)])
  }

  @Test("a filter names required values, in inner objects too")
  func filter() throws {
    let info = try UserInfo(["note": .object(["id": .integer(7), "kind": .text("memo")]), "tags": .list([.text("a")])])
    #expect(info.contains(.empty))
    #expect(info.contains(try UserInfo(["note": .object(["id": .integer(7)])])))
    #expect(!info.contains(try UserInfo(["note": .object(["id": .integer(8)])])))
    #expect(!info.contains(try UserInfo(["tags": .list([])])))
    #expect(!info.contains(try UserInfo(["other": .null])))
  }
}

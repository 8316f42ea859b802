import ControlProtocol
import Testing

/// The values of JSON texts, and the errors of wrong ones.
@Suite struct JSONDecodingTests {
  private struct SampleMode: Decodable, Equatable {
    var name: String
    var width: Int
    var scale: Double?
    var near: [String]?
  }

  private struct SampleScreens: Decodable {
    var screens: [SampleMode]
  }

  private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try JSON.decode(type, from: Array(text.utf8))
  }

  /// The path and the words of the error that a text is answered with.
  private func trouble<Value: Decodable>(_ text: String, as type: Value.Type) -> String {
    do {
      return "no error: \(try decode(text, as: type))"
    } catch DecodingError.keyNotFound(let key, let context) {
      return describe(context, "no \(key.stringValue)")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      return describe(context, context.debugDescription)
    } catch {
      return "\(error)"
    }
  }

  private func describe(_ context: DecodingError.Context, _ words: String) -> String {
    "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(words)"
  }

  @Test func anObjectBecomesItsType() throws {
    let text = #" { "name" : "1080p", "width": 1920, "scale": 1.5, "near": ["a", "ü"], "more": {} } "#
    #expect(try decode(text) == SampleMode(name: "1080p", width: 1920, scale: 1.5, near: ["a", "ü"]))
  }

  @Test func absentAndNullValuesAreNil() throws {
    #expect(try decode(#"{"name":"a","width":1,"scale":null}"#) == SampleMode(name: "a", width: 1))
  }

  @Test func aDictionaryAndAnyRootAreRead() throws {
    #expect(try decode(#"{"b":2,"a":1}"#) == ["a": 1, "b": 2])
    #expect(try decode("true") == true)
    #expect(try decode("[1,2]") == [1, 2])
    #expect(try decode("[1,null]") == [1, nil] as [Int?])
    #expect(try decode(#""\u0000\u00e9\ud83d\ude00\n\/""#) == "\u{0}é😀\n/")
  }

  @Test func theErrorHasThePathAndTheExpectedType() {
    #expect(
      trouble(#"{"screens":[{"name":"a","width":1},{"name":"b"}]}"#, as: SampleScreens.self) == "screens.1: no width")
    #expect(
      trouble(#"{"screens":[{"name":7,"width":1}]}"#, as: SampleScreens.self)
        == "screens.0.name: expected a string, not a number")
    #expect(
      trouble(#"{"name":"a","width":"1"}"#, as: SampleMode.self) == "width: expected a whole number, not a string")
    #expect(trouble(#"{"name":null,"width":1}"#, as: SampleMode.self) == "name: expected a string, not null")
    #expect(trouble(#"{"screens":{}}"#, as: SampleScreens.self) == "screens: expected an array, not an object")
    #expect(trouble("[]", as: SampleScreens.self) == ": expected an object, not an array")
    #expect(trouble("{}", as: Bool.self) == ": expected a truth value, not an object")
  }

  @Test(arguments: [
    "", " ", "{", "nul", "{\"a\":1,}", "[1 2]", "{\"a\":1}}", "// no\n{}", "{'a':1}", "{a:1}", "NaN", "-Infinity", "01",
    "1.", ".5", "+1", "0x10", "\"\\x\"", "\"\u{1}\"", "\"\\ud800\"", "1e999", "\u{FEFF}{}", "{\"a\":1,\"a\":2}",
    "{\"a\\u0000\":1}",
  ])
  func invalidJSONIsRefusedAsAWhole(text: String) {
    #expect(throws: DecodingError.self) { try decode(text, as: [String: Int].self) }
    #expect(trouble(text, as: [String: Int].self).hasPrefix(": line "), "\(trouble(text, as: [String: Int].self))")
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x7B, 0x00, 0x7D],
  ])
  func bytesThatAreNoUTF8AreRefused(bytes: [UInt8]) {
    #expect(throws: DecodingError.self) { try JSON.decode(String.self, from: bytes) }
  }

  @Test func nestingHasAnEnd() {
    let deep = 100_000
    #expect(
      trouble(String(repeating: "[", count: deep) + String(repeating: "]", count: deep), as: Int.self)
        .contains("depth"))
    #expect(trouble(String(repeating: "{\"a\":", count: deep), as: Int.self).contains("depth"))
  }

  @Test func aNumberFitsItsTypeOrIsAnError() throws {
    #expect(try decode("[-128,127]") == [Int8.min, .max])
    #expect(try decode("[-9223372036854775808,9223372036854775807]") == [Int64.min, .max])
    #expect(try decode("[1e3,2.0]") == [1000, 2])
    #expect(try decode("[1,-0.1,1e-7,5e-324]") == [1, -0.1, 1e-7, .leastNonzeroMagnitude])
    #expect(trouble("128", as: Int8.self) == ": expected a whole number from -128 to 127, not 128.0")
    #expect(trouble("-1", as: UInt64.self).contains("from 0 to 18446744073709551615"))
    #expect(trouble("1.5", as: Int.self).contains("not 1.5"))
    #expect(trouble("1e300", as: Int.self).contains("not 1e+300"))
    #expect(trouble("1e300", as: Float.self).contains("does not fit"))
  }

  @Test func aNumberBeyond64BitsIsTheErrorOfItsField() throws {
    let text = #"{"name":"a","width":99999999999999999999}"#
    #expect(trouble(text, as: SampleMode.self).hasPrefix("width: expected a whole number"))
    #expect(trouble("18446744073709551615", as: UInt64.self).contains("expected a whole number"))
    #expect(try decode("99999999999999999999") == 1e20)
    #expect(try decode(#"{"name":"a","width":5,"unknown":99999999999999999999}"#) == SampleMode(name: "a", width: 5))
  }

  @Test func nestedContainersAreRead() throws {
    struct Outer: Decodable, Equatable {
      enum Keys: String, CodingKey { case inner, list, missing }
      var inner: Int
      var list: [Int]
      var knows: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(Int.self, forKey: .inner)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        list = []
        while !elements.isAtEnd {
          if try elements.decodeNil() { continue }
          list.append(try elements.decode(Int.self))
        }
        #expect(throws: DecodingError.self) { try elements.decode(Int.self) }
        #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .missing) }
        knows = container.allKeys.map(\.rawValue)
      }
    }
    let outer = try decode(#"{"list":[1,null,2],"inner":{"inner":3},"other":0}"#, as: Outer.self)
    #expect(outer.inner == 3 && outer.list == [1, 2] && outer.knows == ["list", "inner"])
  }
}

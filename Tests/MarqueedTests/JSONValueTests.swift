import ControlProtocol
import Testing

/// The values of JSON texts, and the work to read them.
@Suite struct JSONValueTests {
  /// A value that counts its reads.
  private struct Counted: Decodable {
    let value: JSONValue
    let counter = DecodeCount()

    init(from decoder: any Decoder) throws {
      value = try JSONValue(from: CountingDecoder(base: decoder, counter: counter))
    }
  }

  private func read(_ text: String) throws -> Counted {
    try ControlJSON.decode(Counted.self, from: Array(text.utf8))
  }

  private func value(_ text: String) throws -> JSONValue {
    try ControlJSON.decode(JSONValue.self, from: Array(text.utf8))
  }

  @Test func eachKindIsReadAsItself() throws {
    #expect(try value("null") == .null)
    #expect(try value("true") == .bool(true))
    #expect(try value("7") == .integer(7))
    #expect(try value("7.0") == .integer(7))
    #expect(try value("7.5") == .number(7.5))
    #expect(try value("9223372036854775807") == .integer(.max))
    #expect(try value("9223372036854775808") == .number(0x1p63))
    #expect(try value(#""7""#) == .string("7"))
    #expect(try value("[]") == .array([]))
    #expect(try value("{}") == .object([:]))
    #expect(try value(#"[{"a":[null,false]}]"#) == .array([.object(["a": .array([.null, .bool(false)])])]))
  }

  @Test(arguments: ["null", "true", "7", "7.0", "7.5", #""a""#, "[]", "{}"])
  func eachValueIsAskedForOnce(_ element: String) throws {
    let elements = 1000
    let list = try read("[\(Array(repeating: element, count: elements).joined(separator: ","))]")
    #expect(list.value == .array(Array(repeating: try value(element), count: elements)))
    #expect(list.counter.errors == 0)
    #expect(list.counter.attempts <= elements + 1)
    let fields = (0..<elements).map { "\"\($0)\":\(element)" }.joined(separator: ",")
    let object = try read("{\(fields)}")
    #expect(object.counter.errors == 0)
    #expect(object.counter.attempts <= elements + 1)
  }

  @Test func listsAndObjectsThatAreNestedTooDeeplyAreRefused() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: #"{"a":["#, count: levels / 2) + "1" + String(repeating: "]}", count: levels / 2)
    }
    #expect(try value(nested(40)) != .null)
    #expect(throws: ControlError.self) { try value(nested(42)) }
  }
}

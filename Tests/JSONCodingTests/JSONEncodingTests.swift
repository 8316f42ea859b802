import ControlProtocol
import Testing

/// The text that a value becomes.
@Suite struct JSONEncodingTests {
  private struct SampleMode: Codable, Equatable {
    var name: String
    var width: Int
    var scale: Double?
    var near: [String] = []
  }

  private struct Nothing: Codable {}

  private struct Wrapped: Encodable {
    enum Keys: String, CodingKey { case error, parameters, list }

    func encode(to encoder: any Encoder) throws {
      var envelope = encoder.container(keyedBy: Keys.self)
      try envelope.encode("Failed", forKey: .error)
      try envelope.encodeNil(forKey: .list)
      var fields = envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)
      try fields.encode(1, forKey: .error)
      var list = fields.nestedUnkeyedContainer(forKey: .list)
      try list.encode(true)
      try list.encodeNil()
      // A second container of the same value is the same object.
      var again = encoder.container(keyedBy: Keys.self)
      try again.encode([list.count], forKey: .list)
    }
  }

  private func text(_ value: some Encodable, _ style: JSON.Style = .compact) throws -> String {
    String(decoding: try JSON.encode(value, style: style), as: UTF8.self)
  }

  @Test func namesAreSortedAndNilIsLeftOut() throws {
    #expect(try text(SampleMode(name: "a/b", width: 7)) == #"{"name":"a/b","near":[],"width":7}"#)
    #expect(try text(["b": 2, "a": 1]) == #"{"a":1,"b":2}"#)
  }

  @Test func indentedItHasALineForEachField() throws {
    #expect(
      try text(SampleMode(name: "a", width: 7, near: ["b"]), .indented) == """
        {
          "name": "a",
          "near": [
            "b"
          ],
          "width": 7
        }
        """)
  }

  @Test func anyRootAndAnEmptyTypeAreWritten() throws {
    #expect(try text(Nothing()) == "{}")
    #expect(try text([Nothing()]) == "[{}]")
    #expect(try text([String]()) == "[]")
    #expect(try text(true) == "true")
    #expect(try text([1, nil]) == "[1,null]")
    #expect(try text(["a": Optional<Int>.none]) == #"{"a":null}"#)
    #expect(try text(Wrapped()) == #"{"error":"Failed","list":[2],"parameters":{"error":1,"list":[true,null]}}"#)
  }

  @Test func stringsAreEscapedWhereTheyMust() throws {
    #expect(try text("\"\\\n\u{1}\u{0}/ü😀") == #""\"\\\n\u0001\u0000/ü😀""#)
    #expect(try text(String(repeating: "é", count: 100_000)).utf8.count == 200_002)
  }

  @Test(arguments: [
    (1.0, "1"), (-3.0, "-3"), (0.0, "0"), (0.5, "0.5"), (0.1, "0.1"), (59.94, "59.94"), (1e15, "1000000000000000"),
  ])
  func aNumberIsAsShortAsItCanBe(number: Double, expected: String) throws {
    #expect(try text(number) == expected)
  }

  @Test(arguments: [
    1.0666666666666667, 16.0 / 9, 0.1 + 0.2, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -1e-7, 1e17,
    9_007_199_254_740_994, 0.000_123_456_789_012_345_67, -0.012_345_678_901_234_567,
  ])
  func everyNumberComesBack(number: Double) throws {
    #expect(try JSON.decode(Double.self, from: JSON.encode(number)) == number)
    #expect(try JSON.decode([Double].self, from: JSON.encode([0.1, number])) == [0.1, number])
  }

  /// Zeros before the first digit do not count as digits of precision: jansson has one setting for all numbers.
  @Test func aSmallNumberMakesNoOtherLonger() throws {
    #expect(try text([0.000_123_456_789_012_345_67, 1.1]) == "[0.00012345678901234567,1.1000000000000001]")
  }

  @Test func valuesOutsideJSONAreErrors() throws {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try JSON.encode([number]) }
    }
    #expect(try text([UInt64(Int64.max)]) == "[9223372036854775807]")
    let error = #expect(throws: EncodingError.self) { try JSON.encode(["a": UInt64.max]) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a"])
  }
}

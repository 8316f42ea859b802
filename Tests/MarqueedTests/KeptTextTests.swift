import ControlProtocol
import KeptFiles
import Testing

@testable import marqueed

@Suite struct KeptTextTests {
  private static let object = Array(#"{"sessions":[],"version":2}"#.utf8)

  @Test func theTextStaysJSONAndHasOneMemberMore() throws {
    let text = KeptText.adding(checksumTo: Self.object)
    let value = try JSON.decode([String: JSONPart].self, from: text)
    #expect(value.keys.sorted() == ["checksum", "sessions", "version"])
    #expect(KeptText.isWhole(text) && KeptText.isWhole(text + [0x0A]))
  }

  /// Any value, because only the names matter.
  private struct JSONPart: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test func eachChangedByteBeforeTheChecksumIsFound() {
    let text = KeptText.adding(checksumTo: Self.object)
    for index in 0..<Self.object.count - 1 {
      var damaged = text
      damaged[index] ^= 1
      #expect(!KeptText.isWhole(damaged), "byte \(index)")
    }
  }

  @Test(arguments: ["", "{", "{}", #"{"version":2}"#, "{\"version\":2}\n", #"{"checksum":"by somebody else"}"#])
  func aTextWithoutAChecksumIsNotJudged(text: String) {
    #expect(KeptText.isWhole(Array(text.utf8)))
  }
}

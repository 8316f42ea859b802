import Foundation
import Testing

@testable import marquee_remote

/// Connections that once were read as a request although their head contradicts itself.
@Suite(.timeLimit(.minutes(30)))
struct HTTPFindingsTests {
  /// The fuzzer begins with these inputs (`Tests/Fuzzers/http`). In its files, each has one extra byte before it.
  private static func inputs() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzzers/http/findings.hex")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      line in
      let digits = Array(line)
      let bytes = try stride(from: 2, to: digits.count, by: 2).map {
        try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("no header of a past finding is accepted, and the bytes after it are no request", arguments: [.max, 1, 7])
  func pastFindings(portion: Int) throws {
    let inputs = try Self.inputs()
    #expect(inputs.count >= 9)
    for input in inputs {
      let bench = try HTTPBench()
      let answer = try bench.exchange(input, inPortionsOf: portion)
      #expect(Set(HTTPBench.statuses(answer)) == [400], "\(input): \(answer)")
      #expect(bench.requests.isEmpty, "\(input): \(bench.requests)")
    }
  }
}

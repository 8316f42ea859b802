import DisplayTypes
import Testing

@Suite struct ChecksumTests {
  /// Known sums of the algorithm (draft-eastlake-fnv). Files on disk are found again by them.
  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func itIsFNV(text: String, sum: String) {
    #expect(Checksum.text(of: text.utf8) == sum)
  }

  @Test func itHasSixteenDigits() {
    let sums = (0..<200).map { Checksum.text(of: "\($0)".utf8) }
    #expect(sums.contains { $0.hasPrefix("0") } && sums.allSatisfy { $0.count == 16 } && Set(sums).count == 200)
  }
}

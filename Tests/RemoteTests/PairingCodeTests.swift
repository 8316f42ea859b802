import Testing

@testable import marquee_remote

struct PairingCodeTests {
  @Test func aCodeHasEightUnambiguousCharacters() {
    let codes = (0..<200).map { _ in PairingCode.make() }
    #expect(codes.allSatisfy { $0.count == 8 && $0.allSatisfy { !"0O1IL2Z5S8B".contains($0) } })
    #expect(Set(codes).count == 200)
  }

  @Test func peopleTypeItTheirWay() {
    #expect(PairingCode.parse(" acde-fghj ") == "ACDEFGHJ")
    #expect(PairingCode.parse("ACDE FGHJ") == "ACDEFGHJ")
    #expect(PairingCode.formatted("ACDEFGHJ") == "ACDE-FGHJ")
  }

  @Test(arguments: ["", "ACDEFGH", "ACDEFGHJK", "ACDEFGH0", "ACDEFGH\u{0}", String(repeating: "A", count: 100_000)])
  func otherTextsAreNoCodes(text: String) {
    #expect(PairingCode.parse(text) == nil)
  }
}

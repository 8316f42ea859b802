import DisplayTypes
import Testing

@Suite struct SourcedTests {
  @Test("the place of a value does not count in comparisons")
  func equality() {
    let first = Sourced(1, at: SourceLocation(file: "a", line: 1))
    let second = Sourced(1, at: SourceLocation(file: "b", line: 9))
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
    #expect(first != Sourced(2, at: first.location))
  }

  @Test("mapping keeps the place")
  func map() {
    let place = SourceLocation(file: "marquee.yaml", line: 7, column: 3)
    #expect(Sourced(1, at: place).map { "\($0)" }.location == place)
    #expect(place.description == "marquee.yaml:7")
  }
}

import Testing

@testable import ScenarioSupport

/// How figures are judged.
struct FigureTests {
  @Test("the median of all counts, however good some of them are")
  func median() throws {
    try expectMedian([1, 2, 9], atMost: 2, "three")
    try expectMedian([9, 1, 3, 1], atMost: 2, "four")
    #expect(throws: FigureFailure.self) { try expectMedian([1, 1, 1, 2.5, 2.5, 2.5, 9], atMost: 2, "three good ones") }
    #expect(throws: FigureFailure.self) { try expectMedian([], atMost: 2, "none") }
    #expect(throws: FigureFailure.self) { try expectMedian([.nan], atMost: 2, "no number") }
  }
}

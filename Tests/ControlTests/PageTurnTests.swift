import ControlProtocol
import Testing

@Suite struct PageTurnTests {
  @Test(
    "pages are turned within the deck",
    arguments: [
      (PageTurn.next, 1, 3, 2), (.next, 3, 3, 3), (.previous, 3, 3, 2), (.previous, 1, 3, 1), (.first, 2, 3, 1),
      (.last, 1, 3, 3), (.next, 99, 3, 3), (.previous, 99, 3, 2), (.next, 1, 0, 1), (.previous, -7, 3, 1),
    ])
  func turns(turn: PageTurn, from: Int, count: Int, to: Int) {
    #expect(turn.page(from: from, of: count) == to)
  }

  @Test(arguments: [(2, 2), (99, 3), (0, 1)])
  func aNumberLeadsToItsPageOrTheNearest(number: Int, page: Int) {
    #expect(PageTurn.goto.page(from: 1, of: 3, number: number) == page)
  }

  @Test func aNumberGoesWithGotoAlone() {
    #expect(throws: ControlError.self) { try TurnPageCall(screen: "A", turn: .goto).validate() }
    #expect(throws: ControlError.self) { try TurnPageCall(screen: "A", turn: .next, page: 2).validate() }
    #expect(throws: ControlError.self) { try TurnPageCall(screen: "A", turn: .goto, page: 0).validate() }
    #expect(throws: Never.self) { try TurnPageCall(screen: "A", turn: .goto, page: 2).validate() }
  }
}

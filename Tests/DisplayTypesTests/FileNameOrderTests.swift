import DisplayTypes
import Testing

@Suite struct FileNameOrderTests {
  @Test func numbersGoByTheirValue() {
    let names = [
      "b.jpg", "10.jpg", "a10b2.jpg", "2.jpg", "a2b10.jpg", "a.jpg", "002.jpg", "1", "a2b9.jpg", "é.jpg", "",
    ]
    #expect(
      names.sorted(by: FileNameOrder.isBefore)
        == ["", "1", "002.jpg", "2.jpg", "10.jpg", "a.jpg", "a2b9.jpg", "a2b10.jpg", "a10b2.jpg", "b.jpg", "é.jpg"])
  }

  @Test func numbersMayBeOfAnyLength() {
    let long = String(repeating: "9", count: 40)
    #expect(FileNameOrder.isBefore(long, "1" + long))
    #expect(!FileNameOrder.isBefore("1" + long, long))
    #expect(!FileNameOrder.isBefore(long, long))
  }

  @Test func itIsAnOrder() {
    let names = ["1", "01", "1a", "a1", "a01", "a001b", "a1b", "a", "b0", "b00", "b", "1.2", "1.10"]
    for one in names {
      for other in names {
        #expect(
          (FileNameOrder.isBefore(one, other) ? 1 : 0) + (FileNameOrder.isBefore(other, one) ? 1 : 0)
            == (one == other ? 0 : 1))
      }
    }
  }
}

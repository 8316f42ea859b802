import Testing

struct TargetTableTests {
  @Test func rowsAreRead() {
    let page = "text\n| target | is | imports |\n|---|---|---|\n| `A` | a b | nothing |\n| `b-c` | d | A CDRM |\n"
    #expect(TargetTable.rows(in: page) == ["A": [], "b-c": ["A", "CDRM"]])
  }
}

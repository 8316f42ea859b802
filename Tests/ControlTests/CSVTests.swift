import ControlProtocol
import Testing

@Suite struct CSVTests {
  @Test(arguments: [
    (["a", "b"], "a,b"), (["a,b", ""], "\"a,b\","), (["say \"x\"", "1"], "\"say \"\"x\"\"\",1"),
    (["two\nlines"], "two lines"),
    (["\"", ",\""], "\"\"\"\",\",\"\"\""),
  ])
  func valuesBecomeALine(values: [String], line: String) {
    #expect(values.map(CSV.field).joined(separator: ",") == line)
    #expect(CSV.fields(line.utf8) == values.map { $0 == "two\nlines" ? "two lines" : $0 })
  }
}

/// One line of the table.
struct DecodeFigure {
  let name: String
  let text: String
  let demand: String
  let isMet: Bool

  var line: String { "\(isMet ? "met" : "NOT MET")  \(name): \(text) (demand: \(demand))" }
}

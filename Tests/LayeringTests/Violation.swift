/// A place that breaks a rule; prints as editors like it.
struct Violation: Equatable, CustomStringConvertible {
  let path: String
  let line: Int
  let problem: String

  var description: String { "\(path):\(line): \(problem)" }
}

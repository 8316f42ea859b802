/// Why a scenario has failed: what was expected, what was there instead, and where in the scenario.
public struct ScenarioFailure: Error, CustomStringConvertible, Sendable {
  /// The message.
  public let description: String

  /// Makes a failure at a place in a scenario.
  public init(_ message: String, file: String = #fileID, line: Int = #line) {
    description = "\(message) (\(file):\(line))"
  }
}

/// A figure that is worse than it may be: the scenario is not played again until it is good.
public struct FigureFailure: Error, CustomStringConvertible, Sendable {
  /// The message.
  public let description: String
}

/// Ends the scenario unless the median of all that was measured is at most this.
func expectMedian(_ measured: [Double], atMost bound: Double, _ what: String) throws {
  let sorted = measured.sorted()
  let middle = sorted.dropFirst((sorted.count - 1) / 2).prefix(2 - sorted.count % 2)
  let median = middle.isEmpty ? .infinity : middle.reduce(0, +) / Double(middle.count)
  let text = "\(what): median \((median * 100).rounded() / 100), all \(sorted.map { ($0 * 100).rounded() / 100 })"
  print(text)
  if !(median <= bound) { throw FigureFailure(description: "\(text); the median may be \(bound)") }
}

/// Ends the scenario unless the condition holds.
func expect(
  _ condition: Bool, _ message: @autoclosure () throws -> String, file: String = #fileID, line: Int = #line
) throws {
  if !condition { throw ScenarioFailure(try message(), file: file, line: line) }
}

/// Ends the scenario unless both are equal.
func expect<Value: Equatable>(
  _ value: Value, is expected: Value, _ message: @autoclosure () throws -> String, file: String = #fileID,
  line: Int = #line
) throws {
  if value != expected {
    throw ScenarioFailure("\(try message()): expected \(expected), got \(value)", file: file, line: line)
  }
}

/// The value; ends the scenario where there is none.
func unwrap<Value>(
  _ value: Value?, _ message: @autoclosure () throws -> String, file: String = #fileID, line: Int = #line
) throws -> Value {
  guard let value else { throw ScenarioFailure(try message(), file: file, line: line) }
  return value
}

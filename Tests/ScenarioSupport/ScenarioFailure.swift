/// The failure of a scenario: the expected value, the actual value, and the place in the scenario.
public struct ScenarioFailure: Error, CustomStringConvertible, Sendable {
  /// The message.
  public let description: String

  /// Makes a failure at a place in a scenario.
  public init(_ message: String, file: String = #fileID, line: Int = #line) {
    description = "\(message) (\(file):\(line))"
  }
}

/// Ends the scenario if the condition does not hold.
func expect(
  _ condition: Bool, _ message: @autoclosure () throws -> String, file: String = #fileID, line: Int = #line
) throws {
  if !condition { throw ScenarioFailure(try message(), file: file, line: line) }
}

/// Ends the scenario if the values differ.
func expect<Value: Equatable>(
  _ value: Value, is expected: Value, _ message: @autoclosure () throws -> String, file: String = #fileID,
  line: Int = #line
) throws {
  if value != expected {
    throw ScenarioFailure("\(try message()): expected \(expected), got \(value)", file: file, line: line)
  }
}

/// Returns the value; ends the scenario if it is nil.
func unwrap<Value>(
  _ value: Value?, _ message: @autoclosure () throws -> String, file: String = #fileID, line: Int = #line
) throws -> Value {
  guard let value else { throw ScenarioFailure(try message(), file: file, line: line) }
  return value
}

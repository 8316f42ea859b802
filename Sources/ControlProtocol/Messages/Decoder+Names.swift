extension Decoder {
  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists the cases, where there is none of that name.
  func name<Value: RawRepresentable<String> & CaseIterable>(of parameter: String) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    guard let value = Value(rawValue: text) else {
      throw ControlError.invalidValue(
        parameter: parameter, value: text, expected: Value.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return value
  }
}

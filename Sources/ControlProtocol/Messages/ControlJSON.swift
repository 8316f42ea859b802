/// Converts messages to JSON and back, with the errors of the protocol.
public enum ControlJSON {
  /// Returns the JSON text of a message with sorted keys. Throws `ControlError.failed` if a number is not finite.
  public static func encode(_ value: some Encodable, pretty: Bool = false) throws(ControlError) -> [UInt8] {
    do {
      return try JSON.encode(value, style: pretty ? .indented : .compact)
    } catch {
      throw .failed(message: "The answer cannot be written as JSON: \(error). This is an error of the program.")
    }
  }

  /// Returns the JSON text of a message, with the NUL at its end.
  public static func frame(_ value: some Encodable) throws(ControlError) -> [UInt8] {
    var bytes = try encode(value)
    bytes.append(0)
    return bytes
  }

  /// Reads a message. Throws the error for the reply to it.
  public static func decode<Value: Decodable>(_ type: Value.Type, from message: [UInt8]) throws(ControlError) -> Value {
    do {
      return try JSON.decode(type, from: message)
    } catch {
      throw controlError(error)
    }
  }

  /// The error for the reply to an invalid message.
  static func controlError(_ error: any Error) -> ControlError {
    switch error {
    case let error as ControlError: error
    case DecodingError.keyNotFound(let key, _): .invalidParameter(parameter: key.stringValue)
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      parameterError(context)
    default: .invalidParameter(parameter: "parameters")
    }
  }

  private static func parameterError(_ context: DecodingError.Context) -> ControlError {
    let path = context.codingPath.map(\.stringValue)
    let names = path.first == "parameters" ? path.dropFirst() : path[...]
    return names.isEmpty && path.isEmpty
      ? .malformedMessage(reason: "it is no JSON object: \(context.debugDescription)")
      : .invalidParameter(parameter: names.isEmpty ? "parameters" : names.joined(separator: "."))
  }
}

extension Decoder {
  /// Reads a case by its name. For any other name it throws `ControlError.invalidValue`, which lists the cases.
  func name<Value: RawRepresentable<String> & CaseIterable>(of parameter: String) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    guard let value = Value(rawValue: text) else {
      throw ControlError.invalidValue(
        parameter: parameter, value: text, expected: Value.names.joined(separator: ", "))
    }
    return value
  }

  /// Throws `ControlError.invalidParameter` if the object has a field that is not in `names`.
  func refuseUnknownFields(_ names: [String]) throws {
    for key in try container(keyedBy: NameKey.self).allKeys where !names.contains(key.stringValue) {
      throw ControlError.invalidParameter(parameter: key.stringValue)
    }
  }

  /// Throws `ControlError.invalidParameter` if the object has a field that is not a case of `keys`.
  func refuseUnknownFields<Keys: CodingKey & CaseIterable>(_ keys: Keys.Type) throws {
    try refuseUnknownFields(keys.allCases.map(\.stringValue))
  }
}

extension Decoder {
  /// Throws `ControlError.invalidParameter` where the object has a field that is not in `names`.
  func refuseUnknownFields(_ names: [String]) throws {
    for key in try container(keyedBy: AnyKey.self).allKeys where !names.contains(key.stringValue) {
      throw ControlError.invalidParameter(parameter: key.stringValue)
    }
  }

  /// Throws `ControlError.invalidParameter` where the object has a field that is not a case of `keys`.
  func refuseUnknownFields<Keys: CodingKey & CaseIterable>(_ keys: Keys.Type) throws {
    try refuseUnknownFields(keys.allCases.map(\.stringValue))
  }
}

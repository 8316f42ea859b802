import ControlProtocol

/// The names of the fields of a type in the interface's definition.
enum InterfaceFields {
  struct NoSuchType: Error {
    var name: String
  }

  static func names(of type: String) throws -> [String] {
    let text = InterfaceDescription.text
    guard let start = text.firstRange(of: "\ntype \(type) (") else { throw NoSuchType(name: type) }
    let fields = text[start.upperBound...].prefix { $0 != ")" }
    return fields.split(separator: ",").map { field in
      String(field.prefix { $0 != ":" }.filter { !$0.isWhitespace })
    }
  }
}

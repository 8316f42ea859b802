/// The format of a kept file, and the words of its messages.
package struct KeptFormat<Value> {
  /// What is in a file.
  package enum Reading {
    case value(Value)
    /// Something that this version cannot read, and why.
    case unreadable(reason: String)
  }

  /// What it is, with its verb, as "what is chosen is".
  package var what: String
  /// The consequence of an unreadable file for a message, as "everything begins anew".
  package var loss: String
  /// Reads the text of a file.
  package var read: ([UInt8]) -> Reading
  /// The text for a value, a JSON object; nil where it has none.
  package var text: (Value) -> [UInt8]?

  package init(
    what: String, loss: String, read: @escaping ([UInt8]) -> Reading, text: @escaping (Value) -> [UInt8]?
  ) {
    (self.what, self.loss, self.read, self.text) = (what, loss, read, text)
  }
}

/// What was found in a kept file at the start.
package enum KeptFinding<Value> {
  /// There is no file.
  case nothing
  case value(Value)
  /// The file cannot be read; the value is that of the file before it.
  case previous(Value)
  case unreadable

  /// Whether something was kept and cannot be read.
  package var isLost: Bool { if case .unreadable = self { true } else { false } }

  package var value: Value? {
    switch self {
    case .value(let value), .previous(let value): value
    case .nothing, .unreadable: nil
    }
  }
}

extension KeptFinding: Sendable where Value: Sendable {}

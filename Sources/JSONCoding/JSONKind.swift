/// What a value of a text is.
public enum JSONKind: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool
  /// A number that is whole and fits into 64 bits.
  case integer
  /// Any other number.
  case number
  /// A text.
  case string
  /// Values in their order.
  case array
  /// Values by their names.
  case object
}

/// A decoder that names the kind of its value, so that a reader of any value need not try one type after the other.
///
/// The decoder of `JSON.decode` is one.
public protocol JSONKindDecoder: Decoder {
  /// What the value is.
  var kind: JSONKind { get }
}

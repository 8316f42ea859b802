/// Why a message between daemon and rasteriser could not be read.
public enum CodecError: Error, Hashable, Sendable {
  case truncated
  case trailingBytes
  /// A number, a text or a combination that the format does not have.
  case invalid(String)
}

extension CodecError: CustomStringConvertible {
  /// As a phrase that fits after `the answer was`.
  public var description: String {
    switch self {
    case .truncated: "a truncated message"
    case .trailingBytes: "a message with more bytes than it says"
    case .invalid(let what): "a message with an invalid \(what)"
    }
  }
}

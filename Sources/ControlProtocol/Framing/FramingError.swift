/// Why no more messages can be read from a stream.
public enum FramingError: Error, Hashable, Sendable {
  /// A message is longer than this many bytes.
  case tooLong(limit: Int)
}

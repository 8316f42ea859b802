/// How a picture is enlarged or reduced.
///
/// One to one, all are exact.
public enum Sampling: Hashable, Sendable {
  /// Between neighbours, for photographs and text.
  case smooth
  /// The nearest pixel, for pixel art and test patterns.
  case sharp
}

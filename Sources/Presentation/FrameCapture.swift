/// What is to be read of a frame when it is committed.
public enum FrameCapture: Hashable, Sendable {
  case none
  /// The hash of its pixels.
  case hash
  /// The hash and the pixels themselves.
  case pixels
}

/// How a picture is brought into the room that it has.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// As large as it can be as a whole, in its own shape.
  case fit
  /// So that no room stays free, in its own shape; what does not fit is cut off on both sides alike.
  case fill
  /// Over the whole room, whatever its shape.
  case stretch
  /// Pixel by pixel in the middle; what is larger is cut off.
  case center
}

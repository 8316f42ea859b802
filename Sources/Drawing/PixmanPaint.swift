/// How a picture is put on a target.
enum PixmanPaint {
  /// It replaces what was there: opaque.
  case copy
  /// It lies on what was there.
  case over
  /// As `over`, with the brush's opacity.
  case fade
  /// The brush's colour where the picture has coverage.
  case stencil
}

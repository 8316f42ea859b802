internal import DisplayTypes

/// A moment of a picture.
struct PictureMoment: Hashable {
  var time: MonotonicTime
  /// Its frame, counted from the picture's first.
  var frameNumber: UInt64
}

internal import Composition
internal import Presentation

/// What a modeset shows: composed on the probe thread, since the whole of a picture takes long.
struct FirstPicture: Sendable {
  var frame: ResolvedFrame
  var capture: FrameCapture
}

internal import DisplayTypes
internal import Presentation

/// How a modeset ended well.
struct ConfiguredOutput: Sendable {
  var path: OutputPath
  var buffers: BufferParcel
  var captured: CapturedFrame?
  var hasVBlank: Bool
  var started: MonotonicTime
  var ended: MonotonicTime
  var wasModeset: Bool
}

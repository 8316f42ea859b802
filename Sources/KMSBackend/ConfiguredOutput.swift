internal import DisplayTypes

/// How a modeset ended well.
struct ConfiguredOutput: Sendable {
  var path: OutputPath
  var hasVBlank: Bool
  var started: MonotonicTime
  var ended: MonotonicTime
  var wasModeset: Bool
}

internal import DisplayTypes

/// What a successful test leaves for the modeset: nothing has to be looked for or made again.
struct TestedMode: Sendable {
  var mode: ScreenMode
  /// Nil where others have changed what it was made from.
  var found: FoundPath?
  var buffers: BufferParcel
}

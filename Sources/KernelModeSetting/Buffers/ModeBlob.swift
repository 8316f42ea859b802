public import DisplayTypes

/// The owner of a mode as a blob, for the property `MODE_ID`.
public struct ModeBlob: ~Copyable {
  private let blob: PropertyBlob
  /// The mode in it.
  public let mode: ScreenMode

  /// Makes the blob.
  ///
  /// C: `drmModeCreatePropertyBlob` with a `struct drm_mode_modeinfo`.
  public init(_ mode: ScreenMode, on card: CardDescriptor) throws(DisplayError) {
    let bytes = ModeInfo(mode).kernelBytes
    blob = try unsafe PropertyBlob(on: card, bytes: bytes.span.bytes, purpose: "a mode")
    self.mode = mode
  }

  /// Its number.
  public var id: BlobID { blob.id }

  /// Ends it; what is shown stays.
  public consuming func release() {}
}

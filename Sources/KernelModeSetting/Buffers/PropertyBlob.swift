public import DisplayTypes
internal import SystemPackage

/// The owner of a property blob.
///
/// The kernel keeps a blob while a state uses it. So the owner may release it when the commit with its number has returned.
public struct PropertyBlob: ~Copyable {
  private let card: CardDescriptor
  /// Its number, as a property's value.
  public let id: BlobID

  init(on card: CardDescriptor, bytes: RawSpan, purpose: StaticString) throws(DisplayError) {
    do throws(Errno) {
      id = BlobID(rawValue: try card.interface.createBlob(card.number, bytes))
    } catch {
      throw card.failure(error, "make a blob for \(purpose)")
    }
    self.card = card
  }

  /// A blob for `FB_DAMAGE_CLIPS`: `struct drm_mode_rect` of drm_mode.h, in pixels of the framebuffer.
  public static func damage(_ clips: DirtyClips, on card: CardDescriptor) throws(DisplayError) -> PropertyBlob {
    var words = InlineArray<64, Int32>(repeating: 0)
    for index in 0..<clips.count {
      let clip = clips[index]
      words[4 * index] = Int32(clamping: clip.x)
      words[4 * index + 1] = Int32(clamping: clip.y)
      words[4 * index + 2] = Int32(clamping: clip.maxX)
      words[4 * index + 3] = Int32(clamping: clip.maxY)
    }
    return try unsafe PropertyBlob(
      on: card, bytes: words.span.bytes.extracting(first: 16 * clips.count), purpose: "changed parts")
  }

  /// Removes it.
  public consuming func release() {}

  deinit {
    // A failure has no remedy: the kernel removes the blob with the open file.
    try? card.interface.destroyBlob(card.number, id.rawValue)
  }
}

/// The owner of a mode as a blob, for the property `MODE_ID`.
public struct ModeBlob: ~Copyable {
  private let blob: PropertyBlob
  /// The mode in it.
  public let mode: ScreenMode

  /// Makes the blob (`drmModeCreatePropertyBlob` with a `struct drm_mode_modeinfo`).
  public init(_ mode: ScreenMode, on card: CardDescriptor) throws(DisplayError) {
    let bytes = ModeInfo(mode).kernelBytes
    blob = try unsafe PropertyBlob(on: card, bytes: bytes.span.bytes, purpose: "a mode")
    self.mode = mode
  }

  /// Its number.
  public var id: BlobID { blob.id }

  /// Removes it.
  ///
  /// The current picture stays.
  public consuming func release() {}
}

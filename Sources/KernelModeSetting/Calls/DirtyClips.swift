internal import CDRM
public import DisplayTypes

/// The rectangles of one `DIRTYFB` call, held in place: making and passing them allocates nothing.
///
/// The kernel takes at most 256 (`DRM_MODE_FB_DIRTY_MAX_CLIPS`), and drivers merge them into one box (virtio-gpu) or
/// upload each; more than `capacity` are merged into their bounding box here.
public struct DirtyClips: Sendable {
  /// How many are kept apart.
  public static let capacity = 16

  private var storage: InlineArray<16, PixelRect> = InlineArray(repeating: .empty)
  /// How many there are.
  public private(set) var count = 0

  /// No rectangle.
  public init() {}

  /// One rectangle.
  public init(_ rect: PixelRect) {
    append(rect)
  }

  /// Several rectangles.
  public init(_ rects: some Sequence<PixelRect>) {
    for rect in rects { append(rect) }
  }

  /// Adds a rectangle; an empty one adds nothing.
  ///
  /// When all places are taken, everything becomes one bounding box.
  public mutating func append(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    if count == Self.capacity {
      var box = rect
      for index in 0..<count { box = box.union(storage[index]) }
      storage[0] = box
      count = 1
    } else {
      storage[count] = rect
      count += 1
    }
  }

  /// The rectangle at a place below `count`, else `.empty`.
  public subscript(index: Int) -> PixelRect {
    index >= 0 && index < count ? storage[index] : .empty
  }
}

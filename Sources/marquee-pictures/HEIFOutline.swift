internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// The sizes in the boxes of a HEIF file (ISO 23008-12), read before decoding.
struct HEIFOutline {
  /// The boxes that are examined. A photograph of 64 tiles has about 30.
  private static let mostBoxes = 10_000

  /// A declared size with too many pixels; nil if there is none.
  private(set) var excess: PixelSize?

  /// Examines each image spatial extent (6.5.3). A box that holds others is entered, and all others are skipped.
  init(_ file: DocumentFile) {
    var cursor = FileCursor(file)
    for _ in 0..<Self.mostBoxes {
      guard let length = cursor.number(4), let name = cursor.bytes(4).map({ String(decoding: $0, as: UTF8.self) })
      else { return }
      switch name {
      // Its version and flags come first.
      case "meta": cursor.skip(4)
      case "iprp", "ipco": break
      case "ispe":
        cursor.skip(4)
        guard let width = cursor.number(4), let height = cursor.number(4) else { return }
        let size = PixelSize(width: width, height: height)
        if !PictureLimits.allows(size) {
          excess = size
          return
        }
        cursor.skip(length - 20)
      default:
        // A length of 1 stands for a longer number that follows, and 0 for the rest of the file.
        guard length != 0 else { return }
        if length == 1 {
          guard let long = cursor.number(8), (16...max(16, file.size)).contains(long) else { return }
          cursor.skip(long - 16)
        } else {
          cursor.skip(length - 8)
        }
      }
    }
  }
}

package import DisplayTypes

/// Turns texts into pictures, and pixels into files. It belongs to one thread, and calls back on that thread.
public protocol Rasterizer: AnyObject {
  /// Requests a picture. `completion` runs once, in a later turn of the event loop, unless the ticket is cancelled first.
  @discardableResult
  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket
}

/// Turns files into pictures, with a separate process for each document. It belongs to one thread, and calls back on that thread. A
/// completion runs once, in a later turn of the event loop, unless the ticket is cancelled first.
public protocol DocumentRasterizer: AnyObject {
  /// Decodes a picture.
  @discardableResult
  func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket

  /// Draws a page.
  @discardableResult
  func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket

  /// Counts the pages of a document.
  @discardableResult
  func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket

  /// Reads the texts of some pages. All other requests for the document take precedence.
  @discardableResult
  func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket

  /// Reads the videos that the pages of a document name.
  @discardableResult
  func readVideos(
    of file: MediaFile, completion: @escaping (Result<PageVideos, RasterError>) -> Void
  ) -> RasterTicket
}

/// The handle of a request. Its release does not cancel the request.
public final class RasterTicket {
  private var onCancel: (() -> Void)?
  private let onHurry: () -> Void

  /// - Parameter onCancel: runs at most once.
  package init(onCancel: @escaping () -> Void, onHurry: @escaping () -> Void = {}) {
    self.onCancel = onCancel
    self.onHurry = onHurry
  }

  /// Makes a patient request as urgent as others. It has no effect on a request in progress.
  package func hurry() { onHurry() }

  /// Prevents the call of the completion. It has no effect after that call.
  package func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}

/// The result of a request to a worker.
public enum RasterResult: Sendable {
  /// The result for a text or a code.
  case picture(RasterPicture)
  /// A PNG file, or the bytes of `PageTexts` or `PageVideos`.
  case file(MemoryFile)
  /// The result for a picture file or a page.
  case image(RasterImage)
  case pageCount(Int)
}

/// A drawn text. It has only the rectangle with ink.
public struct RasterPicture: Sendable {
  /// The pixels of `rect`; nil without ink. They are coverage (`a8`) if all ink has the text's colour, otherwise premultiplied `argb32`.
  package var bitmap: Bitmap?
  /// The place of the bitmap in the box of the request, in pixels.
  package var rect: PixelRect
  /// The chosen height of an em, in points.
  package var fontSize: Double
  /// Whether the text did not fit at the smallest size and ends in an ellipsis.
  package var isTruncated: Bool
  /// The number of characters that no installed font has. They appear as boxes.
  package var missingGlyphs: Int
  /// For a strip the width of the whole line in pixels. For a single line the number of lines. Otherwise 0.
  package var extent: Int
  package var runsRightToLeft: Bool

  package init(
    bitmap: Bitmap?, rect: PixelRect, fontSize: Double, isTruncated: Bool, missingGlyphs: Int = 0, extent: Int = 0,
    runsRightToLeft: Bool = false
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.fontSize = fontSize
    self.isTruncated = isTruncated
    self.missingGlyphs = missingGlyphs
    self.extent = extent
    self.runsRightToLeft = runsRightToLeft
  }
}

/// A decoded picture or page in its final size.
public struct RasterImage: Sendable {
  package struct Frame: Hashable, Sendable {
    /// The frame's part of the bitmap. If it is smaller than the image's `rect`, it is enlarged to that.
    package var part: PixelRect
    package var milliseconds: Int

    package init(part: PixelRect, milliseconds: Int) {
      self.part = part
      self.milliseconds = milliseconds
    }
  }

  /// The pixels, or all frames of an animation side by side, as premultiplied `argb32` in sRGB.
  package var bitmap: Bitmap
  /// The place of the picture in its room, in pixels. The bitmap does not have the parts that a `fill` cuts off.
  package var rect: PixelRect
  /// The frames of an animation, all of one size; empty for a still picture.
  package var frames: [Frame]
  /// The number of times that the animation plays; nil for ever.
  package var plays: Int?
  /// Pages of the document; 1 for a picture.
  package var pageCount: Int
  /// A fault of the file, as a sentence for the user; nil if there is none.
  package var warning: String?
  /// The transition to a page, as its document describes it; nil for none.
  package var transition: PageTransition?
  /// The size of its memory in bytes, which may be a little more than its pixels need.
  package let byteCount: Int

  /// - Parameter byteCount: nil for the size of the pixels.
  package init(
    bitmap: Bitmap, rect: PixelRect, frames: [Frame] = [], plays: Int? = nil, pageCount: Int = 1,
    warning: String? = nil, transition: PageTransition? = nil, byteCount: Int? = nil
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.frames = frames
    self.plays = plays
    self.pageCount = pageCount
    self.warning = warning
    self.transition = transition
    self.byteCount = byteCount ?? bitmap.stride * bitmap.size.height
  }
}

/// A request to decode a picture file for a room.
public struct ImageRasterRequest: Sendable {
  /// Kept open until the reply.
  package var file: MediaFile
  package var room: PictureRoom
  /// The maximum number of bytes of all frames of an animation. A longer animation is cut, or only its first frame is shown.
  package var maximumBytes: Int
  /// Whether all other requests take precedence.
  package var isPatient: Bool

  package init(file: MediaFile, room: PictureRoom, maximumBytes: Int = 64 << 20, isPatient: Bool = false) {
    self.file = file
    self.room = room
    self.maximumBytes = maximumBytes
    self.isPatient = isPatient
  }
}

/// A request to draw a page of a PDF file for a room.
public struct PageRasterRequest: Sendable {
  /// Kept open until the reply.
  package var file: MediaFile
  /// The page, from 1. Beyond the end it is the last page.
  package var page: Int
  package var room: PictureRoom
  package var part: PagePart
  /// Whether all other requests for the document go first.
  package var isPatient: Bool

  package init(file: MediaFile, page: Int, room: PictureRoom, part: PagePart = .whole, isPatient: Bool = false) {
    self.file = file
    self.page = page
    self.room = room
    self.part = part
    self.isPatient = isPatient
  }
}

/// A request for the texts of some pages of a PDF file.
public struct PageTextRequest: Sendable {
  /// Kept open until the reply.
  package var file: MediaFile
  /// The first page, from 1.
  package var first: Int
  /// The number of pages, at most `PageTexts.mostPages`.
  package var count: Int
  package var part: PagePart

  package init(file: MediaFile, first: Int, count: Int, part: PagePart = .whole) {
    self.file = file
    self.first = first
    self.count = count
    self.part = part
  }
}

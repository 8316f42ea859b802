package import DisplayTypes

/// Turns texts into pictures and pixels into files.
///
/// Belongs to one thread, on which it also calls back.
public protocol Rasterizer: AnyObject {
  /// Asks for a picture. `completion` is called once, in a later turn of the event loop, unless the ticket is cancelled first.
  @discardableResult
  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket
}

/// Turns files into pictures, each document in a process of its own.
///
/// Belongs to one thread, on which it also calls back. A completion is called once, in a later turn of the event loop, unless the
/// ticket is cancelled first.
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

  /// Reads the words of some pages; all other requests for the document go first.
  @discardableResult
  func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket
}

/// The handle of a request; letting go of it does not cancel the request.
public final class RasterTicket {
  private var onCancel: (() -> Void)?
  private let onHurry: () -> Void

  /// - Parameter onCancel: called once at most.
  package init(onCancel: @escaping () -> Void, onHurry: @escaping () -> Void = {}) {
    self.onCancel = onCancel
    self.onHurry = onHurry
  }

  /// Makes a patient request as urgent as others; without effect on one in progress.
  package func hurry() { onHurry() }

  /// Prevents the call of the completion; without effect once it was called.
  package func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}

/// The result of a request to a worker.
public enum RasterResult: Sendable {
  /// For a text or a code.
  case picture(RasterPicture)
  /// For a PNG: the file; for texts of pages: their bytes.
  case file(MemoryFile)
  /// For a picture file or a page.
  case image(RasterImage)
  case pageCount(Int)
}

/// A drawn text: only the rectangle that has ink.
public struct RasterPicture: Sendable {
  /// As large as `rect`; nil without ink.
  ///
  /// Coverage (`a8`) if all of it has the text's colour, otherwise premultiplied `argb32`.
  package var bitmap: Bitmap?
  /// The place of the bitmap in the box of the request, in pixels.
  package var rect: PixelRect
  /// The chosen height of an em, in points.
  package var fontSize: Double
  /// Whether the text did not fit at the smallest size and ends in an ellipsis.
  package var isTruncated: Bool
  /// The number of characters that no installed font has; they are shown as boxes.
  package var missingGlyphs: Int
  /// For a strip the pixels of the whole line, for a single line the number of lines, otherwise 0.
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

/// A decoded picture or page, at the size at which it is shown.
public struct RasterImage: Sendable {
  package struct Frame: Hashable, Sendable {
    /// A part of the bitmap; if it is smaller than the image's `rect`, it is enlarged to that.
    package var part: PixelRect
    package var milliseconds: Int

    package init(part: PixelRect, milliseconds: Int) {
      self.part = part
      self.milliseconds = milliseconds
    }
  }

  /// The pixels, or all frames of an animation side by side; premultiplied `argb32` in sRGB.
  package var bitmap: Bitmap
  /// The place of the picture in its room, in pixels; the bitmap does not have the parts that a `fill` cuts off.
  package var rect: PixelRect
  /// The frames of an animation, all of one size; empty for a still picture.
  package var frames: [Frame]
  /// The number of times that the animation plays; nil for ever.
  package var plays: Int?
  /// Pages of the document; 1 for a picture.
  package var pageCount: Int
  /// A fault of the file, as a sentence for the user; nil if all is well.
  package var warning: String?
  /// The bytes that it holds, which may be a few more than its pixels have.
  package let byteCount: Int

  /// - Parameter byteCount: nil for the bytes of the pixels.
  package init(
    bitmap: Bitmap, rect: PixelRect, frames: [Frame] = [], plays: Int? = nil, pageCount: Int = 1,
    warning: String? = nil, byteCount: Int? = nil
  ) {
    self.bitmap = bitmap
    self.rect = rect
    self.frames = frames
    self.plays = plays
    self.pageCount = pageCount
    self.warning = warning
    self.byteCount = byteCount ?? bitmap.stride * bitmap.size.height
  }
}

/// A request to decode a picture file for a room.
public struct ImageRasterRequest: Sendable {
  /// Kept open until the reply.
  package var file: MediaFile
  package var room: PictureRoom
  /// The most bytes of all frames of an animation together; a longer one is cut, or stands still.
  package var maximumBytes: Int
  /// Whether all other requests go first.
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
  /// From 1; beyond the end the last page is drawn.
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

/// A request for the words of some pages of a PDF file.
public struct PageTextRequest: Sendable {
  /// Kept open until the reply.
  package var file: MediaFile
  /// The first page, from 1.
  package var first: Int
  /// At most `PageTexts.mostPages`.
  package var count: Int
  /// The part of each page that is shown.
  package var part: PagePart

  package init(file: MediaFile, first: Int, count: Int, part: PagePart = .whole) {
    self.file = file
    self.first = first
    self.count = count
    self.part = part
  }
}

public import DisplayTypes

/// Whoever turns text into pictures and pixels into files.
///
/// Belongs to one thread, on which it also calls back.
public protocol Rasterizer: AnyObject {
  /// Asks for a picture. `completion` is called once, in a later turn of the event loop, unless the ticket is cancelled first.
  @discardableResult
  func rasterize(
    _ request: RasterRequest, completion: @escaping (Result<RasterResult, RasterError>) -> Void
  ) -> RasterTicket
}

/// Whoever turns files into pictures: one worker a document, each in a process of its own.
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

  /// Looks how many pages a document has.
  @discardableResult
  func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket

  /// Reads what some pages say in words; everything else that is wanted of the document goes first.
  @discardableResult
  func readTexts(
    _ request: PageTextRequest, completion: @escaping (Result<PageTexts, RasterError>) -> Void
  ) -> RasterTicket
}

/// A request that was handed in.
///
/// Letting go of the ticket does not cancel it.
public final class RasterTicket {
  private var onCancel: (() -> Void)?
  private let onHurry: () -> Void

  /// - Parameters:
  ///   - onCancel: called once at most.
  ///   - onHurry: somebody does not want to wait any longer.
  public init(onCancel: @escaping () -> Void, onHurry: @escaping () -> Void = {}) {
    self.onCancel = onCancel
    self.onHurry = onHurry
  }

  /// A patient request is as urgent as others from now on.
  ///
  /// Without effect on one that is being worked at.
  public func hurry() { onHurry() }

  /// The completion will not be called.
  ///
  /// Without effect once it has been.
  public func cancel() {
    let action = onCancel
    onCancel = nil
    action?()
  }
}

/// What comes back from the rasteriser.
public enum RasterResult: Sendable {
  /// For a text or a code.
  case picture(RasterPicture)
  /// For a PNG: the file.
  case file(MemoryFile)
  /// For a picture file or a page.
  case image(RasterImage)
  /// For a document: how many it has.
  case pageCount(Int)
}

/// A drawn text: only the rectangle that has ink.
public struct RasterPicture: Sendable {
  /// Of the size of `rect`; nil where nothing has ink.
  ///
  /// Coverage (`a8`) where all of it has the text's colour, else premultiplied `argb32`.
  public var bitmap: Bitmap?
  /// Where the bitmap lies in the box that was asked for, in pixels.
  public var rect: PixelRect
  /// The height of an em that was chosen, in points.
  public var fontSize: Double
  /// Whether the text did not fit at the smallest size and ends in an ellipsis.
  public var isTruncated: Bool
  /// How many characters no installed font has; they are shown as boxes.
  public var missingGlyphs: Int
  /// Of a strip, the pixels of the whole line; of a single line, how many there are; else 0.
  public var extent: Int
  /// Whether the text begins at its right end.
  public var runsRightToLeft: Bool

  /// Makes a picture; see the properties.
  public init(
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
  /// One frame of an animation.
  public struct Frame: Hashable, Sendable {
    /// Which part of the bitmap it is; to be enlarged to the image's `rect` where it is smaller than that.
    public var part: PixelRect
    /// How long it is shown.
    public var milliseconds: Int

    /// Makes a frame.
    public init(part: PixelRect, milliseconds: Int) {
      self.part = part
      self.milliseconds = milliseconds
    }
  }

  /// The pixels, or all frames of an animation side by side; premultiplied `argb32` in sRGB.
  public var bitmap: Bitmap
  /// Where the picture lies in its room, in pixels; what a `fill` cuts off is not in the bitmap.
  public var rect: PixelRect
  /// The frames of an animation, all of one size; empty for a still picture.
  public var frames: [Frame]
  /// How often the animation is played; nil for ever.
  public var plays: Int?
  /// Pages of the document; 1 for a picture.
  public var pageCount: Int
  /// What is not right about it, as a sentence for the user; nil where all is well.
  public var warning: String?

  /// The bytes that it holds, which may be a few more than its pixels have.
  public let byteCount: Int

  /// Makes a picture.
  ///
  /// - Parameter byteCount: what it holds; what its pixels take where nothing is said.
  public init(
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

/// A picture file to be decoded for a room.
public struct ImageRasterRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// Where it is to be shown.
  public var room: PictureRoom
  /// The most bytes that the frames of an animation may take in all; one that needs more is shortened, or stands still.
  public var maximumBytes: Int
  /// Whether everything else that is wanted goes first.
  public var isPatient: Bool

  /// Makes a request.
  public init(file: MediaFile, room: PictureRoom, maximumBytes: Int = 64 << 20, isPatient: Bool = false) {
    self.file = file
    self.room = room
    self.maximumBytes = maximumBytes
    self.isPatient = isPatient
  }
}

/// A page of a PDF file to be drawn for a room.
public struct PageRasterRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// From 1; the last one is drawn where there are fewer.
  public var page: Int
  /// Where it is to be shown.
  public var room: PictureRoom
  /// Which part of the page.
  public var part: PagePart
  /// Whether everything else that is wanted of the document goes first.
  public var isPatient: Bool

  /// Makes a request.
  public init(file: MediaFile, page: Int, room: PictureRoom, part: PagePart = .whole, isPatient: Bool = false) {
    self.file = file
    self.page = page
    self.room = room
    self.part = part
    self.isPatient = isPatient
  }
}

/// What some pages of a PDF file say in words.
public struct PageTextRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// The first page, from 1.
  public var first: Int
  /// How many, at most `PageTexts.mostPages`.
  public var count: Int
  /// The part of each page that is shown.
  public var part: PagePart

  /// Makes a request.
  public init(file: MediaFile, first: Int, count: Int, part: PagePart = .whole) {
    self.file = file
    self.first = first
    self.count = count
    self.part = part
  }
}

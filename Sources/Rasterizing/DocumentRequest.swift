/// What is asked of the one who reads a file: the form in which it goes over the socket.
public struct DocumentRequest: Hashable, Sendable {
  /// What is wanted of the file.
  public enum Wish: Hashable, Sendable {
    /// A picture's pixels; the frames of an animation in at most so many bytes.
    case picture(PictureRoom, maximumBytes: Int)
    /// The pixels of a page, counted from 1, or of a part of it.
    case page(Int, PagePart, PictureRoom)
    case pageCount
    /// What so many pages from a first one say in words, of which a part is shown.
    case texts(Int, count: Int, PagePart)
  }

  /// The file, open for reading.
  ///
  /// It stays the caller's, who may close it as soon as `rasterize` has returned.
  public var descriptor: Int32
  /// The state that it had when it was opened; where it has another one by now, the request fails.
  public var version: FileVersion
  /// What is wanted.
  public var task: Wish

  /// Makes a request; see the properties.
  public init(descriptor: Int32, version: FileVersion, task: Wish) {
    self.descriptor = descriptor
    self.version = version
    self.task = task
  }

  /// Where the pixels are to be shown; nil where none are wanted.
  public var room: PictureRoom? {
    switch task {
    case .picture(let room, _), .page(_, _, let room): room
    case .pageCount, .texts: nil
    }
  }

  /// Fails where a number is out of bounds.
  public func validate() throws(RasterError) {
    switch task {
    case .picture(let room, let maximumBytes):
      try validate(room)
      guard (1...PictureLimits.maximumAnimationBytes).contains(maximumBytes) else {
        throw .invalidRequest("an animation's bytes are not within 1...\(PictureLimits.maximumAnimationBytes)")
      }
    case .page(let page, _, let room):
      try validate(room)
      try validate(page)
    case .pageCount: break
    case .texts(let first, let count, _):
      try validate(first)
      guard (1...PageTexts.mostPages).contains(count) else {
        throw .invalidRequest("\(count) pages are not within 1...\(PageTexts.mostPages)")
      }
    }
  }

  private func validate(_ page: Int) throws(RasterError) {
    guard (1...PictureLimits.maximumPage).contains(page) else {
      throw .invalidRequest("page \(page) is not within 1...\(PictureLimits.maximumPage)")
    }
  }

  private func validate(_ room: PictureRoom) throws(RasterError) {
    guard TextLimits.allows(room.size) else { throw .tooLarge(room.size) }
    guard PictureLimits.pixelAspectRatios.contains(room.pixelAspectRatio) else {
      throw .invalidRequest("a pixel's proportions are not within \(PictureLimits.pixelAspectRatios)")
    }
  }
}

/// What is asked of the one who reads a file: the form in which it goes over the socket.
public struct DocumentRequest: Hashable, Sendable {
  /// What is wanted of the file.
  public enum Wish: Hashable, Sendable {
    /// A picture's pixels; the frames of an animation in at most so many bytes.
    case picture(PictureRoom, maximumBytes: Int)
    /// A page's pixels, counted from 1.
    case page(Int, PictureRoom)
    case pageCount
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
    case .picture(let room, _), .page(_, let room): room
    case .pageCount: nil
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
    case .page(let page, let room):
      try validate(room)
      guard (1...PictureLimits.maximumPage).contains(page) else {
        throw .invalidRequest("page \(page) is not within 1...\(PictureLimits.maximumPage)")
      }
    case .pageCount: break
    }
  }

  private func validate(_ room: PictureRoom) throws(RasterError) {
    guard TextLimits.allows(room.size) else { throw .tooLarge(room.size) }
    guard PictureLimits.pixelAspectRatios.contains(room.pixelAspectRatio) else {
      throw .invalidRequest("a pixel's proportions are not within \(PictureLimits.pixelAspectRatios)")
    }
  }
}

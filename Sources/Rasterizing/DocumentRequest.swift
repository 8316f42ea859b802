public import DisplayTypes

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

extension DocumentRequest {
  func write(to writer: inout ByteWriter) {
    writer.write(version.device)
    writer.write(version.inode)
    writer.write(version.size)
    writer.write(UInt64(bitPattern: version.modified))
    switch task {
    case .picture(let room, let maximumBytes):
      writer.write(UInt8(1))
      Self.write(room, to: &writer)
      writer.write(count: maximumBytes)
    case .page(let page, let part, let room):
      writer.write(UInt8(2))
      Self.write(room, to: &writer)
      writer.write(count: page)
      writer.write(part.rawValue)
    case .pageCount: writer.write(UInt8(3))
    case .texts(let first, let count, let part):
      writer.write(UInt8(4))
      writer.write(count: first)
      writer.write(count: count)
      writer.write(part.rawValue)
    }
  }

  init(from reader: inout ByteReader, descriptor: Int32) throws(CodecError) {
    self.descriptor = descriptor
    version = FileVersion(
      device: try reader.read(UInt64.self), inode: try reader.read(UInt64.self), size: try reader.read(UInt64.self),
      modified: Int64(bitPattern: try reader.read(UInt64.self)))
    switch try reader.read(UInt8.self) {
    case 1: task = .picture(try Self.readRoom(from: &reader), maximumBytes: try reader.readCount())
    case 2:
      let room = try Self.readRoom(from: &reader)
      task = .page(try reader.readCount(), try Self.readPart(from: &reader), room)
    case 3: task = .pageCount
    case 4: task = .texts(try reader.readCount(), count: try reader.readCount(), try Self.readPart(from: &reader))
    default: throw .invalid("task")
    }
  }

  private static func readPart(from reader: inout ByteReader) throws(CodecError) -> PagePart {
    guard let part = PagePart(rawValue: try reader.read(UInt8.self)) else { throw .invalid("part of a page") }
    return part
  }

  private static func write(_ room: PictureRoom, to writer: inout ByteWriter) {
    writer.write(count: room.size.width)
    writer.write(count: room.size.height)
    writer.write(room.pixelAspectRatio)
    switch room.fit {
    case .fit: writer.write(UInt8(0))
    case .fill: writer.write(UInt8(1))
    case .stretch: writer.write(UInt8(2))
    case .center: writer.write(UInt8(3))
    }
  }

  private static func readRoom(from reader: inout ByteReader) throws(CodecError) -> PictureRoom {
    let size = PixelSize(width: try reader.readCount(), height: try reader.readCount())
    let ratio = try reader.readDouble()
    let fit: ImageFit
    switch try reader.read(UInt8.self) {
    case 0: fit = .fit
    case 1: fit = .fill
    case 2: fit = .stretch
    case 3: fit = .center
    default: throw .invalid("fit")
    }
    return PictureRoom(size: size, pixelAspectRatio: ratio, fit: fit)
  }
}

/// The room that a picture gets: upright, in the panel's pixels.
public struct PictureRoom: Hashable, Sendable {
  /// Pixels.
  public var size: PixelSize
  /// How wide a pixel is, measured in its height: 1 for square ones.
  public var pixelAspectRatio: Double
  /// How the picture is brought into it.
  public var fit: ImageFit

  /// Makes a room.
  public init(size: PixelSize, pixelAspectRatio: Double = 1, fit: ImageFit = .fit) {
    self.size = size
    self.pixelAspectRatio = pixelAspectRatio
    self.fit = fit
  }
}

/// Which part of a page is wanted.
public enum PagePart: UInt8, Hashable, Sendable, CaseIterable {
  case whole
  case left
  case right
  case top
  case bottom

  /// The rest of the page; the whole of it for all of it.
  public var rest: PagePart {
    switch self {
    case .whole: .whole
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }

  /// Where it is on a page of that size.
  public func place(width: Double, height: Double) -> (x: Double, y: Double, width: Double, height: Double) {
    switch self {
    case .whole: (0, 0, width, height)
    case .left: (0, 0, width / 2, height)
    case .right: (width / 2, 0, width / 2, height)
    case .top: (0, 0, width, height / 2)
    case .bottom: (0, height / 2, width, height / 2)
    }
  }
}

/// Which file it was, and in which state: equal where nothing was written to it in between.
public struct FileVersion: Hashable, Sendable {
  /// The file system.
  public var device: UInt64
  /// The file's number there.
  public var inode: UInt64
  /// Bytes.
  public var size: UInt64
  /// When it was last written to, in nanoseconds since 1970, as the file system says it.
  public var modified: Int64
  /// When anything of it was last changed, which nobody can set: another file of the same size and time is seen by it.
  ///
  /// Workers do not look at it: a new name changes it as well, and nothing that they read.
  public var changed: Int64

  /// Makes a version.
  public init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64 = 0) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}

package import DisplayTypes

/// A request to read a file, as it goes over the socket.
public struct DocumentRequest: Hashable, Sendable {
  /// The result that the caller wants from the file.
  package enum Operation: Hashable, Sendable {
    /// A picture's pixels. The frames of an animation take at most `maximumBytes`.
    case picture(PictureRoom, maximumBytes: Int)
    /// The pixels of a page, counted from 1, or of a part of it.
    case page(Int, PagePart, PictureRoom)
    case pageCount
    /// The texts of `count` pages from a first one on. The part is the visible part of each page.
    case texts(Int, count: Int, PagePart)
    /// The videos that the pages name.
    case videos
  }

  /// The file, open for reading. The caller owns it, and may close it when `rasterize` has returned.
  package var descriptor: Int32
  /// The state of the file when it was opened. If the state has changed, the request fails.
  package var version: FileVersion
  package var operation: Operation

  package init(descriptor: Int32, version: FileVersion, operation: Operation) {
    self.descriptor = descriptor
    self.version = version
    self.operation = operation
  }

  /// The place for the pixels; nil if the operation needs none.
  package var room: PictureRoom? {
    switch operation {
    case .picture(let room, _), .page(_, _, let room): room
    case .pageCount, .texts, .videos: nil
    }
  }

  package func validate() throws(RasterError) {
    if let room {
      guard TextLimits.allows(room.size) else { throw .tooLarge(room.size) }
      guard PictureLimits.pixelAspectRatios.contains(room.pixelAspectRatio) else {
        throw .invalidRequest("a pixel's proportions are not within \(PictureLimits.pixelAspectRatios)")
      }
    }
    switch operation {
    case .picture(_, let maximumBytes):
      guard (1...PictureLimits.maximumAnimationBytes).contains(maximumBytes) else {
        throw .invalidRequest("an animation's bytes are not within 1...\(PictureLimits.maximumAnimationBytes)")
      }
    case .page(let page, _, _): try validate(page)
    case .pageCount, .videos: break
    case .texts(let first, let count, _):
      try validate(first)
      guard (1...PageTexts.mostPages).contains(count) else {
        throw .invalidRequest("\(count) pages are not within 1...\(PageTexts.mostPages)")
      }
    }
  }

  private func validate(_ page: Int) throws(RasterError) {
    guard PictureLimits.pages.contains(page) else {
      throw .invalidRequest("page \(page) is not within \(PictureLimits.pages)")
    }
  }
}

extension DocumentRequest {
  private static let fits = [ImageFit.fit, .fill, .stretch, .center]

  func write(to writer: inout ByteWriter) {
    for number in [version.device, version.inode, version.size, UInt64(bitPattern: version.modified)] {
      writer.write(number)
    }
    switch operation {
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
    case .videos: writer.write(UInt8(5))
    }
  }

  init(from reader: inout ByteReader, descriptor: Int32) throws(CodecError) {
    self.descriptor = descriptor
    version = FileVersion(
      device: try reader.read(UInt64.self), inode: try reader.read(UInt64.self), size: try reader.read(UInt64.self),
      modified: Int64(bitPattern: try reader.read(UInt64.self)))
    switch try reader.read(UInt8.self) {
    case 1: operation = .picture(try Self.readRoom(from: &reader), maximumBytes: try reader.readCount())
    case 2:
      let room = try Self.readRoom(from: &reader)
      operation = .page(try reader.readCount(), try Self.readPart(from: &reader), room)
    case 3: operation = .pageCount
    case 4: operation = .texts(try reader.readCount(), count: try reader.readCount(), try Self.readPart(from: &reader))
    case 5: operation = .videos
    default: throw .invalid("operation")
    }
  }

  private static func readPart(from reader: inout ByteReader) throws(CodecError) -> PagePart {
    try reader.read(of: PagePart.allCases, "part of a page")
  }

  private static func write(_ room: PictureRoom, to writer: inout ByteWriter) {
    writer.write(room.size)
    writer.write(room.pixelAspectRatio)
    writer.write(UInt8(fits.firstIndex(of: room.fit) ?? 0))
  }

  private static func readRoom(from reader: inout ByteReader) throws(CodecError) -> PictureRoom {
    PictureRoom(
      size: try reader.readSize(), pixelAspectRatio: try reader.readDouble(), fit: try reader.read(of: fits, "fit"))
  }
}

/// The place for an upright picture, in the panel's pixels.
package struct PictureRoom: Hashable, Sendable {
  package var size: PixelSize
  /// The width of a pixel divided by its height, so 1 for square pixels.
  package var pixelAspectRatio: Double
  package var fit: ImageFit

  package init(size: PixelSize, pixelAspectRatio: Double = 1, fit: ImageFit = .fit) {
    self.size = size
    self.pixelAspectRatio = pixelAspectRatio
    self.fit = fit
  }
}

/// A part of a page, or all of it.
public enum PagePart: UInt8, Hashable, Sendable, CaseIterable {
  case whole
  case left
  case right
  case top
  case bottom

  /// The other part of the page. For the whole page it is the whole page.
  package var rest: PagePart {
    switch self {
    case .whole: .whole
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }

  package func place(width: Double, height: Double) -> PointRect {
    switch self {
    case .whole: PointRect(x: 0, y: 0, width: width, height: height)
    case .left: PointRect(x: 0, y: 0, width: width / 2, height: height)
    case .right: PointRect(x: width / 2, y: 0, width: width / 2, height: height)
    case .top: PointRect(x: 0, y: 0, width: width, height: height / 2)
    case .bottom: PointRect(x: 0, y: height / 2, width: width, height: height / 2)
    }
  }
}

/// The identity and state of a file. They are equal if the file was not written meanwhile.
package struct FileVersion: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: UInt64
  /// The time of the last write, in nanoseconds since 1970, as the file system reports it.
  package var modified: Int64
  /// The time of the last change of data or inode. Programs cannot set it, so it reveals another file of the same size and time. Workers
  /// ignore it, because a new name changes it too, but not the data.
  package var changed: Int64

  package init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64 = 0) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}

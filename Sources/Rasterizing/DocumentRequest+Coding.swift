internal import DisplayTypes

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

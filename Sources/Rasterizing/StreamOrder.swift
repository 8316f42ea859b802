package import DisplayTypes

/// The stream that a player shows, as the first message says it.
package struct StreamOrder: Equatable, Sendable {
  /// The place of the picture.
  package var room: PictureRoom
  package var address: StreamAddress
  package var allowsLoopback: Bool
  package var allowsLinkLocal: Bool

  package init(room: PictureRoom, address: StreamAddress, allowsLoopback: Bool = false, allowsLinkLocal: Bool = false) {
    (self.room, self.address) = (room, address)
    (self.allowsLoopback, self.allowsLinkLocal) = (allowsLoopback, allowsLinkLocal)
  }

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    try reader.checkVersion()
    let flags = try reader.flags(3)
    (allowsLoopback, allowsLinkLocal) = (flags & 1 != 0, flags & 2 != 0)
    room = try PictureRoom(from: &reader)
    guard let address = StreamAddress(try reader.line(in: StreamAddress.longest + 1)) else { throw .value("address") }
    self.address = address
  }

  func write(to writer: inout ByteWriter) {
    writer.write(SurfaceMessage.version)
    writer.write(UInt32((allowsLoopback ? 1 : 0) | (allowsLinkLocal ? 2 : 0)))
    room.write(to: &writer)
    writer.write(address.text, in: StreamAddress.longest + 1)
  }
}

package import DisplayTypes

/// The stream that a player shows, as the first message says it.
package struct StreamOrder: Equatable, Sendable {
  /// The place of the picture, and the size of the buffers.
  package var room: PictureRoom
  /// The colour around the picture.
  package var background: Color
  package var address: StreamAddress
  package var allowsLoopback: Bool
  package var allowsLinkLocal: Bool

  package init(
    room: PictureRoom, background: Color = .black, address: StreamAddress, allowsLoopback: Bool = false,
    allowsLinkLocal: Bool = false
  ) {
    (self.room, self.background, self.address) = (room, background, address)
    (self.allowsLoopback, self.allowsLinkLocal) = (allowsLoopback, allowsLinkLocal)
  }

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    try reader.checkVersion()
    let flags = try reader.flags(3)
    (allowsLoopback, allowsLinkLocal) = (flags & 1 != 0, flags & 2 != 0)
    room = try PictureRoom(from: &reader)
    let word = try reader.word()
    background = Color(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word))
    guard let address = StreamAddress(try reader.line(in: StreamAddress.longest + 1)) else { throw .value("address") }
    self.address = address
  }

  func write(to writer: inout ByteWriter) {
    writer.write(SurfaceMessage.version)
    writer.write(UInt32((allowsLoopback ? 1 : 0) | (allowsLinkLocal ? 2 : 0)))
    room.write(to: &writer)
    writer.write(background.premultipliedARGB)
    writer.write(address.text, in: StreamAddress.longest + 1)
  }
}

package import DisplayTypes

/// The clip that a player shows, as the first message says it. The open file comes with it.
package struct PlayOrder: Equatable, Sendable {
  /// The place of the picture.
  package var room: PictureRoom
  package var time: PlayTime
  /// The part of the clip in nanoseconds; nil for its end.
  package var from: UInt64
  package var to: UInt64?
  /// Whether the part begins again at its end. Otherwise its last picture stays.
  package var loops: Bool
  /// The nanoseconds from the clip's beginning to the end of its item's turn, at which its sound ends; nil if it has no end.
  package var turn: UInt64?

  package init(
    room: PictureRoom, time: PlayTime, from: UInt64 = 0, to: UInt64? = nil, loops: Bool = true, turn: UInt64? = nil
  ) {
    (self.room, self.time, self.from, self.to, self.loops) = (room, time, from, to, loops)
    self.turn = turn
  }

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    try reader.checkVersion()
    let flags = try reader.flags(1)
    room = try PictureRoom(from: &reader)
    from = try reader.long()
    let end = try reader.long()
    to = end == 0 ? nil : end
    let turn = try reader.long()
    self.turn = turn == 0 ? nil : turn
    loops = flags == 1
    time = try PlayTime(from: &reader)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(SurfaceMessage.version)
    writer.write(UInt32(loops ? 1 : 0))
    room.write(to: &writer)
    writer.write(from)
    writer.write(to ?? 0)
    writer.write(turn ?? 0)
    time.write(to: &writer)
  }
}

extension PictureRoom {
  private static let fits = [ImageFit.fit, .fill, .stretch, .center]

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    let size = try reader.size()
    let fit = Int(try reader.word())
    guard SurfaceMessage.allows(size) else { throw .size(size) }
    guard Self.fits.indices.contains(fit) else { throw .value("fit") }
    let ratio = Double(bitPattern: try reader.long())
    guard PictureLimits.pixelAspectRatios.contains(ratio) else { throw .value("shape of a pixel") }
    self.init(size: size, pixelAspectRatio: ratio, fit: Self.fits[fit])
  }

  func write(to writer: inout ByteWriter) {
    writer.write(size)
    writer.write(UInt32(Self.fits.firstIndex(of: fit) ?? 0))
    writer.write(pixelAspectRatio)
  }
}

/// The position in a clip: the daemon's clock at the clip's beginning, and now.
package struct PlayTime: Equatable, Sendable {
  /// The time of the first picture, in nanoseconds of the daemon's clock. It may be before the clock began.
  package var beginning: Int64
  package var now: UInt64
  /// Whether the daemon's clock is CLOCK_MONOTONIC. Otherwise only the daemon's messages tell the time.
  package var isReal: Bool

  package init(beginning: Int64, now: UInt64, isReal: Bool) {
    (self.beginning, self.now, self.isReal) = (beginning, now, isReal)
  }

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    beginning = Int64(bitPattern: try reader.long())
    now = try reader.long()
    isReal = try reader.flags(1) == 1
  }

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(bitPattern: beginning))
    writer.write(now)
    writer.write(UInt32(isReal ? 1 : 0))
  }
}

/// A clip that a player has opened.
package struct ClipFacts: Equatable, Sendable {
  /// The covered pixels of the room. The buffers have its size.
  package var place: PixelRect
  /// The length of the played part, in nanoseconds.
  package var length: UInt64
  /// The decoder, as `avdec_h264`.
  package var decoder: String
  package var isHardware: Bool
  package var sandbox: SandboxReport

  package init(place: PixelRect, length: UInt64, decoder: String, isHardware: Bool, sandbox: SandboxReport) {
    (self.place, self.length, self.decoder) = (place, length, decoder)
    (self.isHardware, self.sandbox) = (isHardware, sandbox)
  }

  init(from reader: inout SurfaceReader) throws(SurfaceMessage.Fault) {
    try reader.checkVersion()
    isHardware = try reader.flags(1) == 1
    let corner = try reader.size()
    let size = try reader.size()
    guard SurfaceMessage.allows(size) else { throw .size(size) }
    guard corner.width <= SurfaceMessage.longestSide, corner.height <= SurfaceMessage.longestSide else {
      throw .size(corner)
    }
    place = PixelRect(x: corner.width, y: corner.height, width: size.width, height: size.height)
    length = try reader.long()
    sandbox = SandboxReport(
      files: Int32(truncatingIfNeeded: try reader.word()), calls: Int32(truncatingIfNeeded: try reader.word()))
    decoder = try reader.line(in: 64)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(SurfaceMessage.version)
    writer.write(UInt32(isHardware ? 1 : 0))
    writer.write(place)
    writer.write(length)
    writer.write(UInt32(bitPattern: sandbox.files))
    writer.write(UInt32(bitPattern: sandbox.calls))
    writer.write(decoder, in: 64)
  }
}

/// A picture file to be decoded for a room.
public struct ImageRasterRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// Where it is to be shown.
  public var room: PictureRoom
  /// The most bytes that the frames of an animation may take in all; one that needs more is shortened, or stands still.
  public var maximumBytes: Int

  /// Makes a request.
  public init(file: MediaFile, room: PictureRoom, maximumBytes: Int = 64 << 20) {
    self.file = file
    self.room = room
    self.maximumBytes = maximumBytes
  }
}

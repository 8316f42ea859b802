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

/// A page of a PDF file to be drawn for a room.
public struct PageRasterRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// From 1; the last one is drawn where there are fewer.
  public var page: Int
  /// Where it is to be shown.
  public var room: PictureRoom
  /// Which part of the page.
  public var part: PagePart
  /// Whether everything else that is wanted of the document goes first.
  public var isPatient: Bool

  /// Makes a request.
  public init(file: MediaFile, page: Int, room: PictureRoom, part: PagePart = .whole, isPatient: Bool = false) {
    self.file = file
    self.page = page
    self.room = room
    self.part = part
    self.isPatient = isPatient
  }
}

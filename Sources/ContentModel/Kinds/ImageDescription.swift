public import DisplayTypes

/// A picture from a file.
public struct ImageDescription: Hashable, Sendable {
  /// The file's absolute path.
  public var file: String
  /// The absolute path of the file that is shown instead where the room is higher than wide; nil for the same.
  public var portraitFile: String?
  /// How it is brought into the room that it has.
  public var fit: ImageFit
  /// Where there is no picture, and where it can be seen through.
  public var background: Color

  /// Makes a picture's description.
  public init(file: String, fit: ImageFit = .fit, background: Color = .black, portraitFile: String? = nil) {
    self.file = file
    self.portraitFile = portraitFile
    self.fit = fit
    self.background = background
  }

  /// The file for a room of that size.
  public func file(for room: PixelSize) -> String {
    room.height > room.width ? portraitFile ?? file : file
  }
}

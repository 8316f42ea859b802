/// A picture from a file.
public struct ImageDescription: Hashable, Sendable {
  /// The file's absolute path.
  public var file: String
  /// How it is brought into the room that it has.
  public var fit: ImageFit
  /// Where there is no picture, and where it can be seen through.
  public var background: Color

  /// Makes a picture's description.
  public init(file: String, fit: ImageFit = .fit, background: Color = .black) {
    self.file = file
    self.fit = fit
    self.background = background
  }
}

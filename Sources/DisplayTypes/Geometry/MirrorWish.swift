/// The source of a mirroring screen, and the way it fits.
public struct MirrorWish: Hashable, Sendable {
  /// Whose picture.
  public enum Source: Hashable, Sendable {
    /// That of the main screen.
    case main
    /// The screen with the application scenes of this screen's foreground app.
    case application
    /// That of the screen on the connector of this name.
    case screen(String)

    /// Reads it from the configuration's word for it: `main`, `application` or a connector's name.
    public init(_ word: String) {
      switch word {
      case "main": self = .main
      case "application": self = .application
      default: self = .screen(word)
      }
    }

    /// That word.
    public var word: String {
      switch self {
      case .main: "main"
      case .application: "application"
      case .screen(let name): name
      }
    }
  }

  /// Whose picture.
  public var source: Source
  /// How it lies on the screen.
  public var fit: MirrorFit

  /// Makes a wish; without arguments the built-in one.
  public init(_ source: Source = .main, fit: MirrorFit = .letterbox) {
    self.source = source
    self.fit = fit
  }
}

/// How a mirrored picture of another shape lies on a screen.
public enum MirrorFit: String, Hashable, Sendable, CaseIterable {
  /// As large as fits, with black above and below, or beside it.
  case letterbox
  /// It fills the screen, and is cut off on two sides.
  case fill
  /// It fills the screen, and its shape changes.
  case stretch
}

/// How a picture is brought into the room that it has.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// As large as it can be as a whole, in its own shape.
  case fit
  /// Fills the area in its own shape. The rest is cut off on both sides alike.
  case fill
  /// Fills the area and ignores the shape.
  case stretch
  /// Pixel by pixel in the middle. A larger picture is cut off.
  case center
}

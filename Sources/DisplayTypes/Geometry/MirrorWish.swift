/// The source of a mirroring screen, and the fit of its picture.
public struct MirrorWish: Hashable, Sendable {
  /// The source of the picture.
  public enum Source: Hashable, Sendable {
    case main
    /// The screen with the application scenes of this screen's foreground app.
    case application
    /// The screen on the connector of this name.
    case screen(String)

    /// Parses the word of the configuration: `main`, `application` or a connector's name.
    package init(_ word: String) {
      switch word {
      case "main": self = .main
      case "application": self = .application
      default: self = .screen(word)
      }
    }

    package var word: String {
      switch self {
      case .main: "main"
      case .application: "application"
      case .screen(let name): name
      }
    }
  }

  package var source: Source
  package var fit: MirrorFit

  /// Makes a wish.
  public init(_ source: Source = .main, fit: MirrorFit = .letterbox) {
    self.source = source
    self.fit = fit
  }
}

/// The placement on a screen of a mirrored picture that has another shape.
public enum MirrorFit: String, Hashable, Sendable, CaseIterable {
  /// As large as possible, with black above and below it, or on both sides.
  case letterbox
  /// Fills the screen; two sides are cut off.
  case fill
  /// Fills the screen; the shape changes.
  case stretch
}

/// The placement of a picture in its area.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// As large as possible without cutting, in its own shape.
  case fit
  /// Fills the area in its own shape; both ends are cut off equally.
  case fill
  /// Fills the area; the shape changes.
  case stretch
  /// Pixel by pixel in the middle; a larger picture is cut off.
  case center
}

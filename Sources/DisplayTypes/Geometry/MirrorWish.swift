/// The source of a mirroring screen, and the fit of its picture.
public struct MirrorWish: Hashable, Sendable {
  /// The screen whose picture is shown.
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

  package init(_ source: Source = .main, fit: MirrorFit = .letterbox) {
    self.source = source
    self.fit = fit
  }
}

/// The placement of a mirrored picture of another shape on a screen.
public enum MirrorFit: String, Hashable, Sendable, CaseIterable {
  /// As large as fits, with black above and below, or beside it.
  case letterbox
  /// It fills the screen, and is cut off on two sides.
  case fill
  /// It fills the screen, and its shape changes.
  case stretch
}

/// The placement of a picture in its area.
public enum ImageFit: String, Hashable, Sendable, CaseIterable {
  /// As large as the whole picture fits, in its own shape.
  case fit
  /// Fills the area in its own shape. The rest is cut off on both sides alike.
  case fill
  /// Fills the area and ignores the shape.
  case stretch
  /// Pixel by pixel in the middle. A larger picture is cut off.
  case center
}

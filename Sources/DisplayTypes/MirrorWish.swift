/// Whose picture a screen is to show where it mirrors, and how that lies on it.
public struct MirrorWish: Hashable, Sendable {
  /// Whose picture.
  public enum Source: Hashable, Sendable {
    /// That of the main screen.
    case main
    /// That of the screen which shows the application scenes of this screen's foreground app, wherever that is.
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

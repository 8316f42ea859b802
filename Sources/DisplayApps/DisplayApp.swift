internal import ControlProtocol

/// A program that shows scenes on the external displays of this machine, and a window on the main screen, through the daemon `marqueed`.
///
/// It declares the content of each scene for its current state. Changes of that state update the scenes. Mark one type of the program
/// with `@main`. It is created once, and runs until the process ends.
@MainActor
public protocol DisplayApp {
  /// The type of ``body``: `some SceneSet`.
  associatedtype Body: SceneSet

  /// Makes the app, before it has a connection to the daemon.
  init()

  /// The scenes for the current state of the app.
  ///
  /// It is evaluated again after a change of an `@Observable` value that it has read. Names, displays, modes and sizes are fixed when the
  /// app registers. Contents may change at any time.
  @SceneSetBuilder var body: Body { get }

  /// Runs once, after the first registration of the app. Begin to read keys, files or the network here.
  ///
  /// Change the state that ``body`` reads only in jobs of Dispatch's main queue or of the main actor. They run one at a time, on no
  /// particular thread.
  func start()

  /// The app's name, under which the daemon stores its scenes: up to 64 ASCII letters, digits, `-`, `_` and `.`.
  static var name: String { get }

  /// The content of the displays after this process has ended.
  static var whenGone: WhenGone { get }

  /// Whether the app becomes the foreground app of the displays at its start.
  static var startsInForeground: Bool { get }
}

extension DisplayApp {
  /// Does nothing.
  public func start() {}

  /// The type's name in small letters.
  public static var name: String { String(describing: Self.self).lowercased() }

  /// The displays keep their content.
  public static var whenGone: WhenGone { .keep }

  /// The app becomes the foreground app.
  public static var startsInForeground: Bool { true }

  /// Runs the app: registers it, shows its scenes, and registers it again with a restarted daemon.
  ///
  /// It prints errors to standard error. At the start, the process ends with status 3 if no daemon runs, 4 if this user has no access, 5 if
  /// the daemon does not answer, and 1 after any other error, such as a name in use. After its registration the app waits if the daemon is
  /// gone.
  public static func main() {
    // Read it before the program can change its working directory.
    _ = JSONValue.startFolder
    AppRun(Self()).run()
  }
}

/// The content of an app's displays after its process has ended.
public enum WhenGone: Sendable, CaseIterable {
  /// Their last content.
  case keep
  /// The content of another app (`fallback` in the configuration), or nothing.
  case fallback
  /// Black, if the app is in the foreground.
  case blank

  var info: ControllerLossInfo {
    switch self {
    case .keep: .keep
    case .fallback: .fallback
    case .blank: .blank
    }
  }
}

internal import ControlProtocol

/// A program that shows scenes on the external displays of this machine, by way of its daemon `marqueed`.
///
/// It says what each display is to show for its present state; what follows from a change of that state is seen to. Mark one
/// type of the program with `@main`: it is made once, and runs until the process is ended.
@MainActor
public protocol DisplayApp {
  /// What ``body`` is: `some SceneSet`.
  associatedtype Body: SceneSet

  /// Makes the app, before there is a connection to the daemon.
  init()

  /// The scenes, for the state that the app has now.
  ///
  /// It is evaluated anew when something `@Observable` has changed that it has read. Their names, displays, modes and sizes
  /// count as they are when the app registers; their contents at any time.
  @SceneSetBuilder var body: Body { get }

  /// Is called once, when the app has registered for the first time: the place to begin to read keys, files or the network.
  ///
  /// Jobs of Dispatch's main queue and of the main actor run one at a time, on no particular thread. State that ``body`` reads
  /// is to be changed there.
  func start()

  /// The app's name, by which the daemon knows its scenes again: up to 64 ASCII letters, digits, `-`, `_` and `.`.
  static var name: String { get }

  /// What the displays show once this process has ended.
  static var whenGone: WhenGone { get }

  /// Whether the app takes the displays when it is started, in front of what else there is.
  static var startsInForeground: Bool { get }
}

extension DisplayApp {
  /// Does nothing.
  public func start() {}

  /// The type's name in small letters.
  public static var name: String { String(describing: Self.self).lowercased() }

  /// What they show then.
  public static var whenGone: WhenGone { .keep }

  /// It does.
  public static var startsInForeground: Bool { true }

  /// Runs the app: registers it, shows its scenes, and comes back to a daemon that is started anew.
  ///
  /// What goes wrong is said on standard error. The process ends with status 3 where no daemon runs when it is started, 4
  /// where this user may not, 5 where the daemon does not answer, and 1 for anything else, as a name that is taken. Once it
  /// has been registered it waits for a daemon that has gone.
  public static func main() {
    // Before the program can go to another folder.
    _ = JSONValue.startFolder
    AppRun(Self()).run()
  }
}

/// What the displays of an app show once its process has ended.
public enum WhenGone: Sendable, CaseIterable {
  /// What they show then.
  case keep
  /// What is due without the app: another one that stands in (`fallback` in the configuration), or nothing.
  case fallback
  /// Black, where the app is in the foreground.
  case blank

  /// As it is sent.
  var info: ControllerLossInfo {
    switch self {
    case .keep: .keep
    case .fallback: .fallback
    case .blank: .blank
    }
  }
}

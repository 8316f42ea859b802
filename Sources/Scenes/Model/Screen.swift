public import DisplayTypes

/// A connected display, as an app sees it.
public final class Screen {
  /// The connector behind it.
  public nonisolated let id: ScreenID
  /// The result of the last probe.
  public internal(set) var snapshot: ScreenSnapshot
  /// The mode that is in force; nil while it is dark.
  public internal(set) var currentMode: ScreenMode?
  /// How points lie on its pixels; nil while it is dark.
  public internal(set) var geometry: OutputGeometry?
  /// The built-in panel, or the one that the configuration names.
  public internal(set) var isMain: Bool
  /// No display is connected: scenes live on here with the modes of the last one.
  public let isStandIn: Bool

  init(snapshot: ScreenSnapshot, isMain: Bool, isStandIn: Bool = false) {
    id = snapshot.id
    self.snapshot = snapshot
    self.isMain = isMain
    self.isStandIn = isStandIn
  }

  /// The connector's name.
  public var name: String { snapshot.name }
  /// All that it can show.
  public var availableModes: [ScreenMode] { snapshot.modes }
  /// The mode that the display prefers.
  public var preferredMode: ScreenMode? { ModeSelector.preferredMode(of: snapshot.modes) }
  /// Its EDID could not be read yet.
  public var isGuessed: Bool { snapshot.edidState == .guessed }
  /// Pixels a point.
  public var scale: Double { geometry?.scale ?? 1 }
}

/// Observes screens, the older way: for apps without a manifest (`ScreenApp`).
///
/// Called on the main thread, each call once, before the event of the same change is posted.
public protocol ScreenObserver: AnyObject {
  /// A display was plugged in; it may have no mode yet.
  func screenDidConnect(_ screen: Screen)
  func screenDidDisconnect(_ screen: Screen)
  /// Another mode is in force, or none: `Screen.currentMode`.
  func screenModeDidChange(_ screen: Screen)
}

extension ScreenObserver {
  /// Does nothing.
  public func screenDidConnect(_ screen: Screen) {}
  /// Does nothing.
  public func screenDidDisconnect(_ screen: Screen) {}
  /// Does nothing.
  public func screenModeDidChange(_ screen: Screen) {}
}

/// An observer, which the system does not keep alive.
struct WeakObserver {
  weak var observer: (any ScreenObserver)?
}

public import DisplayTypes

/// A connected display in the terms of an app. Belongs to the main thread. The system makes it, and keeps it until the display is unplugged.
public final class Screen {
  /// The connector behind it.
  public nonisolated let id: ScreenID
  /// The result of the last probe.
  public internal(set) var snapshot: ScreenSnapshot
  /// The mode in force; nil while the screen is dark.
  public internal(set) var currentMode: ScreenMode?
  /// The layout of points on its pixels; nil while the screen is dark.
  public internal(set) var geometry: OutputGeometry?
  /// Whether it is the built-in panel, or the screen that the configuration names.
  public internal(set) var isMain: Bool
  /// Whether scenes continue here without a display, with the modes of the last one.
  public let isStandIn: Bool

  init(snapshot: ScreenSnapshot, isMain: Bool, isStandIn: Bool = false) {
    id = snapshot.id
    self.snapshot = snapshot
    self.isMain = isMain
    self.isStandIn = isStandIn
  }

  /// The connector's name.
  public var name: String { snapshot.name }
  /// All modes that the display can show.
  public var availableModes: [ScreenMode] { snapshot.modes }
  /// The mode that the display prefers.
  public var preferredMode: ScreenMode? { ModeSelector.preferredMode(of: snapshot.modes) }
  /// Whether the EDID could not be read yet.
  public var isGuessed: Bool { snapshot.edidState == .guessed }
  /// Pixels per point.
  public var scale: Double { geometry?.scale ?? 1 }
}

/// Observes screens; for apps without a manifest (`ScreenApp`). Called on the main thread, once for each change, before the event of the
/// same change is posted. The system does not keep its observers alive.
public protocol ScreenObserver: AnyObject {
  /// A display was plugged in. It may have no mode yet.
  func screenDidConnect(_ screen: Screen)
  func screenDidDisconnect(_ screen: Screen)
  /// The mode in force has changed, or there is none: `Screen.currentMode`.
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

/// A weak reference to an observer.
struct WeakObserver {
  weak var observer: (any ScreenObserver)?
}

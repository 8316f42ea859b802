public import DisplayTypes

/// Something that happens to a daemon with displays, and how long it is given before the next thing happens.
public struct LifeStep: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// A display is plugged in; a late one tells who it is only after 300 ms.
    case plug(String, display: Int, isLate: Bool)
    case unplug(String)
    /// The display is away for half a second.
    case flap(String)
    /// The display is on another connector after 300 ms.
    case move(String, to: String)
    /// Another display is there, and nobody saw the connector empty.
    case exchange(String, display: Int)
    /// The display has other modes.
    case newModes(String)
    /// The card is gone for so many milliseconds, and all displays with it.
    case card(awayFor: UInt64)
    /// The next modesets there find the device busy.
    case busy(String)
    /// The file takes an app's scenes out, or brings them back.
    case manifest(app: String, hasScenes: Bool)
    /// A controller registers an app, or does so again.
    case register(String)
    /// The controller of an app dies.
    case lose(String)
    /// For one screen, or for all.
    case foreground(app: String, screen: String?)
    /// Everything that the app has, or its scene on one screen alone, gets a window or loses it.
    case window(app: String, screen: String?, Bool)
    case supportOverall(ExternalSupport?)
    case supportOfApp(String, ExternalSupport?)
    case supportOfScreen(String, ExternalSupport?)
    case blank(String, Bool)
    case freeze(String, Bool)
    case power(String, Bool)
    /// The content of the scene that is shown; nil goes back to the app's own.
    case show(String, Color?)
    /// The app keeps a number with a session.
    case keep(session: String, Int64)
    case destroy(session: String)
    /// The daemon is killed, and started again.
    case kill
    /// Nothing but time.
    case wait
  }

  /// How long it is given to come to rest.
  public static let rest: UInt64 = 2_000

  /// What happens.
  public var kind: Kind
  /// What it is given before the next thing happens; only at rest everything is compared.
  public var milliseconds: UInt64
  /// The daemon is killed on the way, once it has said so many things to displays, disk and listeners, and started again.
  public var fuse: Int?

  /// Makes a step; by default it comes to rest.
  public init(_ kind: Kind, milliseconds: UInt64 = rest, fuse: Int? = nil) {
    self.kind = kind
    self.milliseconds = milliseconds
    self.fuse = fuse
  }

  /// Whether everything is compared after it.
  public var isSettled: Bool { milliseconds >= LifeStep.rest }

  /// Whether the daemon is killed in the course of it.
  public var isFatal: Bool { kind == .kill || fuse != nil }
}

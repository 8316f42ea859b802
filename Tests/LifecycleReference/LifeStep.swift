public import DisplayTypes

/// Something that happens to a daemon with displays, and how long it is given before the next thing happens.
public struct LifeStep: Hashable, Sendable {
  /// The kind of a step.
  public enum Kind: Hashable, Sendable {
    /// A display is plugged in. A late one reports its identity only after 300 ms.
    case plug(String, display: Int, isLate: Bool)
    case unplug(String)
    /// The display is away for half a second.
    case flap(String)
    /// The display is on another connector after 300 ms.
    case move(String, to: String)
    /// Another display is plugged in, and the daemon did not see the connector empty.
    case exchange(String, display: Int)
    /// The display has other modes.
    case newModes(String)
    /// The card and all its displays are removed for this many milliseconds.
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
    /// The content of the current scene; nil restores the app's own.
    case show(String, Color?)
    /// The app keeps a number with a session.
    case keep(session: String, Int64)
    case destroy(session: String)
    /// The daemon is killed, and started again.
    case kill
    /// Nothing but time.
    case wait
  }

  /// The time in which everything comes to rest.
  public static let rest: UInt64 = 2_000

  /// The kind of the step.
  public var kind: Kind
  /// The time before the next step. Everything is compared only at rest.
  public var milliseconds: UInt64
  /// The daemon is killed during the step, after this number of outputs to displays, disk and listeners, and then started again.
  public var fuse: Int?

  /// Makes a step. By default everything comes to rest after it.
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

package import Composition
package import DisplayTypes

/// A commit of a backend for one screen. A test is the same value as its commit, with a flag.
public struct ScreenCommit: Sendable {
  package enum Action: Sendable {
    /// Sets a mode and shows the frame in it, in buffer 0 of `bufferCount` new ones. Inherited settings are reset. The reply is
    /// `BackendEvent.finished`; it may come late, and nothing waits for it.
    case configure(ScreenMode, bufferCount: Int)
    /// Shows the frame from another buffer at the next refresh. The reply is `BackendEvent.flipped`.
    case flip(buffer: Int)
    /// Shows the buffer of a surface, which hides everything below it, at the next refresh. The reply is `BackendEvent.flipped`.
    case scanOut(SurfaceFrame, Overlay)
    /// Changes the buffer on the screen, if `OutputCapabilities.updatesInPlace`. It is done when `commit` returns.
    case update(buffer: Int)
    /// Changes only the pointer, on an output with a plane for it. With `PointerPlane.withCommits` the reply is `flipped`.
    case movePointer
    /// Turns the screen dark and releases its resources. The reply is `finished`.
    case turnOff
  }

  /// The plane above the buffer of a surface.
  package enum Overlay: Hashable, Sendable {
    /// Nothing is above it.
    case off
    /// The plane keeps its buffer.
    case same
    /// The plane shows this buffer, with the layers above the one at the index `above`.
    case buffer(Int, above: Int)
  }

  package var screen: ScreenID
  /// Names the commit in its events.
  package var token: CommitToken
  package var action: Action
  /// The whole picture; the backend does not keep it after the call.
  package var frame = ResolvedFrame()
  /// The difference between `frame` and the last frame whose commit was accepted.
  package var frameDamage = DamageRegion()
  /// The difference between the buffer and `frame`: all changes since the buffer was last written, including `frameDamage`.
  package var bufferDamage = DamageRegion()
  package var capture = FrameCapture.none
  /// The pointer on the output's plane; nil for none. Outputs without a plane ignore it.
  package var pointer: PointerOverlay?
}

/// Identifies a commit, to distinguish its end from that of an older commit on the same screen. Tokens are assigned in ascending order.
public struct CommitToken: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number that the kernel returns with the flip.
  public var rawValue: UInt64

  /// Makes a token from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether the left token was assigned first.
  public static func < (left: CommitToken, right: CommitToken) -> Bool { left.rawValue < right.rawValue }
}

/// The immediate result of `DisplayBackend.commit`.
public struct CommitReceipt: Sendable {
  /// The time of an update in place; nil for other commits.
  package var presented: MonotonicTime?
  package var captured: CapturedFrame?
  /// The kernel's number of the plane that shows the buffer of a surface; 0 for none.
  package var plane: UInt32

  package init(presented: MonotonicTime? = nil, captured: CapturedFrame? = nil, plane: UInt32 = 0) {
    self.presented = presented
    self.captured = captured
    self.plane = plane
  }
}

/// The successful end of a test, a modeset or a turn-off.
public struct CommitOutcome: Hashable, Sendable {
  /// The capabilities of the output in its new mode.
  package var capabilities: OutputCapabilities
  package var started: MonotonicTime
  /// The time of the answer from the kernel or its simulation.
  package var ended: MonotonicTime
  /// False if the screen was in this mode already when the daemon took it over.
  package var wasModeset: Bool
  /// Whether the screen shows the picture of an earlier daemon process or of a boot splash in this mode.
  package var showsMode: Bool
  package var captured: CapturedFrame?

  package init(
    capabilities: OutputCapabilities, started: MonotonicTime, ended: MonotonicTime, wasModeset: Bool,
    showsMode: Bool = false, captured: CapturedFrame? = nil
  ) {
    self.capabilities = capabilities
    self.started = started
    self.ended = ended
    self.wasModeset = wasModeset
    self.showsMode = showsMode
    self.captured = captured
  }
}

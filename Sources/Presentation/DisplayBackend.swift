public import DisplayTypes

/// What shows pictures: KMS, the simulated screens, one day a window on a desktop or a screen across the network.
///
/// Three things are asked of it: screen snapshots and their changes, commits, and flip events. It belongs to the display
/// thread; none of its methods blocks for longer than a millisecond besides drawing.
public protocol DisplayBackend: AnyObject {
  /// The clock of its flips.
  var clock: any DisplayClock { get }

  /// Begins to look for screens. All that follows comes through `handler`, on this thread, never from within `commit`.
  func start(_ handler: @escaping (BackendEvent) -> Void)

  /// Draws and shows a frame, sets a mode, turns a screen off; with `testOnly` only asks whether that would work.
  ///
  /// A flip or update that is refused throws at once, and nothing has changed on the screen. Every other action, and every
  /// test, throws only where the screen is unknown; its end comes as `BackendEvent.finished`.
  @discardableResult
  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt

  /// Turns off every screen that it lit, waits for that, and gives the devices back.
  func stop()
}

/// What a backend says, on the display thread, in the order in which it happened.
public enum BackendEvent: Sendable {
  /// Differences between two looks at the connectors: disconnected, connected, changed.
  case screens([ScreenChange])
  /// A test, a modeset or a turn-off has ended.
  case finished(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// A flip has ended: its frame is on the screen.
  case flipped(FlipCompletion)
  case notice(BackendNotice)
}

/// The end of a flip, as the backend saw it.
public struct FlipCompletion: Hashable, Sendable {
  /// The screen whose frame it was.
  public var screen: ScreenID
  /// The commit that ended.
  public var token: CommitToken
  /// The timestamp of the vertical blank, as the driver gave it; it may be nonsense.
  ///
  /// Zero where there is none.
  public var timestamp: MonotonicTime
  /// The driver's count of refreshes; zero where it has none.
  public var sequence: UInt32

  /// Makes an event.
  public init(
    screen: ScreenID, token: CommitToken, timestamp: MonotonicTime, sequence: UInt32
  ) {
    self.screen = screen
    self.token = token
    self.timestamp = timestamp
    self.sequence = sequence
  }
}

/// Something about a device that no screen can tell: for the log, `status`, and the decision to give up or to wait.
public enum BackendNotice: Hashable, Sendable {
  /// No usable card is there; the text says what was looked at.
  case noDevice(String)
  /// A card was opened.
  case opened(device: String, driver: String)
  /// Another process is master of the card; who, where it can be known.
  case occupied(device: String, holder: String)
  /// The right to open it is missing.
  case notPermitted(device: String)
  /// The card is gone; its screens were disconnected.
  case lost(device: String)
  /// A card that the service manager kept open is of no use any more; we have closed it, and the manager should.
  case released(device: String)
  /// The card's events cannot be read for now; it is tried again and again. Sent once until they can be read.
  case eventsUnreadable(device: String, DisplayError)
  /// Hotplug comes by a lesser way, as without udevd.
  case degraded(String)
}

/// What a configured output can do.
public struct OutputCapabilities: Hashable, Sendable {
  /// Flips end at a vertical blank.
  ///
  /// Where not, they end at once and the presenter paces them by a timer.
  public var hasVBlank: Bool
  /// A small change is cheaper on the buffer that is shown than by a flip (the driver copies, and takes damage).
  public var updatesInPlace: Bool

  /// Says what an output can do.
  public init(hasVBlank: Bool, updatesInPlace: Bool) {
    self.hasVBlank = hasVBlank
    self.updatesInPlace = updatesInPlace
  }
}

/// The clock that a backend runs on: the kernel's for real displays, one that can be advanced for simulated ones.
///
/// Belongs to the display thread.
public protocol DisplayClock: AnyObject {
  /// The present moment, comparable with flip timestamps.
  var now: MonotonicTime { get }

  /// Makes a timer, not armed yet; the caller keeps it alive.
  func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer
}

/// A timer of a `DisplayClock`: armed as often as needed, without allocating.
public protocol DisplayTimer: AnyObject {
  /// Fires once at `time`, or soon where it has passed. Replaces an earlier deadline.
  func arm(at time: MonotonicTime)

  /// Does not fire any more.
  func disarm()
}

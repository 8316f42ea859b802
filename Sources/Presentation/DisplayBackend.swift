public import DisplayTypes

/// The interface to displays: KMS and simulated screens.
///
/// A backend has three duties: screen snapshots and their changes, commits, and flip events. It belongs to the display thread, and no
/// method blocks for longer than a millisecond besides drawing.
public protocol DisplayBackend: AnyObject {
  /// The clock of its flips.
  var clock: any DisplayClock { get }

  /// Starts to watch screens. All events go to `handler`, on this thread, never from within `commit`.
  func start(_ handler: @escaping (BackendEvent) -> Void)

  /// Draws and shows a frame, sets a mode, or turns a screen off; with `testOnly` it only tests that.
  ///
  /// A refused flip or update throws at once, and nothing has changed on the screen. Every other action, and every test, throws only if the
  /// screen is unknown; its end is reported as `BackendEvent.finished`.
  @discardableResult
  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt

  /// Turns off every screen that it lit, waits for that, and gives the devices back.
  func stop()
}

/// The events of a backend on the display thread, in their order.
public enum BackendEvent: Sendable {
  /// Differences between two probes of the connectors: disconnected, connected, changed.
  case screens([ScreenChange])
  case finished(ScreenID, CommitToken, Result<CommitOutcome, DisplayError>)
  /// A flip has ended: its frame is on the screen.
  case flipped(FlipCompletion)
  case notice(BackendNotice)
}

/// The end of a flip, as the backend saw it.
public struct FlipCompletion: Hashable, Sendable {
  package var screen: ScreenID
  package var token: CommitToken
  /// From the driver: it may be invalid, and is zero if there is none.
  package var timestamp: MonotonicTime
  package var sequence: UInt32

  package init(screen: ScreenID, token: CommitToken, timestamp: MonotonicTime, sequence: UInt32) {
    self.screen = screen
    self.token = token
    self.timestamp = timestamp
    self.sequence = sequence
  }
}

/// A problem of a device without a screen: for the log, `status`, and the decision to give up or to wait.
public enum BackendNotice: Hashable, Sendable {
  /// There is no usable card; the text lists the checked ones.
  case noDevice(String)
  /// A card was opened.
  case opened(device: String, driver: String)
  /// Another process is master of the card; the text for a person names its program and process if they are known.
  case occupied(device: String, holder: String)
  /// The permission to open it is missing.
  case notPermitted(device: String)
  /// The card is gone; its screens were disconnected.
  case lost(device: String)
  /// A card that the service manager kept open is useless now. It is closed here, and the manager should close it too.
  case released(device: String)
  /// The card's events cannot be read for now, and reading is repeated. Sent once until they can be read.
  case eventsUnreadable(device: String, DisplayError)
  /// Hotplug comes by a lesser way, as without udevd.
  case degraded(String)
}

/// The capabilities of a configured output.
public struct OutputCapabilities: Hashable, Sendable {
  /// Otherwise they end at once, and the presenter paces them by a timer.
  package var hasVBlank: Bool
  /// A small change is cheaper on the buffer that is shown than by a flip (the driver copies, and takes damage).
  package var updatesInPlace: Bool

  package init(hasVBlank: Bool, updatesInPlace: Bool) {
    self.hasVBlank = hasVBlank
    self.updatesInPlace = updatesInPlace
  }
}

/// The clock of a backend: the kernel's for real displays, a settable one for simulated ones.
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
  /// Fires once at `time`, or soon if it has passed. Replaces an earlier deadline.
  func arm(at time: MonotonicTime)

  func disarm()
}

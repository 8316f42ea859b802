package import Composition
public import DisplayTypes

/// The interface to displays: KMS and simulated screens. A backend reports screens and their changes, performs commits, and reports flips.
/// It belongs to the display thread. No method blocks for longer than a millisecond, apart from drawing.
public protocol DisplayBackend: AnyObject {
  /// The clock of its flip timestamps.
  var clock: any DisplayClock { get }

  /// Starts to watch screens; all events go to `handler`, on this thread, and never during `commit`.
  func start(_ handler: @escaping (BackendEvent) -> Void)

  /// Draws and shows a frame, sets a mode, or turns a screen off; with `testOnly` it only tests that. A refused flip or update throws at
  /// once, and the screen is unchanged. All other actions and all tests throw only if the screen is unknown; `BackendEvent.finished`
  /// reports their end.
  @discardableResult
  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt

  /// Turns off each screen that it has lit, waits for that, and releases the devices. Returns false if a device did not answer in time; the
  /// process then keeps it open until its last call returns.
  @discardableResult
  func stop() -> Bool
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

/// The end of a flip, as reported by the backend.
public struct FlipCompletion: Hashable, Sendable {
  package var screen: ScreenID
  package var token: CommitToken
  /// The driver's timestamp, which may be invalid; zero if there is none.
  package var timestamp: MonotonicTime
  package var sequence: UInt32

  package init(screen: ScreenID, token: CommitToken, timestamp: MonotonicTime, sequence: UInt32) {
    self.screen = screen
    self.token = token
    self.timestamp = timestamp
    self.sequence = sequence
  }
}

/// A problem of a device without a screen, for the log, for `status`, and for the decision to give up or wait.
public enum BackendNotice: Hashable, Sendable {
  /// There is no usable card; the text lists the checked ones.
  case noDevice(String)
  /// A card was opened.
  case opened(device: String, driver: String)
  /// Another process is master of the card; the text for a person names its program and process if they are known.
  case occupied(device: String, holder: String)
  /// The seat manager gives no cards. The text has the reason and the next step.
  case noSeat(String)
  /// The daemon has no permission to open the card.
  case notPermitted(device: String)
  /// The card is gone; its screens were disconnected.
  case lost(device: String)
  /// Another virtual terminal has the card now; its screens were disconnected.
  case left(device: String)
  /// A card that the service manager kept open is not useful any more. The daemon closes it, and the manager should close it too.
  case released(device: String)
  /// The card's events cannot be read for now, and reading is repeated. Sent once until reading works again.
  case eventsUnreadable(device: String, DisplayError)
  /// Hotplug events come in a lesser way, for example without udevd.
  case degraded(String)
}

/// The capabilities of a configured output.
public struct OutputCapabilities: Hashable, Sendable {
  /// Whether flips wait for a vertical blank. Otherwise they end at once, and the presenter paces them by a timer.
  package var hasVBlank: Bool
  /// Whether a small change is cheaper in the shown buffer than by a flip, because the driver copies and takes damage.
  package var updatesInPlace: Bool
  /// The way in which it shows a pointer.
  package var pointer: PointerPlane
  /// The card, if it shows the buffers of surfaces without a copy.
  package var surfaces: ScanoutReference?

  package init(
    hasVBlank: Bool, updatesInPlace: Bool, pointer: PointerPlane = .none, surfaces: ScanoutReference? = nil
  ) {
    self.hasVBlank = hasVBlank
    self.updatesInPlace = updatesInPlace
    self.pointer = pointer
    self.surfaces = surfaces
  }
}

/// The clock of a backend: the kernel's for real displays, a settable one for simulated ones. Belongs to the display thread.
public protocol DisplayClock: AnyObject {
  /// The current time, comparable with flip timestamps.
  var now: MonotonicTime { get }

  /// Makes a timer that is not armed; the caller keeps it alive.
  func makeTimer(_ handler: @escaping () -> Void) -> any DisplayTimer
}

/// A timer of a `DisplayClock`; arming it does not allocate.
public protocol DisplayTimer: AnyObject {
  /// Fires once at `time`, or soon if that has passed; replaces an earlier deadline.
  func arm(at time: MonotonicTime)

  func disarm()
}

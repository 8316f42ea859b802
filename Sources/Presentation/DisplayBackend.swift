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

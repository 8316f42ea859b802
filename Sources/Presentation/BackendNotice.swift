public import DisplayTypes

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

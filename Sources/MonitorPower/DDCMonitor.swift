/// A monitor that can be asked by DDC/CI; each call waits for it.
public protocol DDCMonitor {
  /// The value of its power mode (VCP feature D6); `DDCError` otherwise.
  func powerMode() throws(DDCError) -> UInt8
  /// Sets that; the monitor answers nothing.
  func setPowerMode(_ value: UInt8) throws(DDCError)
}

/// Why a monitor was not asked.
public enum DDCError: Error, Hashable, Sendable {
  /// It says that it does not have that feature.
  case unsupported
  /// It does not answer, or what it answers is damaged.
  case noAnswer
}

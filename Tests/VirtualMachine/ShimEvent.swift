/// A call in the shim's log.
public struct ShimEvent: Hashable, Sendable {
  /// The start of the call, in nanoseconds on the guest's `CLOCK_MONOTONIC`.
  public let start: UInt64
  /// The process.
  public let process: Int
  /// The thread.
  public let thread: Int
  /// The operation, as in `Tests/Guest/shim/README.md`.
  public let operation: String
  /// The size of the mode in the call, such as `1920x1080`; nil if the call has no mode.
  public let size: String?
  /// The connector in the call; nil if the call has none.
  public let connector: Int?
  /// The errno; zero for success.
  public let error: Int
  /// The duration of the call with the shim's delay, in nanoseconds.
  public let duration: UInt64

  /// Reads a line of the log; nil for a broken one.
  init?(line: Substring) {
    let words = line.split(separator: " ")
    guard words.count == 8, let start = UInt64(words[0]), let process = Int(words[1]), let thread = Int(words[2]),
      let connector = Int(words[5]), let error = Int(words[6]), let duration = UInt64(words[7])
    else { return nil }
    self.start = start
    self.process = process
    self.thread = thread
    operation = String(words[3])
    size = words[4] == "0x0" ? nil : String(words[4])
    self.connector = connector == 0 ? nil : connector
    self.error = error
    self.duration = duration
  }
}

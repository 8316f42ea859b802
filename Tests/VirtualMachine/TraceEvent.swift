/// A traced call of a function of the guest's kernel.
public struct TraceEvent: Hashable, Sendable {
  /// Seconds on the guest's `CLOCK_MONOTONIC`, to the microsecond.
  public let time: Double
  /// The processor.
  public let cpu: Int
  /// The function; `tracing_mark_write` for a line that was written to `trace_marker`.
  public let function: String
  /// The thread that called it.
  public let thread: Int
  /// The thread's name.
  public let threadName: String
  /// The caller, a marker's text, or the arguments of a probe.
  public let detail: String

  /// Reads a line of the tracer; nil for a comment.
  public init?(line: Substring) {
    // marqueed-241     [001] .....    12.345678: drm_mode_atomic_ioctl <-drm_ioctl_kernel
    let pattern = /\s*(.+)-(\d+)\s+\[(\d+)\]\s+\S+\s+(\d+\.\d+): (\w+):? ?(?:<-)?(.*)/
    guard !line.hasPrefix("#"), let match = line.wholeMatch(of: pattern), let thread = Int(match.2),
      let cpu = Int(match.3), let time = Double(match.4)
    else { return nil }
    self.time = time
    self.cpu = cpu
    self.thread = thread
    threadName = String(match.1)
    function = String(match.5)
    detail = String(match.6)
  }

  /// An argument of a probe or a trace event, such as `resource` in `resource=4`; nil if it is missing or not a number.
  public func argument(_ name: String) -> Int? {
    for word in detail.split(whereSeparator: { $0 == " " || $0 == "," }) where word.hasPrefix("\(name)=") {
      let value = word.dropFirst(name.count + 1)
      return value.hasPrefix("0x") ? Int(value.dropFirst(2), radix: 16) : Int(value)
    }
    return nil
  }
}

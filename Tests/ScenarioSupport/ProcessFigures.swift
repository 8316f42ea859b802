/// The kernel's figures of a process.
public struct ProcessFigures: Hashable, Sendable {
  /// Open descriptors.
  public var descriptors: Int
  /// Threads.
  public var threads: Int
  /// The number of times that its threads went to sleep, and so were woken.
  public var voluntarySwitches: Int
  /// The processor time of its threads, in ticks of 10 ms (`proc_pid_stat(5)`).
  public var processorTicks: Int
  /// Its private memory in KiB, without pages of its program, because other processes may or may not share them.
  public var privateKibibytes: Int
  /// The framebuffers on the device; nil if the device has none to count.
  public var framebuffers: Int?
  /// The property blobs that all daemons on this bench made and did not destroy; nil if they cannot be counted.
  public var blobs: Int?

  /// The shell script that prints descriptors, threads, voluntary switches, ticks and dirty private KiB, one on each line.
  static func script(_ process: Int) -> String {
    """
    ls /proc/\(process)/fd | wc -l
    ls /proc/\(process)/task | wc -l
    cat /proc/\(process)/task/*/status | awk '/^voluntary_ctxt_switches/ {n += $2} END {print n}'
    sed 's/.*) //' /proc/\(process)/stat | awk '{print $12 + $13}'
    awk '/^Private_Dirty/ {print $2}' /proc/\(process)/smaps_rollup
    """
  }

  /// Reads the script's output; nil for any other text.
  init?(_ output: String) {
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    (descriptors, threads, voluntarySwitches) = (numbers[0], numbers[1], numbers[2])
    (processorTicks, privateKibibytes) = (numbers[3], numbers[4])
  }
}

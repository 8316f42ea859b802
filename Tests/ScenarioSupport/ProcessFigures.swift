/// What the kernel counts of a process.
public struct ProcessFigures: Hashable, Sendable {
  /// Open descriptors.
  public var descriptors: Int
  /// Threads.
  public var threads: Int
  /// How often its threads went to sleep, and so were woken.
  public var voluntarySwitches: Int
  /// Time of processors that its threads have taken, in ticks of 10 ms (`proc_pid_stat(5)`).
  public var processorTicks: Int
  /// Memory that is its own in KiB; pages of its program, which are shared or not as others run it too, do not count.
  public var privateKibibytes: Int
  /// Framebuffers on the device; nil where it has none to count.
  public var framebuffers: Int?
  /// Property blobs that were made and not destroyed, by all daemons since the bench was made; nil where they cannot be counted.
  public var blobs: Int?

  /// The shell script that prints descriptors, threads, voluntary switches, ticks and dirty private KiB, a line each.
  static func script(_ process: Int) -> String {
    """
    ls /proc/\(process)/fd | wc -l
    ls /proc/\(process)/task | wc -l
    cat /proc/\(process)/task/*/status | awk '/^voluntary_ctxt_switches/ {n += $2} END {print n}'
    sed 's/.*) //' /proc/\(process)/stat | awk '{print $12 + $13}'
    awk '/^Private_Dirty/ {print $2}' /proc/\(process)/smaps_rollup
    """
  }

  /// Reads what the script prints; nil for anything else.
  init?(_ output: String) {
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    (descriptors, threads, voluntarySwitches) = (numbers[0], numbers[1], numbers[2])
    (processorTicks, privateKibibytes) = (numbers[3], numbers[4])
  }
}

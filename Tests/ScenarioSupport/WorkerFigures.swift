/// The maximum of a daemon's processes for pictures and pages: their number, and the memory of one.
public struct WorkerFigures: Hashable, Sendable {
  /// The largest number of processes at a time.
  public var processes: Int
  /// The most memory that one of them ever held, in KiB.
  public var kibibytes: Int

  /// A shell script that polls until the daemon has ended, and prints both figures when one of them rises.
  ///
  /// It starts only the program `sleep`, so that it costs little.
  public static func script(of daemon: Int, every seconds: Double) -> String {
    """
    most=0 peak=0
    while [ -d /proc/\(daemon) ]; do
      count=0 before="$most $peak"
      for list in /proc/\(daemon)/task/*/children; do
        children=
        read -r children < $list
        # The list is read byte by byte: only those that are still there were there at the same time.
        for child in $children; do
          name=
          read -r name < /proc/$child/comm
          case $name in marquee-p*) ;; *) continue ;; esac
          while read -r key value rest; do
            if [ "$key" = VmHWM: ]; then
              count=$((count + 1))
              if [ "$value" -gt $peak ]; then peak=$value; fi
            fi
          done < /proc/$child/status
        done
      done 2> /dev/null
      if [ $count -gt $most ]; then most=$count; fi
      if [ "$most $peak" != "$before" ]; then echo "$most $peak"; fi
      sleep \(seconds)
    done
    """
  }

  /// Reads the output of the script so far; nil if it is empty.
  public init?(_ output: String) {
    guard let line = output.split(separator: "\n").last else { return nil }
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    (processes, kibibytes) = (numbers[0], numbers[1])
  }
}

/// Lets reports find the daemon that is made after what sends them.
final class ReportRelay {
  weak var daemon: Daemon?
}

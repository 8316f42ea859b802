import DisplayTypes
import Glibc
import KernelModeSetting

/// Waits for the next flip event, for at most a second.
func waitForFlip(_ reader: inout DisplayEventReader, _ card: CardDescriptor) throws(DisplayError) -> FlipEvent? {
  while true {
    if let event = try reader.next(from: card) { return event }
    var poller = pollfd(fd: card.number, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 1000) > 0 else { return nil }
  }
}

/// Flushes the output, and sleeps until the time is over, or until Ctrl-C or SIGTERM.
func pause(seconds: Int) {
  for number in [SIGINT, SIGTERM] { signal(number) { _ in } }
  fflush(nil)
  sleep(UInt32(clamping: seconds))
}

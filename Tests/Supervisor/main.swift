import CLinuxEvents
import Glibc

// Plays the service manager for tests: `supervisor [--watchdog MICROSECONDS] PROGRAM ARGUMENT…`
//
// Runs the program with NOTIFY_SOCKET, prints what it is told there, keeps the descriptors that are given to it, and starts the
// program again with them a second after a signal has ended it, as the unit has it. SIGTERM is handed on. It ends with the program's
// exit status.

var words = Array(CommandLine.arguments.dropFirst())
var watchdog: String?
if words.first == "--watchdog", words.count > 1 {
  watchdog = words[1]
  words.removeFirst(2)
}
guard !words.isEmpty else {
  print("usage: supervisor [--watchdog MICROSECONDS] PROGRAM ARGUMENT…")
  exit(64)
}
do {
  var supervisor = try Supervisor(words, watchdog: watchdog)
  exit(try supervisor.run())
} catch {
  print("supervisor: \(error)")
  exit(71)
}

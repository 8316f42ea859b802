import CLinuxEvents
import Glibc

// Plays the service manager for tests: `supervisor [--watchdog MICROSECONDS] [--store NAME=FILE]… PROGRAM ARGUMENT…`
//
// Runs the program with NOTIFY_SOCKET, prints what it is told there, keeps the descriptors that are given to it, and starts the
// program again with them a second after a signal has ended it, as the unit has it. SIGTERM is handed on. It ends with the program's
// exit status.

var words = Array(CommandLine.arguments.dropFirst())
var watchdog: String?
var store = DescriptorStore()
while words.count > 1, words[0].hasPrefix("--") {
  let value = words[1]
  switch words[0] {
  case "--watchdog": watchdog = value
  case "--store":
    let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
    let descriptor = parts.count == 2 ? open(parts[1], O_RDWR | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      print("supervisor: --store \(value): NAME=FILE, and a file that can be opened")
      exit(66)
    }
    store.keep(descriptor, name: parts[0])
  default: break
  }
  words.removeFirst(2)
}
guard !words.isEmpty else {
  print("usage: supervisor [--watchdog MICROSECONDS] [--store NAME=FILE]… PROGRAM ARGUMENT…")
  exit(64)
}
do {
  var supervisor = try Supervisor(words, watchdog: watchdog, store: store)
  exit(try supervisor.run())
} catch {
  print("supervisor: \(error)")
  exit(71)
}

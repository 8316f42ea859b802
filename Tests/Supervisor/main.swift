import CLinuxEvents
import Glibc

// Acts as the service manager for tests: `supervisor [--watchdog MICROSECONDS] [--store NAME=FILE]… PROGRAM ARGUMENT…`
//
// Runs the program with NOTIFY_SOCKET, prints its reports, and keeps the descriptors of the program's reports. Like the unit, it restarts
// the program with these descriptors a second after a signal has ended it. It passes SIGTERM on. Its exit status is the program's.

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

import CLinuxEvents
import EventLoop
import Glibc
import TestKit

/// A service manager for one program.
struct Supervisor {
  private let words: [String]
  private let watchdog: String?
  private let notifications: NotificationSocket
  private var store: DescriptorStore

  /// As `RestartSec=` in the unit.
  private static let restartMilliseconds: Int32 = 1000

  init(_ words: [String], watchdog: String?, store: DescriptorStore) throws(SupervisorError) {
    self.words = words
    self.store = store
    self.watchdog = watchdog
    notifications = try NotificationSocket()
  }

  /// Returns the program's exit status.
  mutating func run() throws(SupervisorError) -> Int32 {
    let signals = SignalSet([SIGTERM])
    signals.block()
    let signalDescriptor = signals.makeDescriptor()
    guard signalDescriptor >= 0 else { throw SupervisorError("signalfd") }
    while true {
      let child = try start()
      printLine("started \(child) with \(store.names)")
      let ended = marquee_pidfd_open(child)
      guard ended >= 0 else { throw SupervisorError("pidfd_open") }
      defer { close(ended) }
      var ending: WorkerEnding?
      repeat {
        var entries = [notifications.descriptor, ended, signalDescriptor].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), -1) >= 0 else { throw SupervisorError("poll") }
        if entries[0].revents != 0 { takeNotification() }
        if entries[2].revents != 0 {
          _ = SignalSet.next(from: signalDescriptor)
          kill(child, SIGTERM)
        }
        ending = ChildEnd.take(of: child)
      } while ending == nil
      guard case .killed(let signal) = ending else { return ending?.status ?? 0 }
      printLine("\(child) was ended by signal \(signal)")
      poll(nil, 0, Supervisor.restartMilliseconds)
    }
  }

  private mutating func takeNotification() {
    guard let message = notifications.receive() else { return }
    for line in message.lines { printLine("told \(line)") }
    let name = message.value(of: "FDNAME") ?? "stored"
    if message.value(of: "FDSTORE") == "1" {
      for descriptor in message.descriptors { store.keep(descriptor, name: name) }
    } else if message.value(of: "FDSTOREREMOVE") == "1" {
      store.remove(name)
    }
  }

  /// The shell knows its process number before it becomes the program, and the two variables must name it; the program does not
  /// outlive its supervisor.
  private func start() throws(SupervisorError) -> pid_t {
    let script = "export LISTEN_PID=$$ WATCHDOG_PID=$$; exec setpriv --pdeathsig KILL \"$@\""
    var environment = ["NOTIFY_SOCKET=\(notifications.path)"]
    if let watchdog { environment.append("WATCHDOG_USEC=\(watchdog)") }
    if !store.names.isEmpty {
      environment.append("LISTEN_FDS=\(store.names.count)")
      environment.append("LISTEN_FDNAMES=\(store.names.joined(separator: ":"))")
    }
    var entry = environ
    while let text = entry.pointee {
      environment.append(String(cString: text))
      entry += 1
    }
    do throws(StartedProgram.Failure) {
      return try StartedProgram.start(
        ["sh", "-c", script, "sh"] + words, environment: environment, input: STDIN_FILENO, others: store.descriptors)
    } catch {
      throw SupervisorError(error.description)
    }
  }

  private func printLine(_ text: String) {
    print("supervisor: \(text)")
    fflush(nil)
  }
}

import Foundation
import Synchronization

/// A machine with real KMS drivers under QEMU, whose monitors are plugged and photographed from outside.
///
/// QEMU and its private message bus end with `shutdown()`, with the last reference, or with the test process.
public final class VirtualMachine: Sendable {
  /// What the machine was started with.
  public let options: BootOptions
  /// From the start of QEMU to the agent's first answer, where the start waits for that.
  public let bootDuration: Duration
  /// The TCP port on 127.0.0.1 that leads to the daemon's Varlink socket in the guest, a connection for each.
  public let varlinkPort: UInt16
  /// The path of a Unix socket on the host that leads to the same.
  public let varlinkSocket: String

  let directory: URL
  let agent: GuestAgent
  let qmp: QMPClient
  let bus: DisplayBus
  private let processes: Mutex<MachineProcesses?>

  /// Whether the tests were asked to use the virtual machine (`MARQUEE_VM=1`).
  public static var isRequested: Bool { ProcessInfo.processInfo.environment["MARQUEE_VM"] == "1" }

  /// Starts a machine and returns when its agent answers.
  ///
  /// Waits for a machine of somebody else to end first.
  public init(_ options: BootOptions = BootOptions()) throws {
    let pieces = try GuestPieces.find()
    let lock = try MachineLock(by: Deadline(after: .seconds(1800)))
    let started = ContinuousClock.now
    let deadline = Deadline(after: options.bootTimeout)
    let directory = try Self.makeDirectory()
    self.directory = directory
    self.options = options

    do {
      _ = try ScriptFile(name: "build-shim").run(directory.appending(path: "shim").path)
      let log = directory.appending(path: "qemu.log").path
      let busPath = directory.appending(path: "bus").path
      let messageBus = try KeptProcess(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(busPath)"], log: log)
      try Self.wait(forFile: busPath, by: deadline)
      let emulator = try KeptProcess(EmulatorCommand(options, pieces, directory).words, log: log)
      let qmpPath = directory.appending(path: "qmp").path
      try Self.wait(forFile: qmpPath, by: deadline)
      qmp = try QMPClient(path: qmpPath, by: deadline)
      bus = try DisplayBus(path: busPath, by: deadline)
      try Self.setMonitors(options, bus, by: deadline)

      let ports = ForwardedPorts(try qmp.execute("human-monitor-command", ["command-line": "info usernet"]))
      agent = GuestAgent(port: try ports.port(forGuest: 7000))
      varlinkPort = try ports.port(forGuest: 7001)
      varlinkSocket = directory.appending(path: "marquee.sock").path
      let relay = try KeptProcess(
        ["socat", "UNIX-LISTEN:\(varlinkSocket),fork", "TCP:127.0.0.1:\(varlinkPort),nodelay"], log: log)
      processes = Mutex(MachineProcesses(relay: relay, emulator: emulator, messageBus: messageBus, lock: lock))
      if options.waitsForAgent {
        do {
          try agent.waitUntilReady(by: deadline)
        } catch {
          Self.interrupt(qmp)
          throw error
        }
      }
      bootDuration = .now - started
    } catch {
      let logs = Self.logs(in: directory)
      try? FileManager.default.removeItem(at: directory)
      throw VirtualMachineError("The virtual machine does not start: \(error)\n\(logs)")
    }
  }

  /// Starts a machine on a thread of its own.
  ///
  /// To be preferred in tests: Swift's pool has a thread a core, and some that wait here for the machine of another suite
  /// would leave none for that suite to end on.
  public static func boot(_ options: BootOptions = BootOptions()) async throws -> VirtualMachine {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try VirtualMachine(options) })
      }
    }
  }

  /// Waits until the agent answers, where the start did not.
  public func waitUntilReady(within limit: Duration) throws {
    try agent.waitUntilReady(by: Deadline(after: limit))
  }

  deinit {
    shutdown()
  }

  /// Ends the machine and waits until its processes have gone.
  ///
  /// May be called more than once.
  public func shutdown() {
    processes.withLock { $0 = nil }
    try? FileManager.default.removeItem(at: directory)
  }

  /// What the guest's console, QEMU and the message bus have printed, for a failure's message.
  public var consoleLog: String { Self.logs(in: directory) }

  private static func makeDirectory() throws -> URL {
    let template = FileManager.default.temporaryDirectory.appending(path: "marquee-vm.XXXXXX").path
    var bytes = template.utf8CString.map { $0 }
    guard mkdtemp(&bytes) != nil else { throw VirtualMachineError("Cannot make a directory like \(template)") }
    return URL(filePath: String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  private static func wait(forFile path: String, by deadline: Deadline) throws {
    while !FileManager.default.fileExists(atPath: path) {
      guard !deadline.hasPassed else { throw VirtualMachineError("\(path) does not appear.") }
      Deadline.pause(milliseconds: 10)
    }
  }

  /// QEMU starts with monitor 1 plugged, and ignores what equals its last value, which was zero: hence plug first.
  private static func setMonitors(_ options: BootOptions, _ bus: DisplayBus, by deadline: Deadline) throws {
    guard options.drivers.contains(.virtioGPU) else { return }
    // Its monitors come on the bus after its socket.
    while true {
      do {
        try bus.setMonitor(console: 0, width: 640, height: 480, widthMillimeters: 160, heightMillimeters: 120)
        break
      } catch {
        guard !deadline.hasPassed else { throw error }
        Deadline.pause(milliseconds: 20)
      }
    }
    try bus.setMonitor(console: 0, width: 0, height: 0, widthMillimeters: 0, heightMillimeters: 0)
    for (monitor, size) in options.pluggedMonitors {
      try bus.setMonitor(
        console: monitor - 1, width: size.width, height: size.height, widthMillimeters: size.widthMillimeters,
        heightMillimeters: size.heightMillimeters)
    }
  }

  private static func logs(in directory: URL) -> String {
    ["console", "qemu.log"].map { name in
      let data = FileManager.default.contents(atPath: directory.appending(path: name).path) ?? Data()
      return "--- \(name) ---\n" + String(decoding: data.suffix(16000), as: UTF8.self)
    }.joined(separator: "\n")
  }
}

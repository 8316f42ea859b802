import Foundation
import Synchronization
import TestKit

/// A machine with real KMS drivers under QEMU. Its monitors are plugged and photographed from outside.
///
/// QEMU and its private message bus end with `shutdown()`, with the last reference, or with the test process.
public final class VirtualMachine: Sendable {
  /// The options with which the machine was started.
  public let options: BootOptions
  /// The time from the start of QEMU to the agent's first answer, if the start waits for it.
  public let bootDuration: Duration
  /// The TCP port on 127.0.0.1 for the daemon's Varlink socket in the guest. Each client gets its own connection.
  public let varlinkPort: UInt16
  /// The path of a Unix socket for the same purpose. Inside the guest it is the daemon's own socket.
  public let varlinkSocket: String
  /// Whether this program runs inside the machine.
  public let isInside: Bool

  let agent: GuestAgent
  let hardware: any MachineHardware
  private let directory: URL?
  private let processes: Mutex<MachineProcesses?>

  /// Whether `MARQUEE_VM=1` requests the virtual machine.
  public static var isRequested: Bool { ProcessInfo.processInfo.environment["MARQUEE_VM"] == "1" }

  /// Starts a machine and returns when its agent answers.
  ///
  /// A machine without systemd continues from a template; a missing template is made first. Any other machine boots. Waits until the
  /// machine may start (`MachineLock`).
  public convenience init(_ options: BootOptions = BootOptions()) throws {
    let pieces = try GuestPieces.find()
    guard options.goesOnFromTemplate else {
      try self.init(options, pieces, snapshot: nil)
      return
    }
    let template = try MachineTemplate.whileOthersWait {
      try options.holdsPrograms
        ? MachineTemplate(holdingPrograms: options, pieces) : MachineTemplate(options, pieces)
    }
    var rest = options
    if options.holdsPrograms { rest.buildDirectory = nil }
    try self.init(rest, pieces, snapshot: template.path)
  }

  /// Boots a machine, or continues from a snapshot of a machine with the same options.
  init(_ options: BootOptions, _ pieces: GuestPieces, snapshot: String?) throws {
    let lock = try MachineLock(alone: options.isAlone, by: MachineDeadline(after: .seconds(3600)))
    let started = ContinuousClock.now
    let deadline = MachineDeadline(after: options.bootTimeout)
    let directory = URL(filePath: try TemporaryFolder.make("vm"))
    self.directory = directory
    self.options = options
    isInside = false

    do {
      if let size = options.diskMebibytes { try Self.makeDisk(EmulatorCommand.disk(in: directory), mebibytes: size) }
      let log = directory.appending(path: "qemu.log").path
      let busPath = directory.appending(path: "bus").path
      let messageBus = try KeptProcess(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path=\(busPath)"], log: log)
      try Self.wait(forFile: busPath, by: deadline)
      let emulator = try KeptProcess(EmulatorCommand(options, pieces, directory, snapshot: snapshot).words, log: log)
      let qmpPath = directory.appending(path: "qmp").path
      try Self.wait(forFile: qmpPath, by: deadline)
      let qmp = try QMPClient(path: qmpPath, by: deadline)
      let bus = try DisplayBus(path: busPath, by: deadline)
      let hardware = EmulatorHardware(qmp: qmp, bus: bus, directory: directory)
      self.hardware = hardware
      if snapshot != nil { try Self.waitForSnapshot(qmp, by: deadline) }
      try Self.setMonitors(options, hardware, by: deadline)
      if snapshot != nil { try qmp.execute("cont") }
      _ = try HardwareServer(hardware, port: directory.appending(path: "host").path, by: deadline)

      let ports = ForwardedPorts(try qmp.execute("human-monitor-command", ["command-line": "info usernet"]))
      agent = GuestAgent(
        port: try ports.port(forGuest: 7000), clockSpeed: options.countsInstructions ? 1000 : 1)
      varlinkPort = try ports.port(forGuest: 7001)
      varlinkSocket = directory.appending(path: "marquee.sock").path
      let relay = try KeptProcess(
        ["socat", "UNIX-LISTEN:\(varlinkSocket),fork", "TCP:127.0.0.1:\(varlinkPort),nodelay"], log: log)
      processes = Mutex(MachineProcesses(relay: relay, emulator: emulator, messageBus: messageBus, lock: lock))
      if options.waitsForAgent {
        do {
          try agent.waitUntilReady(by: deadline)
          var script: [String] = []
          // The snapshot has an old time of a clock that follows the host's.
          if snapshot != nil, !options.countsInstructions { script.append("date -s @\(time(nil)) > /dev/null") }
          if options.buildDirectory != nil, !options.installsPackages { script.append("/marquee/mount-build") }
          if !script.isEmpty {
            _ = try agent.run(script.joined(separator: "\n"), input: [], timeout: .seconds(30))
          }
        } catch {
          Self.interrupt(hardware)
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

  /// The machine in which this program runs, with its own agent. The host provides its hardware.
  public init(inside options: BootOptions) throws {
    self.options = options
    isInside = true
    bootDuration = .zero
    agent = GuestAgent(port: 7000)
    varlinkPort = 7001
    varlinkSocket = "/run/marquee/marquee.sock"
    hardware = try HostPort()
    directory = nil
    processes = Mutex(nil)
  }

  /// Starts a machine on its own thread.
  ///
  /// Prefer this in tests. Swift's pool has one thread for each core. If some of them waited here for the machine of another suite, that
  /// suite would have no thread to end on.
  public static func boot(_ options: BootOptions = BootOptions()) async throws -> VirtualMachine {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try VirtualMachine(options) })
      }
    }
  }

  /// Waits until the agent answers, if the start did not wait.
  public func waitUntilReady(within limit: Duration) throws {
    try agent.waitUntilReady(by: MachineDeadline(after: limit))
  }

  deinit {
    shutdown()
  }

  /// Ends the machine and waits for the end of its processes.
  ///
  /// May be called more than once.
  public func shutdown() {
    processes.withLock { $0 = nil }
    if let directory { try? FileManager.default.removeItem(at: directory) }
  }

  /// The output of the guest's console, QEMU and the message bus, for the message of a failure.
  public var consoleLog: String { directory.map(Self.logs) ?? "" }

  /// Saves memory and devices in a file, which appears complete or not at all.
  ///
  /// The machine is stopped afterwards.
  func save(to path: String) throws {
    try check("umount /marquee/build 2> /dev/null; sync; udevadm settle")
    let temporary = "\(path).\(UUID().uuidString)"
    try hardware.execute("stop", [:])
    try hardware.execute("migrate-set-parameters", ["max-bandwidth": 1 << 40])
    try hardware.execute("migrate", ["uri": "exec:cat > '\(temporary)'"])
    let deadline = MachineDeadline(after: .seconds(60))
    while true {
      let status = try hardware.execute("query-migrate", [:])
      if status == "completed" { break }
      guard status != "failed", !deadline.hasPassed else {
        try? FileManager.default.removeItem(atPath: temporary)
        throw VirtualMachineError("QEMU cannot keep the machine in \(path): \(status ?? "no status").")
      }
      MachineDeadline.pause(milliseconds: 10)
    }
    try FileManager.default.moveItem(atPath: temporary, toPath: path)
  }

  private static func waitForSnapshot(_ qmp: QMPClient, by deadline: MachineDeadline) throws {
    while try qmp.execute("query-migrate") as? String != "completed" {
      guard !deadline.hasPassed else { throw VirtualMachineError("QEMU does not read the snapshot.") }
      MachineDeadline.pause(milliseconds: 5)
    }
  }

  /// Makes a sparse file: unwritten parts take no space.
  private static func makeDisk(_ path: String, mebibytes: Int) throws {
    let file = try Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600), "open \(path)")
    guard ftruncate(file.number, off_t(mebibytes) << 20) == 0 else {
      throw VirtualMachineError("ftruncate \(path): \(String(cString: strerror(errno)))")
    }
  }

  private static func wait(forFile path: String, by deadline: MachineDeadline) throws {
    while !FileManager.default.fileExists(atPath: path) {
      guard !deadline.hasPassed else { throw VirtualMachineError("\(path) does not appear.") }
      MachineDeadline.pause(milliseconds: 10)
    }
  }

  /// QEMU starts with monitor 1 plugged, and ignores a value that equals the last one, which was zero. So each monitor is plugged first.
  private static func setMonitors(_ options: BootOptions, _ hardware: EmulatorHardware, by deadline: MachineDeadline)
    throws
  {
    guard options.drivers.contains(.virtioGPU) else { return }
    // The monitors appear on the bus after its socket.
    while true {
      do {
        try hardware.setMonitor(console: 0, to: MonitorSize(640, 480))
        break
      } catch {
        guard !deadline.hasPassed else { throw error }
        MachineDeadline.pause(milliseconds: 20)
      }
    }
    try hardware.setMonitor(console: 0, to: nil)
    for (monitor, size) in options.pluggedMonitors { try hardware.setMonitor(console: monitor - 1, to: size) }
  }

  private static func logs(in directory: URL) -> String {
    ["console", "qemu.log"].map { name in
      let data = FileManager.default.contents(atPath: directory.appending(path: name).path) ?? Data()
      return "--- \(name) ---\n" + String(decoding: data.suffix(16000), as: UTF8.self)
    }.joined(separator: "\n")
  }
}

public import ControlClient
internal import ControlProtocol
internal import Foundation
internal import TestKit
public import VirtualMachine

/// The daemon of this checkout with its simulated backend, in its own process and its own directory.
///
/// Its photographs are the daemon's screenshots. By construction, the displays get the same buffer.
public final class SimulatedBench: Bench {
  private let directory: String
  private let programs: String
  private var process: ChildProcess?
  private var commands: ControlClient?
  /// The plugged displays, which stay plugged when the daemon starts again.
  private var plugged: [Int: TestDisplay] = [:]
  private var runs = 0
  /// Nil if the daemon's clock runs by itself.
  public let time: SimulatedBenchTime?

  /// Makes a bench without displays. The programs are in the given directory, or were built with the tests.
  ///
  /// A stopped clock moves only while the scenario waits.
  public init(programs: String? = nil, clockStands: Bool = false) throws {
    self.programs = try programs ?? BuiltPrograms.folder()
    directory = FileManager.default.temporaryDirectory.appending(path: "marquee-bench-\(UUID().uuidString)").path
    time = clockStands ? SimulatedBenchTime(socket: "\(directory)/marquee.sock") : nil
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit {
    process = nil
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The simulated kind.
  public var kind: BenchKind { .simulated }
  /// Four, as on a desktop card.
  public var displayCount: Int { 4 }

  /// `HDMI-A-1`, `HDMI-A-2`, `DP-1`, `DP-2`.
  public func connector(_ display: Int) -> String { display <= 2 ? "HDMI-A-\(display)" : "DP-\(display - 2)" }

  private var socket: String { "\(directory)/marquee.sock" }

  /// Starts the daemon, and plugs in the earlier displays again after its first answer.
  public func start(_ setup: DaemonSetup) throws -> DaemonHandle {
    var arguments = ["--backend", "simulated", "--state", "\(directory)/state"]
    if let text = setup.configuration { arguments += ["--config", try write(text, name: "marquee.yaml")] }
    runs += 1
    var environment = ["MARQUEE_SOCKET": socket]
    var setup = setup
    if let time {
      time.forgetDaemon()
      environment["MARQUEE_CLOCK"] = "stopped"
      // The clock of simulated displays is always right.
      setup.trustsClock = false
    }
    let process = try ChildProcess(
      setup.command(in: programs, arguments), environment: environment, log: "\(directory)/log-\(runs)")
    self.process = process
    let found = try Deadline(after: 60).poll(every: 5) { () throws -> ControlClient? in
      if let status = process.exitStatus() {
        throw ScenarioFailure("The daemon ends at once with status \(status):\n\(process.output)")
      }
      guard let client = try? connect(), (try? client.call(StatusCall())) != nil else { return nil }
      return client
    }
    commands = try unwrap(found, "The daemon does not answer. It says:\n\(process.output)")
    time?.didStartDaemon()
    for (display, description) in plugged.sorted(by: { $0.key < $1.key }) { try plug(display, description) }
    return DaemonHandle(bench: self, client: try connect())
  }

  /// Connects to the daemon's socket.
  public func connect() throws -> ControlClient {
    let client = try ControlClient(path: socket)
    client.time = time
    return client
  }

  /// The daemon's socket.
  public var socketPath: String { socket }

  /// Sends a signal and waits.
  public func end(by signal: String, within seconds: Double) throws -> Int {
    let process = try unwrap(process, "No daemon runs.")
    _ = try ChildProcess.shell("kill -s \(signal) \(process.identifier)")
    commands = nil
    // The host may be busy.
    return try process.wait(within: max(seconds, 60))
  }

  /// The output of the last start.
  public func log() throws -> String { process?.output ?? "" }

  private func simulate(_ command: SimulationCommand, _ display: Int?, _ set: (inout SimulateCall) throws -> Void)
    throws
  {
    var call = SimulateCall(command, screen: display.map(connector))
    try set(&call)
    let client = try unwrap(commands, "No daemon runs.")
    _ = try client.call(call)
  }

  /// Plugs a display in by its EDID.
  public func plug(_ display: Int, _ description: TestDisplay) throws {
    let isThere = plugged.updateValue(description, forKey: display) != nil && commands != nil
    guard commands != nil else { return }
    let isChange = try isThere && isPlugged(display)
    try simulate(isChange ? .edid : .plug, display) {
      $0.edid = Data(try description.edid()).base64EncodedString()
    }
  }

  private func isPlugged(_ display: Int) throws -> Bool {
    try commands?.call(SimulateCall(.hotplug)).screens.contains(connector(display)) ?? false
  }

  /// Unplugs a display.
  public func unplug(_ display: Int) throws {
    guard plugged.removeValue(forKey: display) != nil, commands != nil else { return }
    try simulate(.unplug, display) { _ in }
  }

  /// Plugs in a display with a late EDID.
  public func plug(
    _ display: Int, _ description: TestDisplay, withoutEDIDListing modes: LateModes, revealedSilentlyAfter: Double?
  ) throws {
    plugged[display] = description
    try simulate(.plug, display) {
      $0.edid = Data(try description.edid()).base64EncodedString()
      // A day is longer than any scenario.
      $0.seconds = revealedSilentlyAfter ?? 86_400
      $0.modes = modes == .guessed ? .guessed : SimulatedModes.none
      $0.announced = false
    }
  }

  /// Makes the EDID readable.
  public func revealEDID(_ display: Int) throws {
    let description = try unwrap(plugged[display], "Nothing is plugged in at \(connector(display)).")
    try simulate(.edid, display) { $0.edid = Data(try description.edid()).base64EncodedString() }
  }

  /// Slows down the simulated device.
  public func slowDown(probes: Double, modesets: Double) throws {
    try simulate(.probe, nil) { $0.seconds = probes }
    try simulate(.modeset, nil) { $0.seconds = modesets }
  }

  /// Refuses a mode at the commit.
  public func refuseModesets(_ display: Int, of size: String) throws {
    try simulate(.fault, display) {
      $0.fault = .refuseMode
      $0.mode = size
      $0.error = "ENOSPC"
      $0.passesTest = true
    }
  }

  /// Ends all faults.
  public func clearFaults() throws {
    for display in 1...displayCount { try simulate(.fault, display) { $0.fault = SimulationFault.none } }
    try slowDown(probes: 0, modesets: 0)
  }

  /// A screenshot of the daemon.
  public func photograph(_ display: Int) throws -> Photograph {
    let client = try unwrap(commands, "No daemon runs.")
    let reply = try client.call(ScreenshotCall(screen: connector(display)))
    return try PNGReader.picture([UInt8](Data(base64Encoded: reply.png) ?? Data()))
  }

  /// Whether the daemon reports no mode for the display.
  public func isDark(_ display: Int) throws -> Bool {
    let client = try unwrap(commands, "No daemon runs.")
    let screen = try client.call(ScreensCall()).screens.first { $0.name == connector(display) }
    return screen?.currentMode == nil || screen?.status == .disconnected
  }

  /// There is no card for another program.
  public func lightWithAnotherProgram(_ display: Int) throws -> Bool? { nil }

  /// The difference of the daemon's own count.
  public func countModesets(while body: () throws -> Void) throws -> Int {
    func count() throws -> UInt64 {
      try unwrap(commands, "No daemon runs.").call(StatusCall()).counters.modesets
    }
    let before = try count()
    try body()
    return Int(try count() &- before)
  }

  /// Only the daemon sees its flips.
  public func countTurnedOff(while body: () throws -> Void) throws -> Int? {
    try body()
    return nil
  }

  /// The kernel does not know these displays.
  public func writeOnConsole(_ line: String) throws -> Bool { false }

  /// The simulated device reads the daemon's memory.
  public func bytesSent(while body: () throws -> Void) throws -> Int? {
    try body()
    return nil
  }

  /// Only the daemon sees its flips.
  public func flipGaps(while body: () throws -> Void) throws -> [Double]? {
    try body()
    return nil
  }

  /// Runs a program of the build.
  public func run(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult {
    runs += 1
    let child = try ChildProcess(
      ["\(programs)/\(program)"] + arguments, environment: ["MARQUEE_SOCKET": socket], log: "\(directory)/log-\(runs)")
    let status = try inRealTime { try child.wait(within: max(seconds, 60)) }
    return CommandResult(status: status, output: child.output)
  }

  /// Writes a file into the bench's directory.
  public func write(_ bytes: [UInt8], name: String) throws -> String {
    let path = "\(directory)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
    return path
  }

  /// Reads /proc.
  public func figures(of process: Int) throws -> ProcessFigures {
    let output = try ChildProcess.shell(ProcessFigures.script(process))
    return try unwrap(ProcessFigures(output), "These are no figures of a process: \(output)")
  }

  /// Sends SIGKILL.
  public func kill(_ process: Int) throws { _ = try ChildProcess.shell("kill -s KILL \(process)") }

  /// Ends the daemon and forgets everything.
  public func reset() throws {
    process = nil
    commands = nil
    time?.forgetDaemon()
    plugged = [:]
    try? FileManager.default.removeItem(atPath: "\(directory)/state")
  }
}

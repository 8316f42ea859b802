public import ControlClient
internal import ControlProtocol
internal import DisplayTypes
public import VirtualMachine

/// The daemon on a kernel's driver in a virtual machine. Its monitors are plugged and photographed from outside.
public final class MachineBench: Bench {
  private static let directory = "/tmp/bench"
  private static let socket = "/run/marquee/marquee.sock"

  /// The driver and its interface.
  public let kind: BenchKind
  /// The machine.
  public let machine: VirtualMachine
  let driver: Driver
  /// In the order of the displays.
  var connectors: [String]
  private let shim: IoctlShim
  private var command: BackgroundCommand?
  /// Another program that holds the card.
  var holder: BackgroundCommand?
  /// The running `marquee-keys`.
  var keys: BackgroundCommand?
  private(set) var process: Int?
  private var rules: [String: [String]] = [:]
  /// The display in each connector's EDID override; nil for a plain display.
  private var told: [Int: TestDisplay] = [:]
  /// Changes the physical size at each event, because QEMU raises no event for the same size.
  private var steps = 0

  /// Makes a bench of a running machine, with the programs of its build directory.
  public init(_ machine: VirtualMachine, kind: BenchKind) throws {
    self.machine = machine
    self.kind = kind
    driver =
      switch kind {
      case .vkms: .vkms
      case .bochs: .bochs
      case .simulated, .virtio, .legacy: .virtioGPU
      }
    try machine.check("mkdir -p \(Self.directory) /run/marquee")
    connectors = try machine.connectors(of: driver)
    shim = try IoctlShim(machine, controlPath: "\(Self.directory)/shim")
  }

  /// A machine with this program inside ends after this play. Any other machine is reset.
  deinit { if !machine.isInside { try? reset() } }

  /// Four, or one if the driver has only one, unless `loadSecondOutput` has given vkms two.
  public var displayCount: Int { connectors.count }

  /// The kernel's name.
  public func connector(_ display: Int) -> String { connectors[display - 1] }

  private var setting: String { "MARQUEE_SOCKET=\(Self.socket)" }

  /// Starts the daemon in the guest, with the shim between the daemon and the kernel.
  public func start(_ setup: DaemonSetup) throws -> DaemonHandle {
    var arguments = ["--backend", "kms", "--driver", driver.debugfsName, "--state", "\(Self.directory)/state"]
    if kind == .legacy { arguments.append("--legacy") }
    if let text = setup.configuration { arguments += ["--config", try write(text, name: "marquee.yaml")] }
    let words = setup.command(in: "/marquee/build", arguments).map(Self.quoted).joined(separator: " ")
    let script = """
      cd \(Self.directory)
      \(setting) \(shim.prefix) \(words) &
      echo $! > process; wait $!; echo $? > status
      """
    let path = "\(Self.directory)/run"
    try machine.check(
      "cat > \(path); rm -f \(Self.directory)/process \(Self.directory)/status", input: Array(script.utf8))
    let command = try machine.start("sh \(path)")
    self.command = command
    process = Int(try machine.wait(for: "grep . \(Self.directory)/process"))
    let found = try Deadline(after: 30).poll(every: 50) { () throws -> ControlClient? in
      guard let client = try? connect(), (try? client.call(StatusCall(), timeoutSeconds: 5)) != nil else {
        if let status = try exitStatus() {
          throw ScenarioFailure("The daemon ends at once with status \(status):\n\(try command.output())")
        }
        return nil
      }
      return client
    }
    guard let client = found else {
      throw ScenarioFailure("The daemon does not answer. It says:\n\(try command.output())")
    }
    return DaemonHandle(bench: self, client: client)
  }

  private func exitStatus() throws -> Int? {
    let result = try machine.run("cat \(Self.directory)/status")
    return result.succeeded ? Int(result.output.split(separator: "\n").first ?? "") : nil
  }

  /// Connects to the daemon's socket. From outside the machine it uses the forwarded port.
  public func connect() throws -> ControlClient {
    try machine.isInside ? ControlClient(path: Self.socket) : ControlClient(forwardedPort: machine.varlinkPort)
  }

  /// The daemon's own socket, or from outside the machine its relay.
  public var socketPath: String { machine.varlinkSocket }

  /// Sends the signal, and waits in the guest.
  public func end(by signal: String, within seconds: Double) throws -> Int {
    let process = try unwrap(process, "No daemon runs.")
    try machine.check("kill -s \(signal) \(process)")
    let text = try machine.wait(for: "grep . \(Self.directory)/status", within: .seconds(seconds))
    self.process = nil
    return try unwrap(Int(text), "The daemon has no exit status: \(text)")
  }

  /// The output of the last start.
  public func log() throws -> String { try command?.output() ?? "" }

  /// Gives the connector the display's EDID and raises a hotplug event.
  public func plug(_ display: Int, _ description: TestDisplay) throws {
    if driver == .vkms { try machine.write(status: "detect", toConnector: connector(display)) }
    guard driver == .virtioGPU else { return }
    if description.isPlain, told[display] != nil {
      try machine.setEDID([], ofConnector: connector(display))
      told[display] = nil
    } else if !description.isPlain, told[display] != description {
      try machine.setEDID(description.edid(), ofConnector: connector(display))
      told[display] = description
    }
    try raise(display, description)
  }

  private func raise(_ display: Int, _ description: TestDisplay) throws {
    steps += 1
    let size = description.size
    try machine.plug(
      monitor: display,
      MonitorSize(size.width, size.height, widthMillimeters: 500 + steps % 2, heightMillimeters: 300))
  }

  /// Unplugs the cable.
  public func unplug(_ display: Int) throws {
    switch driver {
    case .virtioGPU: try machine.unplug(monitor: display)
    case .vkms: try machine.write(status: "off", toConnector: connector(display))
    case .bochs, .qxl: throw ScenarioFailure("The monitor of \(driver.rawValue) cannot be pulled.")
    }
  }

  /// Makes the shim hide the EDID, and then plugs in the display.
  public func plug(
    _ display: Int, _ description: TestDisplay, withoutEDIDListing modes: LateModes, revealedSilentlyAfter: Double?
  ) throws {
    rules["late \(display)"] = ["connector \(connector(display)) \(modes == .guessed ? "guessed" : "no-modes")"]
    try applyRules()
    guard let seconds = revealedSilentlyAfter else { return try plug(display, description) }
    rules["late \(display)"] = nil
    let later = try write(rules.values.joined().map { $0 + "\n" }.joined(), name: "later")
    // Started before the plug: two commands take half a second in the guest, and the daemon would probe again in that time.
    _ = try machine.start("sh -c 'sleep \(seconds); mv \(later) \(shim.controlPath)'")
    try plug(display, description)
  }

  /// Stops hiding the EDID, and raises an event.
  public func revealEDID(_ display: Int) throws {
    let description = try unwrap(told[display], "Nothing was plugged in at \(connector(display)).")
    rules["late \(display)"] = nil
    try applyRules()
    try raise(display, description)
  }

  /// The shim delays the calls.
  public func slowDown(probes: Double, modesets: Double) throws {
    rules["slow"] = [
      "delay GETCONNECTOR_PROBE \(Int(probes * 1000))", "delay MODESET \(Int(modesets * 1000))",
    ]
    if probes == 0, modesets == 0 { rules["slow"] = nil }
    try applyRules()
  }

  /// The shim refuses the size.
  public func refuseModesets(_ display: Int, of size: String) throws {
    rules["refuse", default: []].append("fail MODESET ENOSPC size \(size)")
    try applyRules()
  }

  /// The shim lets the calls fail.
  public func failCalls(_ calls: [String]) throws {
    rules["calls"] = calls.isEmpty ? nil : calls.map { "fail \($0)" }
    try applyRules()
  }

  /// Removes all rules.
  public func clearFaults() throws {
    rules = [:]
    try applyRules()
  }

  private func applyRules() throws {
    let text = rules.values.joined().map { $0 + "\n" }.joined()
    let path = try write(text, name: "rules")
    try machine.check("mv \(path) \(shim.controlPath)")
  }

  /// Runs a program in the guest.
  public func run(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult {
    let words = arguments.map(Self.quoted).joined(separator: " ")
    return try machine.run("\(setting) /marquee/build/\(program) \(words)", timeout: .seconds(seconds))
  }

  /// Writes a file in the guest.
  public func write(_ bytes: [UInt8], name: String) throws -> String {
    let path = "\(Self.directory)/\(name)"
    try machine.check(
      "cat > '\(path)' && chmod 644 '\(path)' && touch -d '1 hour ago' '\(path)'", input: bytes, timeout: .seconds(60))
    return path
  }

  /// Reads the guest's /proc and the driver's list of framebuffers.
  public func figures(of process: Int) throws -> ProcessFigures {
    let output = try machine.check(ProcessFigures.script(process))
    var figures = try unwrap(ProcessFigures(output), "These are no figures of a process: \(output)")
    figures.framebuffers = try machine.framebufferCount(of: driver)
    let counts = try shim.counts()
    figures.blobs = counts["CREATEPROPBLOB", default: 0] - counts["DESTROYPROPBLOB", default: 0]
    return figures
  }

  /// The calls of the kernel's driver so far by kind, of all programs with the shim together.
  public func ioctls() throws -> [String: Int] { try shim.counts() }

  /// Sends SIGKILL.
  public func kill(_ process: Int) throws { try machine.check("kill -s KILL \(process)") }

  /// Ends the daemon, unplugs all cables and removes all EDIDs.
  public func reset() throws {
    if let process {
      try machine.run("kill -s KILL \(process)")
      try machine.wait(for: "cat \(Self.directory)/status")
    }
    process = nil
    try letGoOfCard()
    if keys != nil { try endKeys() }
    keys = nil
    try machine.unplugInputDevices()
    rules = [:]
    try applyRules()
    if kind.isHotpluggable { for display in 1...displayCount { try unplug(display) } }
    for display in told.keys { try machine.setEDID([], ofConnector: connector(display)) }
    told = [:]
    try machine.check("rm -rf \(Self.directory)/state")
  }

  static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }
}

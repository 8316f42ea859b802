public import ControlClient
public import VirtualMachine

/// A place where the daemon runs with displays that are plugged from outside: simulated, or real drivers in a virtual machine.
///
/// A bench belongs to one thread. Displays count from 1. It waits for conditions only, with deadlines.
public protocol Bench: AnyObject {
  /// The kind of the bench.
  var kind: BenchKind { get }
  /// The number of displays that can be plugged in.
  var displayCount: Int { get }
  /// The name of a display's connector.
  func connector(_ display: Int) -> String

  /// Starts the daemon and returns after its first answer. Its state directory is that of the last start on this bench.
  func start(_ setup: DaemonSetup) throws -> DaemonHandle
  /// Connects to the running daemon.
  func connect() throws -> ControlClient
  /// The path of a Unix socket on this machine that leads to the daemon, for clients that are not a `ControlClient`.
  var socketPath: String { get }
  /// Sends the daemon a signal, such as `TERM`, and waits for its end.
  ///
  /// Returns its exit status, 128 + N after signal N.
  func end(by signal: String, within seconds: Double) throws -> Int
  /// The daemon's output.
  func log() throws -> String

  /// Plugs in a display, or replaces the plugged one.
  func plug(_ display: Int, _ description: TestDisplay) throws
  /// Unplugs a display.
  func unplug(_ display: Int) throws
  /// Plugs in a display whose EDID cannot be read yet. After the given seconds it can be read, without an event.
  func plug(
    _ display: Int, _ description: TestDisplay, withoutEDIDListing modes: LateModes, revealedSilentlyAfter: Double?)
    throws
  /// Makes the EDID of such a display readable, with an event.
  func revealEDID(_ display: Int) throws

  /// Makes each probe of a connector and each modeset take this many seconds.
  func slowDown(probes: Double, modesets: Double) throws
  /// Makes each modeset of a size fail, although its TEST_ONLY commit passes.
  func refuseModesets(_ display: Int, of size: String) throws
  /// Ends all faults that the scenario has set.
  func clearFaults() throws

  /// The picture of the display, from the display's side if the bench has one.
  func photograph(_ display: Int) throws -> Photograph
  /// Whether the display gets no signal.
  func isDark(_ display: Int) throws -> Bool
  /// The number of modesets that the device made while `body` ran.
  func countModesets(while body: () throws -> Void) throws -> Int

  /// The number of displays that the daemon itself turned off while `body` ran; nil if only the daemon knows.
  func countTurnedOff(while body: () throws -> Void) throws -> Int?
  /// Lets another program light a display after the daemon's end. Returns whether it succeeded, or nil without such a program.
  func lightWithAnotherProgram(_ display: Int) throws -> Bool?
  /// Writes a line on the kernel's console, on the card's displays; false without a console.
  func writeOnConsole(_ line: String) throws -> Bool
  /// The number of bytes of pixels that the device was sent while `body` ran; nil if no pixels are sent.
  func bytesSent(while body: () throws -> Void) throws -> Int?
  /// The gaps between the daemon's flips while `body` ran, in seconds and in order; nil if only the daemon knows.
  func flipGaps(while body: () throws -> Void) throws -> [Double]?

  /// The times of the daemon's flips while `body` ran, in seconds of CLOCK_MONOTONIC; nil if only the daemon knows.
  func flipTimes(while body: () throws -> Void) throws -> [Double]?
  /// The name of a sound device that can be recorded; nil without one.
  ///
  /// - Parameter shift: The difference of its clock in millionths.
  func soundDevice(shift: Int) throws -> String?
  /// Records the sound device.
  func recordSound(seconds: Double) throws -> SoundRecording

  /// Runs `marqueed` or `marqueectl` with arguments to its end. It uses the socket of the running daemon.
  func run(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
  /// Writes a file for programs of the bench, with a modification time one hour ago, and returns its path.
  func write(_ bytes: [UInt8], name: String) throws -> String
  /// The bench's clock if it is stopped and moves only while a scenario waits; nil for real time.
  var time: SimulatedBenchTime? { get }
  /// The kernel's figures of a process.
  func figures(of process: Int) throws -> ProcessFigures
  /// Kills a process.
  func kill(_ process: Int) throws

  /// Ends the daemon, unplugs all displays, and deletes all faults and the daemon's state.
  func reset() throws
}

extension Bench {
  /// No kernel flips.
  public func flipTimes(while body: () throws -> Void) throws -> [Double]? {
    try body()
    return nil
  }
  /// No sound device.
  public func soundDevice(shift: Int) throws -> String? { nil }
  /// Fails without a sound device.
  public func recordSound(seconds: Double) throws -> SoundRecording {
    throw ScenarioFailure("the bench has no sound device")
  }
  /// Real time.
  public var time: SimulatedBenchTime? { nil }
  /// Writes a text, as `write` does with bytes.
  public func write(_ text: String, name: String) throws -> String { try write(Array(text.utf8), name: name) }
}

public import ControlClient
public import VirtualMachine

/// A place where the daemon runs with displays that are plugged from outside: simulated, or a kernel's in a virtual machine.
///
/// Belongs to one thread. Displays count from 1. All waiting is for conditions, with deadlines.
public protocol Bench: AnyObject {
  /// Which one it is.
  var kind: BenchKind { get }
  /// How many displays can be plugged in.
  var displayCount: Int { get }
  /// The name of a display's connector.
  func connector(_ display: Int) -> String

  /// Starts the daemon and returns once it answers. Its state directory is that of the last start on this bench.
  func start(_ setup: DaemonSetup) throws -> DaemonHandle
  /// Makes a connection to the daemon that runs.
  func connect() throws -> ControlClient
  /// The path of a Unix socket on this machine that leads to it, for clients that are none.
  var socketPath: String { get }
  /// Sends the daemon a signal, as `TERM`, and waits until it has ended.
  ///
  /// Returns its exit status, 128 + N after signal N.
  func end(by signal: String, within seconds: Double) throws -> Int
  /// What the daemon has printed.
  func log() throws -> String

  /// Plugs a display in, or puts it in the place of the one that is there.
  func plug(_ display: Int, _ description: TestDisplay) throws
  /// Pulls a display out.
  func unplug(_ display: Int) throws
  /// Plugs a display in whose EDID cannot be read yet; after so many seconds it can, without an event that says so.
  func plug(
    _ display: Int, _ description: TestDisplay, withoutEDIDListing modes: LateModes, revealedSilentlyAfter: Double?)
    throws
  /// Lets the EDID of such a display be read from now on, with an event that says so.
  func revealEDID(_ display: Int) throws

  /// Makes each look at a connector take so many seconds, and each modeset.
  func slowDown(probes: Double, modesets: Double) throws
  /// Makes each modeset of a size fail, although a test of it passes.
  func refuseModesets(_ display: Int, of size: String) throws
  /// Ends everything that goes wrong on purpose.
  func clearFaults() throws

  /// What the display shows, seen from its own side where the bench has one.
  func photograph(_ display: Int) throws -> Photograph
  /// Whether the display gets no signal.
  func isDark(_ display: Int) throws -> Bool
  /// How many modesets the device made while `body` ran.
  func countModesets(while body: () throws -> Void) throws -> Int

  /// How many displays the daemon itself turned off while `body` ran; nil where only the daemon could tell.
  func countTurnedOff(while body: () throws -> Void) throws -> Int?
  /// Lets another program light a display, once the daemon has gone; whether it could, or nil where there is no other.
  func lightWithAnotherProgram(_ display: Int) throws -> Bool?
  /// Writes a line on the kernel's console, on the card's displays; false where there is none.
  func writeOnConsole(_ line: String) throws -> Bool
  /// How many bytes of pixels the device was sent while `body` ran; nil where nothing is sent.
  func bytesSent(while body: () throws -> Void) throws -> Int?
  /// Gaps between the daemon's flips while `body` ran, in seconds and in their order; nil where only the daemon could tell.
  func flipGaps(while body: () throws -> Void) throws -> [Double]?

  /// Runs `marqueed` or `marqueectl` with arguments until it ends; it finds the socket of the running daemon.
  func run(_ program: String, _ arguments: [String], within seconds: Double) throws -> CommandResult
  /// Writes a file where programs of the bench can read it, as one that was finished an hour ago, and returns its path.
  func write(_ bytes: [UInt8], name: String) throws -> String
  /// Its clock, where that stands and passes only while somebody waits; nil for real time.
  var time: SimulatedBenchTime? { get }
  /// What the kernel counts of a process.
  func figures(of process: Int) throws -> ProcessFigures
  /// Ends a process at once.
  func kill(_ process: Int) throws

  /// Ends the daemon, pulls all displays, and forgets all faults and the daemon's state.
  func reset() throws
}

extension Bench {
  /// Real time.
  public var time: SimulatedBenchTime? { nil }
  /// The same with a text.
  public func write(_ text: String, name: String) throws -> String { try write(Array(text.utf8), name: name) }
}

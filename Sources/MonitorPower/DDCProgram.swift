internal import Glibc
internal import SystemPackage

/// Where `marquee-ddc` is, and how patient the daemon is with it.
public struct DDCProgram: Hashable, Sendable {
  /// The program's path.
  public var path: String
  /// How long one run may take, in milliseconds: a monitor that starts is asked for ten seconds and more.
  public var patience: UInt64
  /// The pause before another run, in milliseconds.
  public var pause: UInt64
  /// How long it may take to end once it was told to, in milliseconds.
  public var grace: UInt64
  /// What tells it to end; only a test has another one, since none can be hindered from ending by this one.
  public var endingSignal = SIGKILL
  /// How often it is run for one wish.
  public var mostRuns: Int

  /// Makes settings; all but the path have usual values.
  public init(path: String, patience: UInt64 = 45_000, pause: UInt64 = 5_000, grace: UInt64 = 5_000, mostRuns: Int = 3)
  {
    self.path = path
    self.patience = patience
    self.pause = pause
    self.grace = grace
    self.mostRuns = mostRuns
  }

  /// What is not possible without the program, as a sentence; nil where it is there.
  public var obstacle: String? {
    guard unsafe access(path, X_OK) != 0 else { return nil }
    guard errno == ENOENT else { return "\(path) cannot be started: \(Errno(rawValue: errno))" }
    return "there is no \(path); the package marquee-ddc has it"
  }
}

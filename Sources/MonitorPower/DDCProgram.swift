/// Where `marquee-ddc` is, and how patient the daemon is with it.
public struct DDCProgram: Hashable, Sendable {
  /// The program's path.
  public var path: String
  /// How long one run may take, in milliseconds: a monitor that starts is asked for ten seconds and more.
  public var patience: UInt64
  /// The pause before another run, in milliseconds.
  public var pause: UInt64
  /// How often it is run for one wish.
  public var mostRuns: Int

  /// Makes settings; all but the path have usual values.
  public init(path: String, patience: UInt64 = 45_000, pause: UInt64 = 5_000, mostRuns: Int = 3) {
    self.path = path
    self.patience = patience
    self.pause = pause
    self.mostRuns = mostRuns
  }
}

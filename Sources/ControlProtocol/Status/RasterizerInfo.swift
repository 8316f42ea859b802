/// The worker that turns text and images into bitmaps.
public struct RasterizerInfo: Codable, Hashable, Sendable {
  /// What it is doing.
  public var state: RasterizerState
  /// Its process identifier; nil while it is not running.
  public var processID: Int?
  /// Jobs done since the daemon started.
  public var jobs: UInt64
  /// How often it died and was started again.
  public var restarts: UInt64

  /// Makes one from its fields.
  public init(state: RasterizerState, processID: Int? = nil, jobs: UInt64 = 0, restarts: UInt64 = 0) {
    self.state = state
    self.processID = processID
    self.jobs = jobs
    self.restarts = restarts
  }
}

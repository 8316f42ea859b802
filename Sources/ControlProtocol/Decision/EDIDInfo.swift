/// How far a screen's identity and modes can be trusted, and why.
public struct EDIDInfo: Codable, Hashable, Sendable {
  /// Whether the EDID was read, or the connector never has one.
  public var settled: Bool
  /// The length of the EDID in bytes; zero where none was read.
  public var bytes: Int
  /// How often it was probed again since the display came.
  public var probes: Int
  /// When it is probed again, on the monotonic clock; nil where it is not.
  public var nextProbeNanoseconds: UInt64?
  /// What is wrong with it, each as a sentence.
  public var problems: [String]

  /// Makes one from its fields.
  public init(
    settled: Bool, bytes: Int, probes: Int = 0, nextProbeNanoseconds: UInt64? = nil, problems: [String] = []
  ) {
    self.settled = settled
    self.bytes = bytes
    self.probes = probes
    self.nextProbeNanoseconds = nextProbeNanoseconds
    self.problems = problems
  }
}

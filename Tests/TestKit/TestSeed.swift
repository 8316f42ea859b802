internal import Glibc

/// The seed of a round of `make soak`, from `MARQUEE_SEED`.
public enum TestSeed {
  /// The offset is added to each seed of a test. It is 0 in the gate, so that each run uses the same numbers.
  public static let offset: UInt64 = getenv("MARQUEE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

  /// Whether a round of the soak runs. A count of rare events can then be lower by chance.
  public static var isChosen: Bool { offset != 0 }
}

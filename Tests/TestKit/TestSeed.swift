internal import Glibc

/// The seed of a round of `make soak`, from `MARQUEE_SEED`.
public enum TestSeed {
  /// Added to each seed of a test: 0 in the gate, so that it is the same in every run.
  public static let offset: UInt64 = getenv("MARQUEE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

  /// Whether a round of the soak runs: a count of rare events can then be lower by chance.
  public static var isChosen: Bool { offset != 0 }
}

import LifecycleReference
import Testing

@MainActor
struct LifecycleProofTests {
  /// Plays random steps; a failure is told short, with the seed that finds it again.
  static func play(_ count: Int, seed: UInt64, prepare: @escaping (DaemonLife) -> Void = { _ in }) throws -> String? {
    var proof = try Proof(prepare: prepare)
    do {
      try proof.play(count, seed: seed)
      return nil
    } catch let failure as Proof.Failure {
      let short = try Shrinker(household: .usual, prepare: prepare).shrink(failure)
      return "seed \(seed), step \(failure.steps.count): \(short)"
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as [UInt64])
  func agrees(seed: UInt64) throws {
    if let failure = try Self.play(1000, seed: seed) { Issue.record("\(failure)") }
  }
}

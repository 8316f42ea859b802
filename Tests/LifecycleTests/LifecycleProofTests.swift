import LifecycleReference
import Testing

@MainActor
struct LifecycleProofTests {
  /// Plays random steps; a failure is told short, with the seed that finds it again.
  static func play(_ count: Int, seed: UInt64) throws -> (failure: String?, coverage: Coverage) {
    var proof = try Proof()
    do {
      try proof.play(count, seed: seed)
      return (nil, proof.coverage)
    } catch let failure as Proof.Failure {
      let short = try Shrinker(household: .usual, prepare: { _ in }).shrink(failure)
      return ("seed \(seed), step \(failure.steps.count): \(short)", proof.coverage)
    }
  }

  @Test("10,000 random steps agree, and meet every row of the tables")
  func agrees() throws {
    var coverage = Coverage()
    for seed in 1...10 as ClosedRange<UInt64> {
      let (failure, met) = try Self.play(1000, seed: seed)
      if let failure { Issue.record("\(failure)") }
      coverage.add(met)
    }
    let rare = coverage.rows(metLessThan: 10)
    #expect(rare.isEmpty, "met too seldom to prove anything: \(rare)")
  }

  @Test(
    "an app registers, its controller dies and returns, also with the daemon killed in between",
    arguments: ["guest", "stand", "board"])
  func controllers(of app: String) throws {
    let steps: [Step.Kind] = [
      .plug("HDMI-A-1", display: 2, isLate: false), .register(app), .foreground(app: app, screen: nil), .lose(app),
      .register(app), .lose(app), .kill, .register(app), .lose(app), .unplug("HDMI-A-1"), .register(app),
    ]
    var proof = try Proof()
    for step in steps { try proof.play(Step(step)) }
    #expect(proof.steps.count == steps.count)
    let loss = Household.usual.app(app)?.loss?.rawValue ?? "none"
    #expect(proof.coverage.counts["without its controller: \(loss)"] ?? 0 > 0)
  }
}

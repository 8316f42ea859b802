import DisplayTypes
import LifecycleReference
import TestKit
import Testing

@testable import Scenes

@MainActor
struct LifecycleProofTests {
  /// Plays random steps; returns a short description of a failure, with the seed that repeats it.
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
      let (failure, met) = try Self.play(1000, seed: seed &+ TestSeed.offset)
      if let failure { Issue.record("\(failure)") }
      coverage.add(met)
    }
    let rare = coverage.rows(metLessThan: 3)
    #expect(rare.isEmpty || TestSeed.isChosen, "met too seldom to prove anything: \(rare)")
  }

  @Test(
    "an app registers, its controller dies and returns, also with the daemon killed in between",
    arguments: ["guest", "stand", "board"])
  func controllers(of app: String) throws {
    let steps: [LifeStep.Kind] = [
      .plug("HDMI-A-1", display: 2, isLate: false), .register(app), .foreground(app: app, screen: nil), .lose(app),
      .register(app), .lose(app), .kill, .register(app), .lose(app), .unplug("HDMI-A-1"), .register(app),
    ]
    var proof = try Proof()
    for step in steps { try proof.play(LifeStep(step)) }
    #expect(proof.steps.count == steps.count)
    let loss = Household.usual.app(app)?.loss?.rawValue ?? "none"
    #expect(proof.coverage.counts["without its controller: \(loss)"] ?? 0 > 0)
  }

  /// Of two equal displays one moves about, late and not; each time the daemon is killed after other words.
  @Test(arguments: 0..<20)
  func lateAndMoved(fuse: Int) throws {
    let steps: [LifeStep] = [
      LifeStep(.plug("DP-1", display: 5, isLate: true), fuse: fuse), LifeStep(.move("DP-1", to: "HDMI-A-2")),
      LifeStep(.unplug("HDMI-A-2")), LifeStep(.plug("HDMI-A-2", display: 6, isLate: true)),
      LifeStep(.plug("DP-1", display: 5, isLate: false)),
    ]
    var proof = try Proof()
    for step in steps { try proof.play(step) }
    #expect(proof.steps.count == steps.count)
  }

  /// The daemon is killed while the second of two equal displays is plugged in, and finds that one first when it starts.
  @Test(arguments: 0..<14)
  func aTwinTakesNothingAtTheStart(fuse: Int) throws {
    let steps: [LifeStep] = [
      LifeStep(.plug("DP-1", display: 5, isLate: false)), LifeStep(.foreground(app: "news", screen: "DP-1")),
      LifeStep(.plug("HDMI-A-1", display: 6, isLate: false), fuse: fuse),
    ]
    var proof = try Proof()
    for step in steps { try proof.play(step) }
    #expect(proof.steps.count == steps.count)
  }

  /// A display returns on another connector, while another display on its former connector has no identity yet.
  @Test func aGuessTakesNothing() throws {
    var proof = try Proof()
    let steps: [LifeStep] = [
      LifeStep(.plug("HDMI-A-2", display: 2, isLate: false)), LifeStep(.foreground(app: "news", screen: "HDMI-A-2")),
      LifeStep(.unplug("HDMI-A-2")), LifeStep(.plug("HDMI-A-2", display: 3, isLate: true), milliseconds: 20),
      LifeStep(.plug("DP-1", display: 2, isLate: false)),
    ]
    for step in steps { try proof.play(step) }
    #expect(proof.steps.count == steps.count)
    #expect(proof.rig.life.system.sessions.count { $0.app == "news" && $0.identity.serial == "two" } == 1)
  }

  /// If two equal displays are away, the one that went last returns on another connector, with the choices for it.
  @Test(arguments: ["HDMI-A-1", "HDMI-A-2"])
  func theLastToGoReturns(connector: String) throws {
    var proof = try Proof()
    let other = connector == "HDMI-A-1" ? "HDMI-A-2" : "HDMI-A-1"
    let steps: [LifeStep] = [
      LifeStep(.plug("HDMI-A-1", display: 5, isLate: false)), LifeStep(.plug("HDMI-A-2", display: 6, isLate: false)),
      LifeStep(.foreground(app: "news", screen: connector)), LifeStep(.foreground(app: "lobby", screen: other)),
      LifeStep(.unplug(other)), LifeStep(.unplug(connector)), LifeStep(.plug("DP-1", display: 5, isLate: false)),
    ]
    for step in steps { try proof.play(step) }
    #expect(try proof.rig.life.system.find("DP-1").choices.foregroundApp == "news")
  }
}

import DisplayTypes
import Testing

@testable import Scenes

@Suite("ModeTrial")
@MainActor
struct ModeTrialTests {
  private static func candidate(_ width: UInt16) -> ModeCandidate {
    ModeCandidate(mode: SystemRig.mode(width, 600), name: "\(width)", source: .preferred, reason: "")
  }

  private static let candidates = [candidate(1000), candidate(900), candidate(800)]
  private static let refused = DisplayError(code: .refused, operation: "try", device: "test")
  private static let busy = DisplayError(code: .busy, operation: "try", device: "test")

  @Test("the first candidate is tested, laid out, set")
  func straight() {
    var trial = ModeTrial(candidates: Self.candidates, keptMode: nil)
    #expect(trial.begin() == .test(Self.candidates[0]))
    #expect(trial.tested(nil) == .layOut(Self.candidates[0]))
    #expect(trial.laidOut() == .set(Self.candidates[0]))
    #expect(trial.set(nil) == .settled(Self.candidates[0]))
    #expect(trial.current == Self.candidates[0])
    #expect(trial.attempts.map(\.isTest) == [true, false])
  }

  @Test("a mode that is refused, in the test or the modeset, is followed by the next")
  func refusals() {
    var trial = ModeTrial(candidates: Self.candidates, keptMode: nil)
    _ = trial.begin()
    #expect(trial.tested(Self.refused) == .test(Self.candidates[1]))
    _ = trial.tested(nil)
    _ = trial.laidOut()
    #expect(trial.set(Self.refused) == .test(Self.candidates[2]))
    #expect(trial.tested(Self.refused) == .giveUp)
    #expect(trial.current == nil)
    #expect(trial.attempts.map(\.candidate.name) == ["1000", "900", "900", "800"])
    #expect(trial.attempts.map { $0.error == nil } == [false, true, false, false])
  }

  @Test("a test at a bad moment does not count against the mode")
  func busyTest() {
    var trial = ModeTrial(candidates: Self.candidates, keptMode: nil)
    _ = trial.begin()
    #expect(trial.tested(Self.busy) == .layOut(Self.candidates[0]))
  }

  @Test("a modeset at a bad moment is tried again a few times, and then counts as refused")
  func busyModeset() {
    var trial = ModeTrial(candidates: Self.candidates, keptMode: nil)
    _ = trial.begin()
    _ = trial.tested(nil)
    _ = trial.laidOut()
    for _ in 0..<5 { #expect(trial.set(Self.busy) == .setAgain(Self.candidates[0])) }
    #expect(trial.set(Self.busy) == .test(Self.candidates[1]))
    _ = trial.tested(nil)
    _ = trial.laidOut()
    #expect(trial.set(Self.busy) == .test(Self.candidates[2]))
  }

  @Test("the mode in force is kept when its turn comes, without a test or a modeset")
  func kept() {
    var first = ModeTrial(candidates: Self.candidates, keptMode: Self.candidates[0].mode)
    #expect(first.begin() == .keep(Self.candidates[0]))
    var second = ModeTrial(candidates: Self.candidates, keptMode: Self.candidates[1].mode)
    #expect(second.begin() == .test(Self.candidates[0]))
    #expect(second.tested(Self.refused) == .keep(Self.candidates[1]))
    #expect(second.current == Self.candidates[1])
  }

  @Test("without candidates there is nothing to do")
  func none() {
    var trial = ModeTrial(candidates: [], keptMode: nil)
    #expect(trial.begin() == .giveUp)
  }

  @Test("unexpected answers are ignored")
  func illegal() {
    let way: [(inout ModeTrial) -> Void] = [
      { _ = $0.begin() }, { _ = $0.tested(nil) }, { _ = $0.laidOut() }, { _ = $0.set(nil) },
    ]
    /// Which inputs each step of the way allows: tested, laid out, set.
    let allowed = [[], [0], [1], [2], []]
    for steps in 0...way.count {
      for input in 0..<3 where !allowed[steps].contains(input) {
        var trial = ModeTrial(candidates: Self.candidates, keptMode: nil)
        for step in way.prefix(steps) { step(&trial) }
        let before = trial
        let action =
          switch input {
          case 0: trial.tested(nil)
          case 1: trial.laidOut()
          default: trial.set(nil)
          }
        #expect(action == .nothing, "input \(input) after \(steps) steps")
        #expect(trial == before)
      }
    }
  }
}

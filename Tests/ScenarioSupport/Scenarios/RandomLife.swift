internal import DisplayTypes
internal import LifecycleReference

extension Scenario {
  static let randomLife = Scenario(
    "whatever happens to a daemon that is killed again and again, its scenes are as the reference says",
    on: [.simulated]
  ) { bench in
    let life = try RealLife(on: bench)
    var reference = Reference(RealLife.household)
    var generator = StepGenerator(seed: 7)
    var steps: [Step] = []
    var kills = 0
    while steps.count < 250 {
      var step = generator.next(reference.world, reference.audit)
      // It is waited for what must come, not for a time.
      step.milliseconds = Step.rest
      if case .wait = step.kind { continue }
      if case .window = step.kind { continue }
      // The end of a scene whose display has gone takes a second and a half.
      if case .unplug = step.kind, !steps.count.isMultiple(of: 3) { continue }
      guard reference.begin(step) else { continue }
      steps.append(step)
      func parted(_ complaint: String) -> ScenarioFailure {
        ScenarioFailure(
          "step \(steps.count): \(complaint)\nthe last steps:\n\(steps.suffix(6).map { "\($0)" }.joined(separator: "\n"))"
        )
      }
      try life.perform(step)
      if step.isFatal {
        kills += 1
        if let complaint = reference.read(try life.kill()) { throw parted(complaint) }
        reference.killed()
        try life.restart()
      }
      var complaint: String?
      let agreed: Bool? = try Deadline(after: 10).poll {
        if let wrong = reference.read(try life.listen()) { throw parted(wrong) }
        var compared = reference
        complaint = compared.compare(try life.observe())
        guard complaint == nil else { return nil }
        reference = compared
        return true
      }
      if agreed == nil { throw parted(complaint ?? "nothing is as it must be") }
      if steps.count.isMultiple(of: 10), let connector = reference.world.screens.keys.sorted().first,
        let expected = reference.world.color(on: connector, reference.audit)
      {
        let seen = try life.color(on: connector)
        if seen != expected {
          throw parted("\(connector) shows \(String(describing: seen)), not \(String(describing: expected))")
        }
      }
    }
    try expect(kills > 5, "the daemon was killed \(kills) times")
  }
}

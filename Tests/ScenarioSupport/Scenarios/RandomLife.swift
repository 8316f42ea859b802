internal import LifecycleReference
internal import TestKit

extension Scenario {
  static let randomLife = Scenario(
    "after random steps and kills, a daemon's scenes are those of the reference",
    gate: [.simulated]
  ) { bench in
    var proof = try RealProof(.forProcesses, on: bench)
    var generator = StepGenerator(seed: 7 &+ TestSeed.offset)
    var places = SeededGenerator(seed: 11)
    while proof.steps.count < 250 {
      var step = generator.next(proof.reference.world, proof.reference.audit)
      // The step waits for the expected event, not for a time.
      step.milliseconds = LifeStep.rest
      guard step.kind.isSeenOutside else { continue }
      // A scene whose display is unplugged ends after a second and a half.
      if case .unplug = step.kind, !proof.steps.count.isMultiple(of: 3) { continue }
      guard try proof.play(step) else { continue }
      if proof.steps.count.isMultiple(of: 10),
        let connector = proof.reference.world.screens.keys.sorted().randomElement(using: &places)
      {
        try proof.comparePicture(on: connector)
      }
    }
    let kills = proof.steps.count { $0.isFatal }
    try expect(kills > 5, "the daemon was killed \(kills) times")
  }
}

extension Household {
  /// Connectors that every bench has, and no app that attaches its window late.
  fileprivate static var forProcesses: Household {
    var household = Household.usual
    household.connectors = [
      Connector(name: "DP-2", use: .main), Connector(name: "HDMI-A-1", use: .external),
      Connector(name: "HDMI-A-2", use: .external), Connector(name: "DP-1", use: .external, app: "menu"),
    ]
    household.apps.removeAll { $0.isAlarm || $0.loss != nil }
    return household
  }
}

extension LifeStep.Kind {
  /// Whether a process can do the step, and the test can wait for its end.
  fileprivate var isSeenOutside: Bool {
    switch self {
    case .card, .busy, .manifest, .register, .lose, .window, .wait: false
    case .plug, .unplug, .flap, .move, .exchange, .newModes, .foreground, .supportOverall, .supportOfApp,
      .supportOfScreen, .blank, .freeze, .power, .show, .keep, .destroy, .kill:
      true
    }
  }
}

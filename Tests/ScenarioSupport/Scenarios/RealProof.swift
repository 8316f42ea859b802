internal import DisplayTypes
internal import LifecycleReference

/// Plays steps on a daemon in a separate process, and compares it with the reference after each step.
struct RealProof {
  let life: RealLife
  private(set) var reference: Reference
  /// The steps so far.
  private(set) var steps: [LifeStep] = []

  init(_ household: Household, on bench: any Bench) throws {
    life = try RealLife(household, on: bench)
    reference = Reference(household)
    reference.losesWhatIsNotWritten = true
  }

  /// Plays a step and waits for its expected result.
  mutating func play(_ kind: LifeStep.Kind) throws {
    try expect(play(LifeStep(kind)), "\(kind) makes sense")
  }

  /// Plays a step; false if the step is not possible now.
  mutating func play(_ step: LifeStep) throws -> Bool {
    guard reference.begin(step) else { return false }
    steps.append(step)
    try life.perform(step)
    if step.isFatal {
      if let complaint = reference.read(try life.kill()) { throw parted(complaint) }
      reference.killed()
      try life.restart()
    }
    var complaint: String?
    let agreed: Bool? = try life.bench.poll(within: 10) {
      if let wrong = reference.read(try life.listen()) { throw parted(wrong) }
      var compared = reference
      complaint = compared.compare(try life.observe())
      guard complaint == nil else { return nil }
      // The log until the observation belongs to it.
      let meanwhile = try life.listen()
      guard meanwhile.isEmpty else {
        complaint = "it still speaks"
        if let wrong = reference.read(meanwhile) { throw parted(wrong) }
        return nil
      }
      reference = compared
      return true
    }
    if agreed == nil { throw parted(complaint ?? "nothing is as it must be") }
    return true
  }

  /// Compares the picture on a screen.
  func comparePicture(on connector: String) throws {
    guard let expected = reference.world.color(on: connector, reference.audit) else { return }
    // A mirror has bars.
    let isMirror = reference.world.picture(on: connector, reference.audit).shown == .mirror
    let seen = try life.color(on: connector, isWhole: !isMirror)
    guard seen != expected else { return }
    throw parted("\(connector) shows \(seen?.hexadecimal ?? "nothing"), not \(expected?.hexadecimal ?? "nothing")")
  }

  private func parted(_ complaint: String) -> ScenarioFailure {
    let last = steps.suffix(60).map { "  \($0.kind)\($0.fuse == nil ? "" : ", killed meanwhile")" }
    return ScenarioFailure("step \(steps.count): \(complaint)\nthe last steps:\n\(last.joined(separator: "\n"))")
  }
}

import LifecycleReference

/// Plays steps on a daemon and on the reference, and compares them.
@MainActor
struct Proof {
  /// A difference between a daemon and the reference.
  struct Failure: Error, CustomStringConvertible {
    /// The steps so far. The daemon and the reference differ after the last one.
    var steps: [LifeStep]
    var complaint: String

    var description: String {
      let list = steps.enumerated().map { "  \($0.offset + 1). \($0.element.text)" }.joined(separator: "\n")
      return "\(complaint)\nafter\n\(list)"
    }
  }

  let rig: LifecycleRig
  private var reference: Reference
  /// The steps so far.
  private(set) var steps: [LifeStep] = []
  /// Which rows of the tables were met.
  var coverage: Coverage { reference.coverage }

  init(_ household: Household = .usual, prepare: @escaping (DaemonLife) -> Void = { _ in }) throws {
    rig = try LifecycleRig(household, prepare: prepare)
    reference = Reference(household)
  }

  /// Plays this number of steps. Each is possible in its place.
  mutating func play(_ count: Int, seed: UInt64) throws {
    var generator = StepGenerator(seed: seed)
    while steps.count < count { try play(generator.next(reference.world, reference.audit)) }
  }

  /// Plays a step, unless it makes no sense now.
  mutating func play(_ step: LifeStep) throws {
    guard reference.begin(step) else { return }
    steps.append(step)
    if let complaint = try complaint(about: step) { throw Failure(steps: steps, complaint: complaint) }
  }

  private mutating func complaint(about step: LifeStep) throws -> String? {
    try rig.perform(step)
    if let complaint = reference.read(rig.life.takeLog()) { return complaint }
    if step.isFatal {
      reference.killed()
      rig.restart()
      rig.advance(milliseconds: LifeStep.rest)
      if let complaint = reference.read(rig.life.takeLog()) { return complaint }
    }
    guard step.isSettled else { return nil }
    return reference.compare(try rig.observe())
  }
}

extension LifeStep {
  fileprivate var text: String {
    let time = isSettled ? "" : ", and the next after \(milliseconds) ms"
    return "\(kind)\(fuse.map { ", killed after \($0) words" } ?? "")\(time)"
  }
}

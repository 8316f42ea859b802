/// Follows a daemon step by step, and finds where it does what it must not, or lacks what it must.
///
/// Where the daemon was killed in the middle of a step, that step may have been kept or not: both are followed, until one is refuted.
public struct Reference: Sendable {
  private var hypotheses: [Hypothesis]
  private var isAtRest = true
  /// Whether a daemon that is killed may lose sessions that it has told of since all was at rest: it writes beside what it does, and only
  /// the answers to calls wait for the disk.
  public var losesWhatIsNotWritten = false
  /// Which rows were met.
  public private(set) var coverage = Coverage()

  /// Begins with a daemon that has never run and nothing plugged in.
  public init(_ household: Household) {
    hypotheses = [Hypothesis(world: World(household), audit: LogAudit(household))]
  }

  /// What is most likely the case.
  public var world: World { hypotheses[0].world }
  /// What was heard so far.
  public var audit: LogAudit { hypotheses[0].audit }

  /// Something happens; false where it makes no sense now.
  public mutating func begin(_ step: LifeStep) -> Bool {
    var followed: [Hypothesis] = []
    for hypothesis in hypotheses {
      let worlds = hypothesis.world.after(step, hypothesis.audit, isAtRest: isAtRest)
      guard let world = worlds.first else { return false }
      if step.fuse != nil, step.kind.isChoice {
        var without = hypothesis
        without.world.destroying = world.destroying
        followed.append(without)
      }
      followed += worlds.map { Hypothesis(world: $0, audit: hypothesis.audit) }
    }
    hypotheses = followed
    isAtRest = step.isSettled
    return true
  }

  /// The daemon was killed; what it says from now on it says in its next life.
  public mutating func killed() {
    if losesWhatIsNotWritten { hypotheses += hypotheses.compactMap(\.withoutUnwritten) }
    for index in hypotheses.indices {
      hypotheses[index].world = hypotheses[index].world.killed()
      hypotheses[index].audit.killed(in: hypotheses[index].world)
    }
  }

  /// The daemon has said something; returns what is wrong with it.
  public mutating func read(_ entries: [LogEntry]) -> String? {
    for entry in entries {
      for index in hypotheses.indices where hypotheses[index].complaint == nil {
        let world = hypotheses[index].world
        hypotheses[index].complaint = hypotheses[index].audit.read(entry, in: world)
        hypotheses[index].world.noteReleased(hypotheses[index].audit)
      }
    }
    return refute()
  }

  /// Everything has come to rest: compares what there is; returns what is wrong with it.
  public mutating func compare(_ observation: Observation) -> String? {
    for index in hypotheses.indices {
      hypotheses[index].world.rest(hypotheses[index].audit)
      hypotheses[index].compare(observation)
    }
    if let complaint = refute() { return complaint }
    for index in hypotheses.indices { hypotheses[index].audit.written() }
    coverage.note(world, audit)
    hypotheses = hypotheses.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.suffix(32)
    return nil
  }

  /// Drops what was refuted; with the last goes the proof.
  private mutating func refute() -> String? {
    let left = hypotheses.filter { $0.complaint == nil }
    if left.isEmpty { return hypotheses.last?.complaint ?? "nothing is followed" }
    hypotheses = left
    return nil
  }
}

extension LifeStep.Kind {
  /// It is something that the daemon is told, and has to keep.
  fileprivate var isChoice: Bool {
    switch self {
    case .plug, .unplug, .flap, .move, .exchange, .newModes, .card, .busy, .manifest, .lose, .window, .freeze, .kill,
      .wait:
      false
    case .register, .foreground, .supportOverall, .supportOfApp, .supportOfScreen, .blank, .power, .show, .keep,
      .destroy:
      true
    }
  }
}

/// Follows a daemon step by step, and finds forbidden and missing actions.
///
/// If the daemon was killed during a step, that step may have been kept or not. The reference follows both hypotheses until one is refuted.
public struct Reference: Sendable {
  private var hypotheses: [Hypothesis]
  private var isAtRest = true
  /// Whether a killed daemon may lose sessions that it has reported since the last rest. It writes in the background, and only the answers
  /// to calls wait for the disk.
  public var losesWhatIsNotWritten = false
  /// Which rows were met.
  public private(set) var coverage = Coverage()

  /// Begins with a daemon that has never run and nothing plugged in.
  public init(_ household: Household) {
    hypotheses = [Hypothesis(world: World(household), audit: LogAudit(household))]
  }

  /// The most likely world.
  public var world: World { hypotheses[0].world }
  /// The audit of the log so far.
  public var audit: LogAudit { hypotheses[0].audit }

  /// Begins a step; false if it is not possible now.
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

  /// The daemon was killed. Its next output belongs to its next run.
  public mutating func killed() {
    if losesWhatIsNotWritten { hypotheses += hypotheses.compactMap(\.withoutUnwritten) }
    for index in hypotheses.indices {
      hypotheses[index].world = hypotheses[index].world.killed()
      hypotheses[index].audit.killed(in: hypotheses[index].world)
    }
  }

  /// Reads outputs of the daemon; returns their error.
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

  /// Everything has come to rest: compares the hypotheses with the observation, and returns the error.
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

  /// Drops refuted hypotheses. If none is left, the proof fails.
  private mutating func refute() -> String? {
    let left = hypotheses.filter { $0.complaint == nil }
    if left.isEmpty { return hypotheses.last?.complaint ?? "nothing is followed" }
    hypotheses = left
    return nil
  }
}

extension LifeStep.Kind {
  /// Whether it is a choice that the daemon must keep.
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

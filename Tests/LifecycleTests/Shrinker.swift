import LifecycleReference

/// Finds a short row of steps that fails as a long one did.
@MainActor
struct Shrinker {
  /// How many rows are tried at most.
  static let patience = 400

  let household: Household
  let prepare: (DaemonLife) -> Void

  /// The shortest failure that was found.
  func shrink(_ failure: Proof.Failure) throws -> Proof.Failure {
    var best = failure
    var tries = 0
    var size = max(1, best.steps.count / 2)
    while tries < Shrinker.patience {
      var isShorter = false
      var start = 0
      while start < best.steps.count, tries < Shrinker.patience {
        var steps = best.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        tries += 1
        if let shorter = try fail(steps), shorter.steps.count < best.steps.count {
          best = shorter
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      if !isShorter { size = max(1, size / 2) } else { size = max(1, min(size, best.steps.count / 2)) }
    }
    return best
  }

  private func fail(_ steps: [LifeStep]) throws -> Proof.Failure? {
    var proof = try Proof(household, prepare: prepare)
    do {
      for step in steps { try proof.play(step) }
      return nil
    } catch let failure as Proof.Failure {
      return failure
    }
  }
}

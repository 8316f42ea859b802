/// The modes to try in order, and the wishes that gave none. The first candidate that the hardware takes is the mode.
public struct ModeSelectionPlan: Hashable, Sendable {
  /// Each mode stands once, under the first reason for it.
  public var candidates: [ModeCandidate]
  public var refusals: [ModeRefusal]

  public init(candidates: [ModeCandidate] = [], refusals: [ModeRefusal] = []) {
    self.candidates = candidates
    self.refusals = refusals
  }
}

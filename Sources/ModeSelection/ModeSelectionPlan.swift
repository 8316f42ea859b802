/// The modes to try in order, and the wishes that gave none.
///
/// The first candidate that the hardware takes is the mode.
public struct ModeSelectionPlan: Hashable, Sendable {
  /// Each mode stands once, under the first reason for it.
  public var candidates: [ModeCandidate]
  /// The wishes that gave no candidate, in the order of asking.
  public var refusals: [ModeRefusal]

  /// Makes one from its parts.
  public init(candidates: [ModeCandidate] = [], refusals: [ModeRefusal] = []) {
    self.candidates = candidates
    self.refusals = refusals
  }
}

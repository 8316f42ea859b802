/// What a commit asks for, as far as faults tell commits apart.
public enum SimulatedCommitKind: String, Hashable, Sendable, CaseIterable {
  case test
  case modeset
  case flip
  case update
  case turnOff = "turn-off"
}

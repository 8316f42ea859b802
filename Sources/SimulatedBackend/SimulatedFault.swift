/// Something that goes wrong on a simulated connector when it is asked for.
public enum SimulatedFault: Hashable, Sendable {
  /// The next `count` commits of a kind fail.
  case refuse(SimulatedCommitKind, SimulatedFailure, count: Int)
  /// Every modeset of modes of this name (`3840x2160@60`) or size (`3840x2160`) fails, and so does every test unless `passesTest`.
  case refuseMode(String, SimulatedFailure, passesTest: Bool)
  /// The next `count` flips never end: their picture does not come, nor their event.
  case loseFlips(count: Int)
}

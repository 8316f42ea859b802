import SimulatedBackend

/// A fault as `simulate fault` takes it.
nonisolated struct FaultText {
  static let expected =
    "KIND ERRNO (as test EINVAL, modeset ENOSPC, flip EBUSY), mode NAME ERRNO (as mode 3840x2160@60 ENOSPC), "
    + "flips-lost, link-bad, device-lost, device-back or none"

  private enum Kind {
    case fault(SimulatedFault)
    case linkBad
    case deviceLost
    case deviceBack
    case none
  }

  private let kind: Kind

  init?(_ text: String, count: Int) {
    let words = text.split(separator: " ").map(String.init)
    switch (words.first ?? "", words.count) {
    case ("flips-lost", 1): kind = .fault(.loseFlips(count: count))
    case ("link-bad", 1): kind = .linkBad
    case ("device-lost", 1): kind = .deviceLost
    case ("device-back", 1): kind = .deviceBack
    case ("none", 1): kind = .none
    case ("mode", 3):
      guard let failure = SimulatedFailure(rawValue: words[2]) else { return nil }
      kind = .fault(.refuseMode(words[1], failure, passesTest: false))
    case ("commit", 3):
      guard let failure = SimulatedFailure(rawValue: words[2]) else { return nil }
      kind = .fault(.refuseMode(words[1], failure, passesTest: true))
    case (let word, 2):
      guard let commit = SimulatedCommitKind(rawValue: word), let failure = SimulatedFailure(rawValue: words[1]) else {
        return nil
      }
      kind = .fault(.refuse(commit, failure, count: count))
    default: return nil
    }
  }

  func command(on screen: String) -> SimulatedCommand {
    switch kind {
    case .fault(let fault): .fault(screen, fault)
    case .linkBad: .linkBad(screen, highestClockKilohertz: nil)
    case .deviceLost: .loseDevice
    case .deviceBack: .returnDevice
    case .none: .clearFaults(screen)
    }
  }
}

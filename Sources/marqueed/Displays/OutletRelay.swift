import Presentation
import Scenes

/// The scene system's outlets, which lead to the daemon that is made after it.
final class OutletRelay {
  weak var daemon: Daemon?
  private var random = SystemRandomNumberGenerator()
  /// What the next new sessions are called, where that is known.
  private var identifiers: ArraySlice<String>

  init(identifiers: [String] = []) {
    self.identifiers = identifiers[...]
  }

  private func makeIdentifier() -> String {
    let identifier = identifiers.popFirst() ?? SessionIdentifier.make(using: &random)
    daemon?.note(.madeSession(identifier))
    return identifier
  }

  var outlets: SceneSystem.Outlets {
    SceneSystem.Outlets(
      command: { [self] in daemon?.command($0) }, event: { [self] in daemon?.post($0) },
      persist: { [self] in daemon?.persist($0) }, giveUp: { [self] in daemon?.giveUp(.gaveUp($0)) },
      makeIdentifier: { [self] in makeIdentifier() }, wallSeconds: { [self] in daemon?.wallSeconds },
      scheduledPower: { [self] in daemon?.note(.scheduledPower(ScheduledPower(session: $0, on: $1))) })
  }
}

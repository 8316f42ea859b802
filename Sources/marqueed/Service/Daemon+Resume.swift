import Content
import DisplayTypes
import EventLoop
import KMSBackend
import Logging
import Presentation
import Scenes
import SimulatedBackend

extension Daemon {
  /// How long after a resume connectors are looked at once more: docks and televisions wake up slowly and tell nobody.
  private static let laterLooks: [UInt64] = [2_000_000_000, 8_000_000_000]

  /// The machine has slept: sinks have lost their links, and other displays may be there.
  func resumed() {
    log.info("the machine has woken up: every screen is lit anew")
    note(.resumed)
    lookAtConnectors()
    system.resume()
    remainingLooks = Daemon.laterLooks
    armLookTimer()
  }

  private func armLookTimer() {
    guard let delay = remainingLooks.first else { return lookTimer = nil }
    remainingLooks.removeFirst()
    lookTimer = dayClock.screens.makeTimer { [weak self] in
      self?.lookAtConnectors()
      self?.armLookTimer()
    }
    lookTimer?.arm(at: dayClock.screens.now.advanced(by: delay))
  }

  private func lookAtConnectors() {
    askDisplay { actor in
      actor.withBackend { backend in
        (backend as? KMSBackend)?.look()
        _ = (backend as? SimulatedBackend)?.perform([.hotplug])
      }
    } then: { _ in
    }
  }
}

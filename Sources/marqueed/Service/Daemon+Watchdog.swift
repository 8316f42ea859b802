import Logging
import Presentation
import Scenes

extension Daemon {
  /// Asks the display thread how its screens get on, and feeds the watchdog where none stands still.
  func lookAtPixels() {
    askDisplay {
      $0.vitals()
    } then: { [weak self] vitals in
      guard let self else { return }
      let stuck = pixelWatch.look(vitals)
      if stuck.isEmpty { return manager.notify("WATCHDOG=1") }
      let names = system.screens.filter { stuck.contains($0.id) }.map(\.name)
      log.warning(
        "\(names.isEmpty ? "a screen" : names.joined(separator: ", ")): nothing was shown for too long; the watchdog is not told"
      )
    }
  }
}

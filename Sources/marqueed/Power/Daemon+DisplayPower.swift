import ControlProtocol
import DisplayTypes
import KMSBackend
import Logging
import ModeSelection
import MonitorPower
import Presentation
import Scenes

extension Daemon {
  /// The desk for displays' own power; what a report tells of was told to another machine's displays.
  func makePowerDesk() -> DisplayPowerDesk? {
    guard options.replay == nil else { return nil }
    return DisplayPowerDesk(
      loop: loop,
      subjects: { [weak self] in self?.powerSubjects ?? [] },
      connectorNumber: { [weak self] screen, completion in
        self?.askDisplay { actor in
          (actor.withBackend { ($0 as? KMSBackend)?.connectorNumber(of: screen) }) ?? nil
        } then: {
          completion($0)
        }
      },
      didTell: { [weak self] in self?.displayDidTellPower(on: $0, $1) })
  }

  private var powerSubjects: [DisplayPowerDesk.Subject] {
    system.screens.map { screen in
      let coordinator = try? system.find(screen.name)
      let hasSignal = screen.currentMode != nil
      return DisplayPowerDesk.Subject(
        id: screen.id, name: screen.name, device: screen.snapshot.device, edid: screen.snapshot.edid,
        choice: coordinator?.decision.rule?.cec?.value ?? .automatic,
        hasSignal: coordinator?.wantsSignal == hasSignal ? hasSignal : nil)
    }
  }

  private func displayDidTellPower(on name: String, _ report: PowerReport) {
    if report.isFinal, !report.isWell {
      log.warning("\(name): \(report.sentence)", metadata: ["screen": "\(name)"])
    } else {
      log.info("\(name): \(report.sentence)", metadata: ["screen": "\(name)"])
    }
    system.displayDidTellPower(on: name, report.sentence)
  }

  /// What the display of a screen told of its power, for `explain`.
  func powerNotes(on name: String) -> [String] {
    (powerDesk?.infos ?? []).filter { $0.screen == name }.map(\.message)
  }
}

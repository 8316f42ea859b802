import Content
import ControlProtocol
import DisplayTypes
import KMSBackend
import Logging
import MonitorPower
import Presentation
import Scenes

extension Daemon {
  /// The control of displays' own power; nil in a replay, whose displays were another machine's.
  func makePowerControl() -> DisplayPowerControl? {
    guard options.replay == nil else { return nil }
    return DisplayPowerControl(
      clock: dayClock.screens,
      file: KeptValue("display-power.json", in: options.stateDirectory, store: store, clock: dayClock.screens),
      // Drivers go by the kernel's clock, whatever the screens go by.
      adapters: CECAdapterThreads(loop: loop, clock: LoopClock(loop: loop)),
      monitors: DDCQueue(options.ddcProgram, loop: loop, slots: workerSlots),
      sources: DisplayPowerControl.Sources(
        subjects: { [weak self] in self?.powerSubjects ?? [] },
        connectorNumber: { [weak self] screen, completion in
          self?.askDisplay { actor in
            (actor.withBackend { ($0 as? KMSBackend)?.connectorNumber(of: screen) }) ?? nil
          } then: {
            completion($0)
          }
        }),
      events: DisplayPowerControl.Events(
        didTell: { [weak self] in self?.displayDidTellPower(on: $0, $1) },
        isLeftOn: { [weak self] in self?.displayIsLeftOn(on: $0) }))
  }

  private var powerSubjects: [DisplayPowerControl.Subject] {
    system.screens.map { screen in
      let coordinator = try? system.find(screen.name)
      let hasSignal = screen.currentMode != nil
      return DisplayPowerControl.Subject(
        id: screen.id, name: screen.name, device: screen.snapshot.device,
        identity: screen.snapshot.identity, edid: screen.snapshot.edid,
        choice: coordinator?.decision.rule?.cec?.value ?? .automatic,
        usesDDC: coordinator?.decision.rule?.ddc?.value ?? false,
        hasSignal: coordinator?.wantsSignal == hasSignal ? hasSignal : nil)
    }
  }

  private func displayDidTellPower(on name: String, _ report: PowerReport) {
    log.log(
      level: report.isWell ? .info : .warning, "\(name): \(report.sentence)", metadata: ["screen": "\(name)"])
    system.displayDidTellPower(on: name, report.sentence)
  }

  private func displayIsLeftOn(on name: String) {
    let text = """
      the display takes its plug away in standby, so that it could not be woken when its screen is on again: it is not put to standby \
      any more; "cec: off" in its rule, without "ddc: true", says so for good, and having that there once and taking it away tries it again
      """
    log.warning("\(name): \(text)", metadata: ["screen": "\(name)"])
    system.displayDidTellPower(on: name, text)
  }

  /// What the display of a screen told of its power, for `explain`.
  func powerNotes(on name: String) -> [String] {
    (powerControl?.infos ?? []).filter { $0.screen == name }.map(\.message)
  }
}

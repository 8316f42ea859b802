import Content
import ControlProtocol
import DisplayTypes
import KMSBackend
import Logging
import MonitorPower
import Presentation
import Scenes

extension Daemon {
  /// The desk for displays' own power; what a report tells of was told to another machine's displays.
  func makePowerDesk() -> DisplayPowerDesk? {
    guard options.replay == nil else { return nil }
    return DisplayPowerDesk(
      loop: loop, clock: dayClock.screens,
      file: KeptValue("display-power.json", in: options.stateDirectory, store: store, clock: dayClock.screens),
      // Drivers go by the kernel's clock, whatever the screens go by.
      adapters: AdapterThreads(loop: loop, clock: LoopClock(loop: loop)),
      ddc: options.ddcProgram, slots: workerSlots,
      subjects: { [weak self] in self?.powerSubjects ?? [] },
      connectorNumber: { [weak self] screen, completion in
        self?.askDisplay { actor in
          (actor.withBackend { ($0 as? KMSBackend)?.connectorNumber(of: screen) }) ?? nil
        } then: {
          completion($0)
        }
      },
      didTell: { [weak self] in self?.displayDidTellPower(on: $0, $1) },
      didSpare: { [weak self] in self?.displayIsSpared(on: $0) })
  }

  private var powerSubjects: [DisplayPowerDesk.Subject] {
    system.screens.map { screen in
      let coordinator = try? system.find(screen.name)
      let hasSignal = screen.currentMode != nil
      return DisplayPowerDesk.Subject(
        id: screen.id, name: screen.name, device: screen.snapshot.device,
        identity: screen.snapshot.identity, edid: screen.snapshot.edid,
        choice: coordinator?.decision.rule?.cec?.value ?? .automatic,
        usesDDC: coordinator?.decision.rule?.ddc?.value ?? false,
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

  private func displayIsSpared(on name: String) {
    let text = """
      the display takes its plug away in standby, so that it could not be woken when its screen is on again: it is not put to standby \
      any more; "cec: off" in its rule, without "ddc: true", says so for good, and having that there once and taking it away tries it anew
      """
    log.warning("\(name): \(text)", metadata: ["screen": "\(name)"])
    system.displayDidTellPower(on: name, text)
  }

  /// What the display of a screen told of its power, for `explain`, and where that is asked for by which adapter it is asked.
  func powerNotes(on name: String, withAdapter: Bool, completion: @escaping ([String]) -> Void) {
    guard let powerDesk else { return completion([]) }
    let told = powerDesk.infos.filter { $0.screen == name }.map(\.message)
    guard withAdapter else { return completion(told) }
    powerDesk.outlook(of: [name]) { completion(told + [$0[name]].compactMap { $0.map(Self.cecWords) }) }
  }

  /// Says of the screens whose `cec` a configuration changes, or whose `ddc` it takes away, by which adapter their displays would be told.
  func addAdapters(to reply: PlanReply, _ outlooks: [ScreenOutlook], completion: @escaping (PlanReply) -> Void) {
    guard let powerDesk else { return completion(reply) }
    var wishes: [String: DisplayPowerDesk.Wishes] = [:]
    for record in outlooks.map(\.record) {
      guard let choice = record.settings.first(where: { $0.name == "cec" }).flatMap({ CECChoice($0.value) }) else {
        continue
      }
      wishes[record.screen] = DisplayPowerDesk.Wishes(
        choice: choice, usesDDC: record.settings.contains { $0.name == "ddc" && $0.value == "on" })
    }
    var changes: [String: Int] = [:]
    for screen in reply.screens {
      changes[screen.screen] = screen.changes.firstIndex { $0.hasPrefix("cec: ") || $0.hasPrefix("ddc: off") }
    }
    powerDesk.outlook(of: Set(changes.keys), wishes) { words in
      var reply = reply
      for index in reply.screens.indices {
        let screen = reply.screens[index].screen
        guard let change = changes[screen], let words = words[screen] else { continue }
        reply.screens[index].changes[change] += " (\(Self.cecWords(words)))"
      }
      completion(reply)
    }
  }

  private static func cecWords(_ words: String) -> String { "HDMI-CEC adapter of the display: \(words)" }
}

import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

/// The power of screens that schedules switch off.
extension Daemon {
  /// Switches a screen's power.
  ///
  /// A screen that its schedule has off is on until its off hours end.
  func handle(_ call: PowerCall, _ responder: ControlResponder) throws(ControlError) {
    var remark: String?
    try change(call, call.screen, responder, remark: { remark }) { (coordinator, completion) throws(SceneError) in
      coordinator.setPower(call.on) { [weak self] outcome in
        guard call.on, let self, let off = scheduledOff(on: coordinator) else { return completion(outcome) }
        remark = "\(call.screen) is on until \(off.text)\(off.isEnd ? ", when its off hours end" : "")"
        coordinator.keepOn(until: off.until, completion: completion)
      }
    }
  }

  /// What `explain` says of a schedule that switches a screen's power; nil if none does at this time.
  func scheduledPower(on coordinator: ScreenCoordinator) -> SettingInfo? {
    if let off = scheduledOff(on: coordinator) {
      return setting("off", off.isEnd ? off.until : nil, isChosen: coordinator.sessionOfContent?.chosenContent != nil)
    }
    guard let session = coordinator.sessionOfContent, session.temporaryContent == nil,
      let until = coordinator.onUntil, content.clock.now < until, let usual = session.usualContent,
      content.isPowerOff(by: usual)
    else { return nil }
    return setting("on", until, isChosen: true)
  }

  private func setting(_ word: String, _ until: WallTime?, isChosen: Bool) -> SettingInfo {
    SettingInfo(
      name: "schedule", value: word + (until.map { " until \($0)" } ?? ""),
      origin: isChosen ? .runtime : .configuration,
      level: .screen)
  }

  /// What has the power of a screen off; nil if no schedule has, or it is on.
  private func scheduledOff(on coordinator: ScreenCoordinator) -> ScheduledPowerOff? {
    guard case .dark(.schedule) = coordinator.decision.picture.shown else { return nil }
    return coordinator.sessionOfContent?.content.flatMap { content.powerOff(by: $0) }
  }
}

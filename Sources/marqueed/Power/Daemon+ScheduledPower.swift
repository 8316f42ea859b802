import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

/// The power of screens that schedules switch off.
extension Daemon {
  /// Switches a screen's power.
  ///
  /// A screen that its schedule has off is on until the schedule's next entry.
  func power(_ call: PowerCall, _ responder: ControlResponder) throws(ControlError) {
    var remark: String?
    try change(call, call.screen, responder, remark: { remark }) { (coordinator, completion) throws(SceneError) in
      coordinator.setPower(call.on) { [weak self] outcome in
        guard call.on, let self, let off = scheduledOff(on: coordinator) else { return completion(outcome) }
        remark = "\(call.screen) is on until \(off.power.localTime), when its schedule has the next entry"
        let length = UInt64(clamping: off.power.until.nanoseconds(since: content.clock.now))
        do throws(SceneError) {
          try coordinator.show(off.content.withoutPowerOff, for: length, completion: completion)
        } catch {
          completion(.failed(error))
        }
      }
    }
  }

  /// What `explain` says of a schedule that switches a screen's power; nil if none does at this time.
  func scheduledPower(on coordinator: ScreenCoordinator) -> SettingInfo? {
    if let off = scheduledOff(on: coordinator) {
      return setting("off", off.power, isChosen: coordinator.sessionOfContent?.chosenContent != nil)
    }
    guard let session = coordinator.sessionOfContent, let shown = session.temporaryContent,
      let usual = session.chosenContent ?? session.configuration.content, shown == usual.withoutPowerOff,
      let power = content.powerOff(by: usual)
    else { return nil }
    return setting("on", power, isChosen: true)
  }

  private func setting(_ word: String, _ power: ScheduledPowerOff, isChosen: Bool) -> SettingInfo {
    SettingInfo(
      name: "schedule", value: "\(word) until \(power.until)", origin: isChosen ? .runtime : .configuration,
      level: .screen)
  }

  /// The content that has the power of a screen off; nil if that has another reason, or it is on.
  private func scheduledOff(
    on coordinator: ScreenCoordinator
  ) -> (content: ContentDescription, power: ScheduledPowerOff)? {
    guard case .dark(.schedule) = coordinator.decision.picture.shown,
      let usual = coordinator.sessionOfContent?.content, let power = content.powerOff(by: usual)
    else { return nil }
    return (usual, power)
  }
}

import Presentation
import Scenes

/// Receives the display thread's reports before the scene system exists.
final class ReportInbox {
  weak var system: SceneSystem?

  func take(_ report: DisplayReport) {
    switch report {
    case .notice(.opened(let device, let driver)): say("\(device): opened, driver \(driver)")
    case .notice(.noDevice(let reason)): say("no card: \(reason)")
    case .notice(.occupied(let device, let holder)): say("\(device): \(holder) has it; waiting")
    case .notice(.notPermitted(let device)): say("\(device): may not be opened")
    case .notice(.lost(let device)): say("\(device): gone")
    case .notice(.degraded(let reason)): say("\(reason)")
    case .notice(.eventsUnreadable(let device, let error)):
      say("\(device): its events cannot be read: \(error)")
    case .notice(.released), .screens, .tested, .configured, .turnedOff, .presented, .refused, .played, .observed,
      .stalled:
      break
    }
    system?.handle(report)
  }
}

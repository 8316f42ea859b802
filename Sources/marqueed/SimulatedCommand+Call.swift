import ControlProtocol
import DisplayTypes
import EDID
import FoundationEssentials
import ModeSelection
import SimulatedBackend

nonisolated extension SimulatedCommand {
  /// What a `simulate` call asks for, in order.
  static func commands(_ call: SimulateCall) throws(ControlError) -> [SimulatedCommand] {
    let screen = call.screen ?? "*"
    switch call.command {
    case .plug: return try settings(call, screen) + [.plug(screen, try display(call))]
    case .edid:
      let change = call.edid == nil && call.display == nil ? [] : [SimulatedCommand.change(screen, try display(call))]
      return try settings(call, screen) + change + (change.isEmpty ? [.hotplug] : [])
    case .unplug: return [.unplug(screen)]
    case .probe: return [.probeTime(screen, nanoseconds: nanoseconds(call.seconds))]
    case .modeset: return [.modesetTime(screen, nanoseconds: nanoseconds(call.seconds))]
    case .advance: return [.stopClock, .advanceClock(nanoseconds: nanoseconds(call.seconds))]
    case .fault: return [try fault(call, screen)]
    }
  }

  private static func nanoseconds(_ seconds: Double?) -> UInt64 {
    UInt64(max(0, min(seconds ?? 0, 86_400)) * 1_000_000_000)
  }

  /// How the EDID comes: readable at once, late, with guessed modes meanwhile or with none.
  private static func settings(_ call: SimulateCall, _ screen: String) throws(ControlError) -> [SimulatedCommand] {
    guard let modes = call.modes else { return [.edidDelay(screen, nil)] }
    let delay = call.seconds.map { nanoseconds($0) } ?? UInt64.max / 4
    switch modes {
    case .edid: return [.edidDelay(screen, nil)]
    case .guessed:
      return [.edidDelay(screen, SimulatedEDIDDelay(nanoseconds: delay, interim: .guessedModes))]
    case .none: return [.edidDelay(screen, SimulatedEDIDDelay(nanoseconds: delay, interim: .noModes))]
    }
  }

  private static func display(_ call: SimulateCall) throws(ControlError) -> SimulatedDisplay {
    if let text = call.edid {
      guard let data = Data(base64Encoded: text) else {
        throw .invalidValue(parameter: "edid", value: String(text.prefix(20)), expected: "an EDID in base64")
      }
      return .edid([UInt8](data))
    }
    let text = call.display ?? "1920x1080@60"
    guard var display = SynthesizedDisplay(modeName: text) else {
      throw .invalidValue(parameter: "display", value: text, expected: "WIDTHxHEIGHT or WIDTHxHEIGHT@REFRESH, as 1920x1080@60")
    }
    if call.make != nil || call.model != nil || call.serial != nil {
      display.identity = DisplayIdentity(
        make: call.make ?? "MRQ", model: call.model ?? "Simulated", serial: call.serial ?? call.screen ?? "")
    }
    return .synthesized(display)
  }

  private static func fault(_ call: SimulateCall, _ screen: String) throws(ControlError) -> SimulatedCommand {
    guard let text = call.fault, let fault = FaultText(text, count: call.count ?? 1) else {
      throw .invalidValue(parameter: "fault", value: call.fault ?? "", expected: FaultText.expected)
    }
    return fault.command(on: screen)
  }
}

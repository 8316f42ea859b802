import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import SimulatedBackend

struct SimulationHandler: SimulationMethods {
  let resume: ResumeHandler
  /// Nil for real displays.
  let stepper: SimulationStepper?
  private let clock: any ContentClock

  /// - Parameter isBusy: returns whether pictures or texts are still being drawn.
  init(
    _ displays: DisplayThread, resume: ResumeHandler, clock: any ContentClock, loop: EventLoop,
    isBusy: @escaping () -> Bool
  ) {
    self.resume = resume
    self.clock = clock
    let timer = OneShotTimer(loop: loop)
    stepper = (clock as? SimulatedDayClock).map {
      SimulationStepper(
        clock: $0.follower, isBusy: isBusy, traffic: { displays.traffic },
        schedule: { timer.call(after: $0, $1) },
        send: { commands, completion in
          displays.query({ $0.withBackend { ($0 as? SimulatedBackend)?.perform(commands) } ?? nil }, then: completion)
        })
    }
  }

  func begin(_ loop: EventLoop) { resume.begin(loop) }

  func handle(_ call: SimulateCall, _ responder: ControlResponder) throws(ControlError) {
    let stepper = try requireStepper()
    let commands = try SimulatedCommand.commands(call)
    if call.command == .resume { resume.resumed() }
    if call.command == .time { try setSimulatedTime(call.time ?? "") }
    let answer = { (result: SimulationStepper.Answer, passed: UInt64?) in
      switch result {
      case .success(let status):
        responder.reply(
          SimulateReply(
            screens: status.connectors.filter(\.isPlugged).map(\.name), seconds: passed.map { Double($0) / 1e9 }))
      case .failure(let error): responder.fail(.failed(message: "\(error)"))
      case nil: responder.fail(.failed(message: "the simulated backend has ended"))
      }
    }
    if case .advanceClock(let interval)? = commands.first {
      let advance = SimulationStepper.Advance(interval: interval, endsAtNext: call.untilDue == true)
      stepper.advance(advance) { answer($0, $1) }
    } else {
      stepper.perform(commands) { answer($0, nil) }
    }
  }

  func handle(_ call: SimulatedConnectorsCall, _ responder: ControlResponder) throws(ControlError) {
    try requireStepper().perform([]) { result in
      switch result {
      case .success(let status):
        responder.reply(
          SimulatedConnectorsReply(
            connectors: status.connectors.map {
              SimulatedConnectorInfo(
                name: $0.name, builtIn: $0.isBuiltIn, connected: $0.isPlugged,
                mode: $0.mode.map { ScreenModeInfo($0, name: ModeNames.plainName(of: $0)) })
            }))
      case .failure(let error): responder.fail(.failed(message: "\(error)"))
      case nil: responder.fail(.failed(message: "the simulated backend has ended"))
      }
    }
  }

  private func requireStepper() throws(ControlError) -> SimulationStepper {
    guard let stepper else {
      throw .notSupported(reason: "these displays are real; start the daemon with --backend simulated")
    }
    return stepper
  }

  private func setSimulatedTime(_ text: String) throws(ControlError) {
    guard let clock = self.clock as? SimulatedDayClock else { return }
    guard text != "unknown" else { return clock.set(nil) }
    guard let time = WallTime(text) else {
      throw .invalidValue(parameter: "time", value: text, expected: "\(WallTime.expected), or unknown")
    }
    clock.set(time)
  }
}

nonisolated extension SimulatedCommand {
  static func commands(_ call: SimulateCall) throws(ControlError) -> [SimulatedCommand] {
    let screen = call.screen ?? "*"
    let isOn = call.on ?? true
    switch call.command {
    case .plug where call.edid == nil && call.display == nil && call.unreadable != true: return [.replug(screen)]
    case .plug: return [delay(call, screen), .plug(screen, try display(call))]
    case .edid: return [delay(call, screen), .change(screen, try display(call))]
    case .unplug: return [.unplug(screen)]
    case .hotplug, .resume: return [.hotplug]
    // The main thread owns the time of day.
    case .time: return []
    case .probe: return [.probeTime(screen, nanoseconds: nanoseconds(call.seconds))]
    case .modeset: return [.modesetTime(screen, nanoseconds: nanoseconds(call.seconds))]
    case .fault: return [try fault(call, screen)]
    case .vblank: return [.vblank(screen, isOn)]
    case .updates: return [.updatesInPlace(screen, isOn)]
    case .device: return [isOn ? .returnDevice : .loseDevice]
    case .clock: return [isOn ? .runClock : .stopClock]
    case .advance: return [.advanceClock(nanoseconds: nanoseconds(call.seconds))]
    }
  }

  private static func nanoseconds(_ seconds: Double?) -> UInt64 {
    UInt64(max(0, min(seconds ?? 0, 86_400)) * 1_000_000_000)
  }

  /// The delay of the EDID, and the modes before it arrives.
  private static func delay(_ call: SimulateCall, _ screen: String) -> SimulatedCommand {
    guard let seconds = call.seconds, seconds > 0 else { return .edidDelay(screen, nil) }
    return .edidDelay(
      screen,
      SimulatedEDIDDelay(
        nanoseconds: nanoseconds(seconds), interim: call.modes == .guessed ? .guessedModes : .noModes,
        isAnnounced: call.announced ?? true))
  }

  private static func display(_ call: SimulateCall) throws(ControlError) -> SimulatedDisplay {
    if let text = call.edid {
      guard let bytes = Base64.decode(text) else {
        throw .invalidValue(parameter: "edid", value: String(text.prefix(20)), expected: "an EDID in base64")
      }
      return call.unreadable == true ? .unreadable(bytes) : .edid(bytes)
    }
    if call.unreadable == true { return .unreadable([]) }
    let text = call.display ?? "1920x1080@60"
    guard var display = SynthesizedDisplay(modeName: text) else {
      throw .invalidValue(
        parameter: "display", value: text, expected: "WIDTHxHEIGHT or WIDTHxHEIGHT@REFRESH, as 1920x1080@60, or 1080p")
    }
    if call.make != nil || call.model != nil || call.serial != nil {
      display.identity = DisplayIdentity(
        make: call.make ?? "MRQ", model: call.model ?? "Simulated", serial: call.serial ?? call.screen ?? "")
    }
    return .synthesized(display)
  }

  private static func fault(_ call: SimulateCall, _ screen: String) throws(ControlError) -> SimulatedCommand {
    switch call.fault {
    case .refuse:
      let (kind, failure): (SimulatedCommitKind, SimulatedFailure) = (
        try word(call.commit, of: "commit"), try word(call.error, of: "error")
      )
      return .fault(screen, .refuse(kind, failure, count: call.count ?? 1))
    case .refuseMode:
      let failure: SimulatedFailure = try word(call.error, of: "error")
      return .fault(
        screen,
        .refuseMode(call.mode.map { VideoFormat.spelledOut($0) } ?? "", failure, passesTest: call.passesTest ?? false))
    case .loseFlips: return .fault(screen, .loseFlips(count: call.count ?? 1))
    case .linkBad: return .linkBad(screen, highestClockKilohertz: call.clockKilohertz.flatMap { UInt32(exactly: $0) })
    case .some(.none): return .clearFaults(screen)
    case nil: throw .invalidParameter(parameter: "fault")
    }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: String?, of parameter: String
  ) throws(ControlError) -> Word {
    if let word = Word(rawValue: text ?? "") { return word }
    throw .invalidValue(
      parameter: parameter, value: text ?? "",
      expected: "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
  }
}

internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import LifecycleReference
internal import VirtualMachine

/// A daemon in a separate process, which plays the steps of the reference. It talks only over its socket.
final class RealLife {
  private let household: Household
  let bench: any Bench
  private let setup: DaemonSetup
  private var daemon: DaemonHandle
  private var events: EventReader
  private var plugged: [String: Int] = [:]
  private var otherModes: Set<String> = []

  init(_ household: Household, on bench: any Bench) throws {
    self.household = household
    self.bench = bench
    let connectors = household.connectors.map(\.name).joined(separator: ",")
    setup = DaemonSetup(Self.configuration(household), arguments: ["--connectors", connectors])
    daemon = try bench.start(setup)
    events = try Self.subscribe(bench)
  }

  /// The household as a configuration file.
  private static func configuration(_ household: Household) -> String {
    var text =
      "idle: { color: \"\(household.idle.hexadecimal)\" }\nbackgroundScenes: \(household.backgroundScenes)\nscreens:\n"
    for connector in household.connectors {
      text += "- match: { connector: \"\(connector.name)\" }\n  use: \(connector.use.rawValue)\n"
      if let app = connector.app { text += "  apps: [\(app)]\n" }
    }
    text += "apps:\n"
    for app in household.apps {
      text += "  \(app.name):\n"
      if app.name == household.foreground { text += "    foreground: true\n" }
      if app.isFallback { text += "    fallback: true\n" }
      if let support = app.support { text += "    support: \(support.rawValue)\n" }
      let scenes = app.hasScene ? "{ name: main, content: { color: \"\(app.color.hexadecimal)\" } }" : ""
      text += "    scenes: { externalDisplayNonInteractive: [\(scenes)] }\n"
    }
    return text
  }

  private static func subscribe(_ bench: any Bench) throws -> EventReader {
    let reader = try bench.connect().events()
    _ = try reader.next(timeoutSeconds: 30)
    return reader
  }

  /// Performs a step. If the daemon will be killed during the step, it does not wait for the result.
  func perform(_ step: LifeStep) throws {
    switch step.kind {
    case .plug(let connector, let display, _): try plug(display, into: connector)
    case .unplug(let connector): try unplug(connector)
    case .flap(let connector):
      guard let display = plugged[connector] else { return }
      let hadOtherModes = otherModes.contains(connector)
      try unplug(connector)
      if hadOtherModes { otherModes.insert(connector) }
      // The screen must be away first, otherwise its return could not be detected.
      if step.fuse == nil { try waitUntilAway(connector) }
      try plug(display, into: connector)
    case .move(let connector, let target):
      guard let display = plugged[connector] else { return }
      try unplug(connector)
      try plug(display, into: target)
    case .exchange(let connector, let display):
      plugged[connector] = display
      otherModes.remove(connector)
      try simulate(.edid, connector)
    case .newModes(let connector):
      if otherModes.remove(connector) == nil { otherModes.insert(connector) }
      try simulate(.edid, connector)
    case .foreground(let app, let screen): try send(SetForegroundCall(app: app, screen: screen), step)
    case .supportOverall(let choice): try send(SetSupportCall(support: choice?.rawValue), step)
    case .supportOfApp(let app, let choice): try send(SetSupportCall(support: choice?.rawValue, app: app), step)
    case .supportOfScreen(let screen, let choice):
      try send(SetSupportCall(support: choice?.rawValue, screen: screen), step)
    case .blank(let screen, let isOn): try send(BlankCall(screen: screen, on: isOn), step)
    case .freeze(let screen, let isOn): try send(FreezeCall(screen: screen, on: isOn), step)
    case .power(let screen, let isOn): try send(PowerCall(screen: screen, on: isOn), step)
    case .show(let screen, let color?):
      try send(ShowCall(screen: screen, content: .color(color.hexadecimal)), step)
    case .show(let screen, nil): try send(ShowCall(configuredOn: screen), step)
    case .keep(let session, let value):
      try send(SetUserInfoCall(session: session, userInfo: ["n": .integer(value)]), step)
    case .destroy(let session): try send(DestroySessionCall(session: session), step)
    case .card, .busy, .manifest, .register, .lose, .window, .kill, .wait: break
    }
  }

  private func send<Call: ControlParameters>(_ call: Call, _ step: LifeStep) throws {
    guard step.fuse == nil else {
      // The call is on its way when the daemon is killed.
      let parameters = String(decoding: try JSONEncoder().encode(call), as: UTF8.self)
      let connection = try RawConnection(bench)
      connection.call(#"{"method":"org.marquee.Display.\#(Call.method.rawValue)","parameters":\#(parameters)}"#)
      dying = connection
      return
    }
    _ = try daemon.client.call(call)
  }

  /// The connection to a daemon that will be killed next.
  private var dying: RawConnection?

  private func plug(_ display: Int, into connector: String) throws {
    plugged[connector] = display
    try simulate(.plug, connector)
  }

  private func unplug(_ connector: String) throws {
    plugged[connector] = nil
    otherModes.remove(connector)
    try simulate(.unplug, connector)
  }

  private func waitUntilAway(_ connector: String) throws {
    let isAway: Bool? = try bench.poll(within: 10) {
      try daemon.client.call(ScreensCall()).screens.contains { $0.name == connector } ? nil : true
    }
    try expect(isAway == true, "\(connector) is away")
  }

  /// The mode of displays with other modes.
  private static let otherSize = "48x32"

  private func simulate(_ command: SimulationCommand, _ connector: String) throws {
    var call = SimulateCall(command, screen: connector)
    if let display = plugged[connector] {
      let identity = household.displays[display].identity
      call.display = otherModes.contains(connector) ? Self.otherSize : "64x48"
      call.make = identity.make
      call.model = identity.model
      call.serial = identity.serial
    }
    _ = try daemon.client.call(call)
  }

  /// Kills the daemon, and returns its log until then.
  func kill() throws -> [LogEntry] {
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    dying = nil
    var said: [LogEntry] = []
    do throws(ClientError) {
      while let event = try events.next(timeoutSeconds: 5) { said += entries(event) }
    } catch {
      // The stream ends in the middle of an event.
    }
    return said
  }

  /// Starts another daemon with the same displays.
  func restart() throws {
    daemon = try bench.start(setup)
    events = try Self.subscribe(bench)
    // The daemon finds all displays in one report. Each probe takes a while, and none ends while the clock is stopped.
    try setProbeTime(0.001)
    try daemon.setClock(runs: false)
    for connector in plugged.keys.sorted() { try simulate(.plug, connector) }
    try daemon.setClock(runs: true)
    try setProbeTime(0)
  }

  private func setProbeTime(_ seconds: Double) throws {
    var probe = SimulateCall(.probe)
    probe.seconds = seconds
    _ = try daemon.client.call(probe)
  }

  /// The log since the last call. It waits a little if there is none.
  func listen() throws -> [LogEntry] {
    var said: [LogEntry] = []
    do throws(ClientError) {
      while let event = try events.next(timeoutSeconds: said.isEmpty ? 0.005 : 0) { said += entries(event) }
    } catch .timedOut {
      return said
    }
    throw ScenarioFailure("The stream of events has ended.")
  }

  private func entries(_ event: EventInfo) -> [LogEntry] {
    let session = event.session ?? ""
    let screen = event.screen ?? ""
    func entry(_ told: LogEntry.Event) -> LogEntry { .event(sequence: event.sequence, told) }
    // The test does not hear the delegate, so each event also stands for its call.
    func call(_ call: CallOrder.Call) -> [LogEntry] {
      let told = SceneCall(call, session: session, app: event.app ?? "", screen: screen, reason: event.reason)
      let window = call == .willConnect ? [LogEntry.window(session: session, true)] : []
      return [.call(told)] + window + [.event(sequence: event.sequence, .call(told))]
    }
    return switch event.event {
    case .sceneWillConnect: call(.willConnect)
    case .sceneWillEnterForeground: call(.willEnterForeground)
    case .sceneDidBecomeActive: call(.didBecomeActive)
    case .sceneWillResignActive: call(.willResignActive)
    case .sceneDidEnterBackground: call(.didEnterBackground)
    case .sceneDidDisconnect: call(.didDisconnect)
    case .sceneDidUpdate: [.update(session: session), entry(.update(session: session))]
    case .sceneDidPresent: [entry(.present(session: session))]
    case .sessionDidDiscard: [entry(.discard(session: session))]
    case .screenDidConnect: [entry(.screenConnected(screen))]
    case .screenDidDisconnect: [entry(.screenDisconnected(screen))]
    case .screenModesDidChange, .screenModeDidChange: [entry(.screenModes(screen))]
    case .appDidBecomeForeground: [entry(.app(event.app ?? ""))]
    default: [entry(.trouble("\(event.event) \(screen): \(event.reason ?? "")"))]
    }
  }

  /// The state that the daemon reports now.
  func observe() throws -> Observation {
    // The answer to a change, even an empty one, comes after everything is on the disk.
    _ = try daemon.client.call(UpdateScenesCall(changes: []))
    var screens: [String: Observation.ObservedScreen] = [:]
    for screen in try daemon.client.call(ScreensCall()).screens {
      let record = try daemon.client.call(ExplainCall(screen: screen.name)).record
      let size = screen.availableModes.first.map { "\($0.width)x\($0.height)" }
      screens[screen.name] = Observation.ObservedScreen(
        rule: record.showsBecause.last?.rule ?? "none", serial: screen.serial, hasOtherModes: size == Self.otherSize)
    }
    var sessions: [String: Observation.Session] = [:]
    for session in try daemon.client.call(SessionsCall()).sessions {
      let kept = try daemon.client.call(GetSessionCall(session: session.identifier))
      var value: Int64?
      if case .integer(let number) = kept.userInfo["n"] { value = number }
      sessions[session.identifier] = Observation.Session(
        app: session.app, serial: kept.serial, connector: kept.connector, state: session.state.rawValue, value: value)
    }
    return Observation(screens: screens, sessions: sessions)
  }

  /// The colour of a whole screen, or of its middle; nil if it is dark or has several colours.
  func color(on connector: String, isWhole: Bool) throws -> Color? {
    guard let display = (1...bench.displayCount).first(where: { bench.connector($0) == connector }),
      try !bench.isDark(display)
    else { return nil }
    let picture = try bench.photograph(display)
    guard picture.width > 0, picture.height > 0 else { return nil }
    guard let color = isWhole ? picture.uniformColor : picture[picture.width / 2, picture.height / 2] else {
      return nil
    }
    return Color(red: color.red, green: color.green, blue: color.blue)
  }
}

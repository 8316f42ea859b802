internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// The program while it runs: devices on one side, the daemon on the other, the key map between them.
final class Controller {
  /// What was pressed longer ago is not what the presenter wants now.
  private static let lateNanoseconds: UInt64 = 1_000_000_000

  private struct Device {
    var traits: DeviceTraits
    var rule: DeviceRule
  }

  /// The program blocks them before it starts a thread.
  static let signals = SignalSet([SIGTERM, SIGINT, SIGHUP])

  private let loop: EventLoop
  private let arguments: KeysArguments
  private let notices = Notices()
  private let link: DaemonSubscription
  private let runner: CommandRunner
  private let scenes: SceneInputs
  private let calls = DaemonCalls()
  private var settings: InputSettings
  private var input: InputDevices?
  private var devices: [InputDeviceID: Device] = [:]
  private var machine = KeyMachine()
  private var timer: LoopTimer?
  private var watches: [Watch] = []
  private var inputWatch: Watch?
  private var signalWatch: SignalWatch?

  init(_ arguments: KeysArguments) throws(KeysFailure) {
    self.arguments = arguments
    settings = try KeyMapSource.load(arguments)
    do throws(Errno) {
      loop = try EventLoop()
      link = try DaemonSubscription()
    } catch {
      throw .system("the event loop could not be made", error)
    }
    runner = CommandRunner(calls: calls, notices: notices)
    scenes = SceneInputs(calls: calls, notices: notices)
  }

  /// Runs until it is told to end.
  func run() throws(KeysFailure) {
    timer = loop.makeTimer { [unowned self] in tick() }
    scenes.didTouch = { [runner] app, session in runner.focus[app] = session }
    do throws(Errno) {
      signalWatch = try SignalWatch(loop: loop, signals: Self.signals) { [unowned self] signal in
        signal == SIGHUP ? reload() : loop.stop()
      }
      watches.append(try loop.watch(link.bell.descriptor, for: .readable) { [unowned self] _ in hearDaemon() })
      try link.start()
    } catch {
      throw .system("the daemon cannot be listened to", error)
    }
    try openDevices()
    loop.run()
  }

  private func openDevices() throws(KeysFailure) {
    let input = try InputDevices(seat: arguments.seat) { [unowned self] traits in settings.rule(for: traits) }
    do throws(Errno) {
      inputWatch = try loop.watch(input.descriptor, for: .readable) { [unowned self] _ in hearDevices() }
    } catch {
      throw .system("input devices cannot be watched", error)
    }
    self.input = input
    hearDevices()
    tellDeaf()
  }

  /// Another key map counts from now on: devices that it leaves as they are stay open, and what is held on them stays held.
  private func reload() {
    let new: InputSettings
    do throws(KeysFailure) {
      new = try KeyMapSource.load(arguments)
    } catch {
      return notices.say("\(error)\nThe key map stays as it was.")
    }
    // What was done until now was meant by the old one.
    hearDevices()
    settings = new
    let changes = input?.reconsider() ?? []
    // Said when it is so: whoever reads it may press a key of the new map.
    notices.say("The key map was read anew.")
    take(changes)
    for (identifier, device) in devices {
      guard let rule = settings.rule(for: device.traits), rule != device.rule else { continue }
      devices[identifier]?.rule = rule
      if (rule.app, rule.screen) != (device.rule.app, device.rule.screen) { scenes.remove(identifier) }
      if rule.grabs != device.rule.grabs { tellHeard(device.traits, rule) }
    }
    tellTrouble()
    tellDeaf()
    // Fingers are taken back before the input of their app is let go.
    arm()
    scenes.own(settings.apps)
  }

  private func tellDeaf() {
    guard devices.isEmpty else { return }
    let more = settings.devices == InputSettings.builtIn.devices ? " Keyboards are heard where a key map says so." : ""
    notices.say(
      "No device of \(arguments.seat) fits the key map: waiting for one. marquee-keys --list shows all that are there.\(more)"
    )
  }

  private func hearDaemon() {
    for news in link.take() {
      switch news {
      case .connected:
        runner.isConnected = true
        runner.tellDropped()
        notices.forget("absent")
        notices.say("marqueed is there.")
        scenes.connect(settings.apps)
      case .event(let event):
        scenes.daemonDidChange()
        if [.appDidRegister, .inputOwnerDidChange].contains(event.event) { scenes.own(settings.apps) }
      case .absent(let error):
        runner.isConnected = false
        calls.close()
        scenes.disconnect()
        notices.sayOnce(of: "absent", "Keys do nothing until marqueed answers: \(error)")
      }
    }
    arm()
  }

  private func hearDevices() {
    guard let input else { return }
    let events = input.take()
    tellTrouble()
    take(events)
    arm()
  }

  /// What of the devices does not go as the key map wants it.
  private func tellTrouble() {
    for refusal in input?.takeRefusals() ?? [] {
      let reason =
        refusal.errno == EACCES
        ? "no permission; is this user in the group input?" : Errno(rawValue: refusal.errno).description
      notices.sayOnce(of: refusal.path, "\(refusal.path) cannot be opened: \(reason)")
    }
    for name in input?.takeUngrabbed() ?? [] {
      notices.say(
        "“\(name)” is heard by other programs too: it could not be grabbed, since another one has it for itself.")
    }
  }

  private func take(_ events: [InputDeviceEvent]) {
    // libinput lets the keys of a device come up before it goes; nobody's hand did that.
    let gone = Set(events.filter { $0.what == .removed }.map(\.device))
    for device in gone { machine.remove(device) }
    for event in events { take(event, isGoing: gone.contains(event.device)) }
  }

  private func take(_ event: InputDeviceEvent, isGoing: Bool) {
    if case .added(let traits) = event.what { return add(event.device, traits) }
    guard let device = devices[event.device] else { return }
    switch event.what {
    case .added: break
    case .removed:
      devices[event.device] = nil
      scenes.remove(event.device)
      notices.say(
        settings.rule(for: device.traits) == nil
          ? "“\(device.traits.name)” is heard no more." : "“\(device.traits.name)” is gone.")
    case .key(let code, let isDown), .button(let code, let isDown):
      if !isGoing { press(code, isDown, event, device) }
      if case .button = event.what { point(event, device) }
    case .touchDown, .touchMove, .touchUp, .touchCancel, .motion, .position, .scroll: point(event, device)
    }
  }

  private func add(_ identifier: InputDeviceID, _ traits: DeviceTraits) {
    guard let rule = settings.rule(for: traits) else { return }
    devices[identifier] = Device(traits: traits, rule: rule)
    tellHeard(traits, rule)
  }

  private func tellHeard(_ traits: DeviceTraits, _ rule: DeviceRule) {
    let kinds = traits.kinds.map(\.rawValue).sorted().joined(separator: ", ")
    notices.say(
      "“\(traits.name)” is heard\(kinds.isEmpty ? "" : " (\(kinds))")\(rule.grabs ? ", by nobody else" : "").")
  }

  private func press(_ code: KeyCode, _ isDown: Bool, _ event: InputDeviceEvent, _ device: Device) {
    let map = device.rule.keys.over(settings.keys)
    let binding =
      isDown
      ? machine.press(code, of: event.device, at: event.time, by: map)
      : machine.release(code, of: event.device, at: event.time)
    guard let binding else { return }
    guard MonotonicTime.now.nanoseconds(since: event.time) <= Self.lateNanoseconds else { return runner.dropLate() }
    runner.run(binding)
  }

  private func point(_ event: InputDeviceEvent, _ device: Device) {
    guard let app = device.rule.app else { return }
    scenes.take(event, app: app, screen: device.rule.screen ?? device.traits.output)
  }

  private func tick() {
    // A key that has come up already is not held, though nobody has looked yet.
    hearDevices()
    for binding in machine.tick(.now) { runner.run(binding) }
    arm()
  }

  /// Does what is due at once, and sets the timer to what comes next.
  private func arm() {
    scenes.flush(.now)
    let deadline = [machine.deadline, scenes.deadline].compactMap(\.self).min()
    if let deadline { timer?.arm(at: deadline) } else { timer?.disarm() }
  }
}

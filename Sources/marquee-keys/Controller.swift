internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// The running program: devices, the daemon, and the key map between them.
final class Controller {
  /// The maximum age of a key press. Older ones are dropped, because the presenter may want something else by then.
  private static let lateNanoseconds: UInt64 = 1_000_000_000
  /// The signals for this program. `main` blocks them before it starts a thread.
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
  private var devices: [InputDeviceID: (traits: DeviceTraits, rule: DeviceRule)] = [:]
  private var machine = KeyMachine()
  private var sceneKeys = SceneKeys()
  private var texts: KeyTexts?
  private var timer: LoopTimer?
  private var watches: [Watch] = []
  private var signalWatch: SignalWatch?

  init(_ arguments: KeysArguments) throws(KeysFailure) {
    self.arguments = arguments
    settings = try arguments.loadKeyMap()
    do throws(Errno) {
      loop = try EventLoop()
      link = try DaemonSubscription()
    } catch {
      throw .system("the event loop could not be made", error)
    }
    runner = CommandRunner(calls: calls, notices: notices)
    scenes = SceneInputs(calls: calls, notices: notices)
  }

  /// Runs until a signal ends the program.
  func run() throws(KeysFailure) {
    timer = loop.makeTimer { [unowned self] in tick() }
    scenes.didTouch = { [runner] app, session in runner.focus[app] = session }
    do throws(Errno) {
      signalWatch = try SignalWatch(loop: loop, signals: Self.signals) { [unowned self] signal in
        signal == SIGHUP ? reload() : loop.stop()
      }
      watches.append(try loop.watch(link.wakeEvent.descriptor, for: .readable) { [unowned self] _ in readDaemon() })
      try link.start()
    } catch {
      throw .system("the daemon's events cannot be read", error)
    }
    loadLayout()
    try openDevices()
    loop.run()
  }

  /// Loads the keyboard layout if a keyboard may type into scenes. Held keys and locks stay.
  private func loadLayout() {
    let former = texts
    texts = nil
    guard settings.typesIntoScenes else { return }
    let layout = settings.layout ?? .system
    texts = KeyTexts(layout, numLock: settings.numLock, replacing: former)
    if texts == nil {
      notices.log("The keyboard layout \(layout.layout) cannot be loaded, so keys have no text. Is xkb-data installed?")
    }
  }

  private func openDevices() throws(KeysFailure) {
    let input = try InputDevices(seat: arguments.seat) { [unowned self] traits in settings.rule(for: traits) }
    do throws(Errno) {
      watches.append(try loop.watch(input.descriptor, for: .readable) { [unowned self] _ in readDevices() })
    } catch {
      throw .system("input devices cannot be watched", error)
    }
    self.input = input
    readDevices()
    logMissingDevices()
  }

  /// Reads the key map again. Unaffected devices stay open, and their held keys stay held.
  private func reload() {
    let new: InputSettings
    do throws(KeysFailure) {
      new = try arguments.loadKeyMap()
    } catch {
      return notices.log("\(error)\nThe previous key map stays.")
    }
    // Earlier input belongs to the old map.
    readDevices()
    let former = settings
    settings = new
    if former.layout != new.layout || former.numLock != new.numLock || former.typesIntoScenes != new.typesIntoScenes {
      loadLayout()
    }
    let changes = input?.reconsider() ?? []
    // Log after the change, because a reader of the log may press a key of the new map at once.
    notices.log("The key map was read again.")
    take(changes)
    for (identifier, device) in devices {
      guard let rule = settings.rule(for: device.traits), rule != device.rule else { continue }
      devices[identifier]?.rule = rule
      if rule.app != device.rule.app { releaseKeys(of: identifier, device.rule) }
      if (rule.app, rule.screen) != (device.rule.app, device.rule.screen) { scenes.remove(identifier) }
      if rule.grabs != device.rule.grabs { logUsed(device.traits, rule) }
    }
    logRefusals()
    logMissingDevices()
    // Cancel touches before the input of their app is released.
    arm()
    scenes.own(settings.apps)
  }

  private func logMissingDevices() {
    guard devices.isEmpty else { return }
    let more =
      settings.devices == InputSettings.builtIn.devices ? " Keyboards are used only if a key map names them." : ""
    notices.log(
      "No device of \(arguments.seat) fits the key map. Waiting for one. marquee-keys --list shows all devices.\(more)"
    )
  }

  private func readDaemon() {
    for message in link.take() {
      switch message {
      case .connected:
        runner.isConnected = true
        runner.logDropped()
        notices.forget("absent")
        notices.log("Connected to marqueed.")
        scenes.connect(settings.apps)
      case .event(let event):
        scenes.daemonDidChange()
        if [.appDidRegister, .inputOwnerDidChange].contains(event.event) { scenes.own(settings.apps) }
      case .absent(let error):
        runner.isConnected = false
        calls.close()
        scenes.disconnect()
        notices.logOnce(of: "absent", "Keys do nothing until marqueed answers: \(error)")
      }
    }
    arm()
  }

  private func readDevices() {
    guard let input else { return }
    let events = input.take()
    logRefusals()
    take(events)
    arm()
  }

  /// Logs the devices that cannot be used as the key map demands.
  private func logRefusals() {
    for refusal in input?.takeRefusals() ?? [] {
      let reason =
        refusal.errno == EACCES
        ? "no permission; is this user in the group input?" : Errno(rawValue: refusal.errno).description
      notices.logOnce(of: refusal.path, "\(refusal.path) cannot be opened: \(reason)")
    }
    for name in input?.takeUngrabbed() ?? [] {
      notices.log("\"\(name)\" is shared with other programs: another program uses it exclusively.")
    }
  }

  private func take(_ events: [InputDeviceEvent]) {
    // libinput releases the keys of a device before it removes the device. These releases must run no commands.
    let gone = Set(events.filter { $0.kind == .removed }.map(\.device))
    for device in gone { machine.remove(device) }
    for event in events { take(event, isGoing: gone.contains(event.device)) }
  }

  private func take(_ event: InputDeviceEvent, isGoing: Bool) {
    switch event.kind {
    case .added(let traits):
      guard let rule = settings.rule(for: traits) else { return }
      devices[event.device] = (traits, rule)
      logUsed(traits, rule)
    case .removed:
      guard let device = devices.removeValue(forKey: event.device) else { return }
      scenes.remove(event.device)
      releaseKeys(of: event.device, device.rule)
      notices.log(
        settings.rule(for: device.traits) == nil
          ? "\"\(device.traits.name)\" is not used any more." : "\"\(device.traits.name)\" is gone.")
    case .key(let code, let isDown):
      guard let device = devices[event.device] else { return }
      if let app = device.rule.app, device.traits.kinds.contains(.keyboard) {
        type(code, isDown, event, device.rule, into: app, isGoing: isGoing)
      } else if !isGoing {
        press(code, isDown, event, device.rule.keys.over(settings.keys))
      }
    case .button(let code, let isDown):
      if !isGoing, let device = devices[event.device] {
        press(code, isDown, event, device.rule.keys.over(settings.keys))
      }
      point(event)
    case .touchDown, .touchMove, .touchUp, .touchCancel, .motion, .position, .scroll: point(event)
    }
  }

  /// Releases the held keys of a device in the app of its rule.
  private func releaseKeys(of device: InputDeviceID, _ rule: DeviceRule) {
    let keys = sceneKeys.remove(device, modifiers: machine.modifiers, texts)
    guard let app = rule.app else { return }
    for key in keys { runner.send(key, to: app) }
  }

  private func logUsed(_ traits: DeviceTraits, _ rule: DeviceRule) {
    let kinds = traits.kinds.isEmpty ? "" : " (\(traits.kindNames))"
    notices.log("\"\(traits.name)\" is used\(kinds)\(rule.grabs ? ", exclusively" : "").")
  }

  /// Handles a key of a keyboard that types into an app's scenes. Only the device's own keys are commands.
  private func type(
    _ code: KeyCode, _ isDown: Bool, _ event: InputDeviceEvent, _ rule: DeviceRule, into app: String, isGoing: Bool
  ) {
    let isCommand = isDown && machine.hasCommand(code, in: rule.keys)
    if !isGoing { press(code, isDown, event, rule.keys) }
    let modifiers = machine.modifiers
    let isLate = MonotonicTime.now.nanoseconds(since: event.time) > Self.lateNanoseconds
    // A release is sent at any age, otherwise the app would keep the key down.
    if isDown, !isCommand, isLate { return runner.dropLate() }
    let key =
      isDown
      ? isCommand
        ? nil : sceneKeys.press(code, of: event.device, app: app, modifiers: modifiers, at: event.time, texts)
      : sceneKeys.release(code, of: event.device, modifiers: modifiers, texts)
    guard let key else { return }
    // The touches before the key go first.
    scenes.flush(.now)
    runner.send(key, to: app)
  }

  private func press(_ code: KeyCode, _ isDown: Bool, _ event: InputDeviceEvent, _ map: KeyMap) {
    let binding =
      isDown
      ? machine.press(code, of: event.device, at: event.time, by: map)
      : machine.release(code, of: event.device, at: event.time)
    guard let binding else { return }
    guard MonotonicTime.now.nanoseconds(since: event.time) <= Self.lateNanoseconds else { return runner.dropLate() }
    runner.run(binding)
  }

  private func point(_ event: InputDeviceEvent) {
    guard let device = devices[event.device], let app = device.rule.app else { return }
    scenes.take(event, app: app, screen: device.rule.screen ?? device.traits.output)
  }

  private func tick() {
    // Process pending events first, because a key may be released already.
    readDevices()
    // The command of a long press has no `repeat`.
    for binding in machine.tick(.now) { runner.run(binding, isRepetition: binding.repeats) }
    if let due = sceneKeys.tick(.now) { runner.send(due.key, to: due.app) }
    arm()
  }

  /// Does the due work, and sets the timer for the next work.
  private func arm() {
    scenes.flush(.now)
    if let deadline = [machine.deadline, sceneKeys.deadline, scenes.deadline].compactMap(\.self).min() {
      timer?.arm(at: deadline)
    } else {
      timer?.disarm()
    }
  }
}

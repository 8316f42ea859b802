import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EDID
import Presentation
import Scenes

struct ScreensHandler: ScreenMethods {
  let replies: PictureReplies
  let configuration: CurrentConfiguration
  let content: ContentResources
  let reports: ContentReports
  /// Nil in a replay.
  let power: DisplayPowerControl?

  private var system: SceneSystem { replies.system }

  func begin() { power?.begin() }
  func screensMayHaveChanged() { power?.screensMayHaveChanged() }

  func handle(_ call: ScreensCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(ScreensReply(screens: system.screenInfos))
  }

  func handle(_ call: ModesCall, _ responder: ControlResponder) throws(ControlError) {
    let screen = try replies.find(call.screen).1
    let names = ModeNames(of: screen.availableModes)
    responder.reply(
      ModesReply(
        screen: screen.name, guessed: screen.isGuessed,
        currentMode: screen.currentMode.map { ScreenModeInfo($0, name: names[$0]) },
        modes: ScreenModeInfo.list(screen.availableModes, names)))
  }

  func handle(_ call: RotateCall, _ responder: ControlResponder) throws(ControlError) {
    guard let transform = Transform(name: call.rotation) else {
      throw .invalidValue(
        parameter: "rotation", value: call.rotation,
        expected: "one of " + Transform.allCases.map(\.rawValue).joined(separator: ", "))
    }
    try refuseUnderAlarm(call.screen, responder)
    try replies.change(call, call.screen, responder) { $0.choose({ $0.transform = transform }, completion: $1) }
  }

  func handle(_ call: SetScaleCall, _ responder: ControlResponder) throws(ControlError) {
    try refuseUnderAlarm(call.screen, responder)
    try replies.change(call, call.screen, responder) { $0.choose({ $0.scale = call.scale }, completion: $1) }
  }

  func handle(_ call: SetOverscanCall, _ responder: ControlResponder) throws(ControlError) {
    let insets = try OverscanInsets(call.overscan)
    // The insets must fit the mode in force. If they do not fit a later mode, they are cut and reported.
    if let excess = try replies.find(call.screen).1.currentMode.flatMap({ insets.excess(in: $0.size).first }) {
      throw .invalidValue(
        parameter: excess.edge, value: excess.inset.text,
        expected: "at most \(excess.most)px, a quarter of the \(excess.side) pixels of \(call.screen)'s mode")
    }
    try refuseUnderAlarm(call.screen, responder)
    try replies.change(call, call.screen, responder) { $0.choose({ $0.overscan = insets }, completion: $1) }
  }

  /// Throws for a change that could hide a raised alarm, unless the peer may clear it.
  private func refuseUnderAlarm(_ screen: String, _ responder: ControlResponder) throws(ControlError) {
    guard !responder.access.contains(.alarm), let alarm = system.alarms.newest(on: screen) else { return }
    throw .failed(
      message:
        "\(screen) shows the alarm \(alarm.name): its mode, rotation, scale and overscan cannot change during the alarm",
      hint: "\"marqueectl alarm clear \(alarm.name)\", which needs the access alarm, ends it")
  }

  func handle(_ call: SetVolumeCall, _ responder: ControlResponder) throws(ControlError) {
    guard (0...100).contains(call.volume) else {
      throw .invalidValue(parameter: "volume", value: "\(call.volume)", expected: "a number from 0 to 100")
    }
    try replies.change(call, call.screen, responder) { $0.choose({ $0.volume = call.volume }, completion: $1) }
  }

  func handle(_ call: ResetCall, _ responder: ControlResponder) throws(ControlError) {
    try refuseUnderAlarm(call.screen, responder)
    try replies.change(call, call.screen, responder) { $0.reset(completion: $1) }
  }

  func handle(_ call: BlankCall, _ responder: ControlResponder) throws(ControlError) {
    try replies.change(call, call.screen, responder) { $0.setBlank(call.on, completion: $1) }
  }

  func handle(_ call: FreezeCall, _ responder: ControlResponder) throws(ControlError) {
    try replies.change(call, call.screen, responder) { $0.setFrozen(call.on, completion: $1) }
  }

  func handle(_ call: ExplainCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    var record = DecisionRecord(screen, coordinator.decision, standIn: configuration.value.standIn)
    // A report has no users, so that its replay on another machine decides the same.
    if coordinator.decision.picture.isRaisedAlarm, let user = replies.system.alarms.newest(on: screen.name)?.user {
      record.shows = record.shows.map { "\($0), raised by \(user)" }
    }
    let snapshot = screen.snapshot
    let linkNeeds = (try? EDID(bytes: snapshot.edid))?.linkNeeds(beyond: snapshot.modes) ?? []
    if let setting = scheduledPower(on: coordinator) { record.settings.append(setting) }
    record.notes = linkNeeds + (power?.infos ?? []).filter { $0.screen == screen.name }.map(\.message)
    // The long form has paths of files.
    if call.content == true, responder.access.contains(.remote) { record.longForm = longForm(of: screen) }
    guard call.content == true, let (session, shown) = reports.shownContent(on: coordinator),
      reports.isOpen(session, to: responder.access)
    else {
      return responder.reply(ExplainReply(record: record))
    }
    reports.report(session, shown, coordinator, screen, at: nil) { moments, troubles, notes in
      record.content = moments
      let told = Set(moments.flatMap(\.skipped))
      // Leave out troubles that are already in the notes.
      record.notes +=
        notes
        + troubles.filter { trouble in !told.contains(trouble) && !notes.contains { $0.hasSuffix(trouble) } }.firstFew
      responder.reply(ExplainReply(record: record))
    }
  }

  /// The settings of a screen in the long form; nil if the screen has no content in the short form.
  private func longForm(of screen: Screen) -> String? {
    let narrow = configuration.value.narrowed(toConnector: screen.name, identity: screen.snapshot.identity)
    return narrow.usesShortForm ? narrow.longForm : nil
  }

  func handle(_ call: SetModeCall, _ responder: ControlResponder) throws(ControlError) {
    let (coordinator, screen) = try replies.find(call.screen)
    let wish: ModeWish
    do throws(ModeWishError) {
      wish = try ModeWish(call.mode)
    } catch {
      throw .invalidValue(parameter: "mode", value: call.mode, expected: ModeWishError.expected)
    }
    guard let mode = ModeSelector.modes(for: wish, in: screen.availableModes).first else {
      throw .noSuchMode(
        screen: screen.name, mode: call.mode, near: ModeSelector.nearest(to: call.mode, in: screen.availableModes))
    }
    try refuseUnderAlarm(screen.name, responder)
    let info = ScreenModeInfo(mode, name: ModeNames(of: screen.availableModes)[mode])
    try replies.change(call, responder) { completion throws(SceneError) in
      if let seconds = call.confirmSeconds {
        try coordinator.tryMode(wish, for: UInt64(seconds * 1_000_000_000), completion: completion)
      } else {
        try coordinator.setMode(wish, completion: completion)
      }
    } atOnce: {
      SetModeReply(mode: info, note: replies.trouble ?? "not waited for")
    } reply: { outcome throws(ControlError) in
      try reply(to: call, wish, info, coordinator, outcome)
    }
  }

  private func reply(
    to call: SetModeCall, _ wish: ModeWish, _ wanted: ScreenModeInfo, _ coordinator: ScreenCoordinator,
    _ outcome: PictureOutcome
  ) throws(ControlError) -> SetModeReply {
    switch outcome {
    case .kept(let note, let hint):
      return SetModeReply(mode: wanted, note: [replies.trouble, note].note, hint: hint)
    case .failed(let error): throw ControlError(error)
    case .shown(let record):
      let available = coordinator.screen?.availableModes ?? []
      let current = coordinator.screen?.currentMode.map { ScreenModeInfo($0, name: ModeNames(of: available)[$0]) }
      if let shown = coordinator.screen?.currentMode, !ModeSelector.modes(for: wish, in: available).contains(shown) {
        throw ControlError(
          refused: wanted.name, for: current?.name, on: call.screen, isTrial: call.confirmSeconds != nil,
          coordinator.decision)
      }
      let seconds = call.confirmSeconds.map { $0.rounded() == $0 ? "\(Int($0))" : "\($0)" }
      let trial = seconds.map { "the previous mode returns in \($0) s unless this mode is confirmed" }
      return SetModeReply(
        mode: current ?? wanted, presented: [PresentedFrame(record, screen: call.screen)],
        note: [replies.trouble, trial ?? coordinator.decision.winner?.reason].note,
        hint: trial.map { _ in "\"marqueectl mode \(call.screen) confirm\" confirms it" })
    }
  }

  func handle(_ call: ConfirmModeCall, _ responder: ControlResponder) throws(ControlError) {
    let coordinator = try replies.find(call.screen).0
    try ControlError.of { () throws(SceneError) in try coordinator.confirmMode() }
    replies.whenKept {
      if let trouble = replies.trouble { return responder.fail(.failed(message: "the mode is \(trouble)")) }
      responder.reply(EmptyReply())
    }
  }

  func handle(_ call: SetSupportCall, _ responder: ControlResponder) throws(ControlError) {
    let choice = try call.support.map { word throws(ControlError) in try ExternalSupport(asked: word) }
    let scope: SupportScope
    switch (call.screen, call.app) {
    case (nil, nil): scope = .overall
    case (nil, let app?): scope = .app(app)
    case (let screen?, nil): scope = .screen(screen)
    case (_?, let app?):
      throw .invalidValue(parameter: "app", value: app, expected: "a screen or an app, not both")
    }
    try replies.changeAll(call, responder, setsContent: false) { completion throws(SceneError) in
      try system.setSupport(choice, for: scope, completion: completion)
    }
  }

  func handle(_ call: SetMirrorCall, _ responder: ControlResponder) throws(ControlError) {
    let fit = call.fit.flatMap(MirrorFit.init(rawValue:))
    if let word = call.fit, fit == nil {
      throw .invalidValue(
        parameter: "fit", value: word, expected: MirrorFit.allCases.map(\.rawValue).joined(separator: ", "))
    }
    try replies.change(call, call.screen, responder) { coordinator, completion throws(SceneError) in
      try coordinator.setMirror(of: call.of.map(MirrorWish.Source.init), fit: fit, completion: completion)
    }
  }

  func handle(_ call: PowerCall, _ responder: ControlResponder) throws(ControlError) {
    var remark: String?
    try replies.change(call, call.screen, responder, remark: { remark }) {
      (coordinator, completion) throws(SceneError) in
      coordinator.setPower(call.on) { outcome in
        guard call.on, let off = scheduledOff(on: coordinator) else { return completion(outcome) }
        remark = "\(call.screen) is on until \(off.text)\(off.isEnd ? ", when its off hours end" : "")"
        coordinator.choose({ $0.onUntil = off.until }, completion: completion)
      }
    }
  }

  func handle(_ call: IdentifyCall, _ responder: ControlResponder) throws(ControlError) {
    let screens = try call.screen.map { name throws(ControlError) in [try replies.find(name).1] } ?? system.screens
    if let standIn = screens.first(where: \.isStandIn) {
      throw .failed(message: "\(standIn.name) is a stand-in: no display is connected that could show its name")
    }
    let time = UInt64((call.seconds ?? 5) * 1_000_000_000)
    try replies.changeAll(call, responder) { completion throws(SceneError) in
      let group = PictureOutcomeCollector(count: screens.count, completion: completion)
      for (number, screen) in system.screens.enumerated() where screens.contains(where: { $0 === screen }) {
        let mode = screen.currentMode.map { ModeNames.plainName(of: $0) } ?? "dark"
        let banner = BannerDescription(
          "\(number + 1)\n\(screen.name)\n\(mode)", on: Color(red: 0x10, green: 0x20, blue: 0x30))
        do throws(SceneError) {
          try system.find(screen.name).show(.banner(banner), for: time) { group.add($0, on: screen.name) }
        } catch {
          group.add(.failed(error), on: screen.name)
        }
      }
    }
  }

  /// The setting of the schedule that switches a screen's power; nil if no schedule does now.
  private func scheduledPower(on coordinator: ScreenCoordinator) -> SettingInfo? {
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

  /// The off hours that have switched a screen off; nil if there are none.
  private func scheduledOff(on coordinator: ScreenCoordinator) -> ScheduledPowerOff? {
    guard case .dark(.schedule) = coordinator.decision.picture.shown else { return nil }
    return coordinator.sessionOfContent?.content.flatMap { content.powerOff(by: $0) }
  }
}

extension ControlError {
  init(refused mode: String, for other: String?, on screen: String, isTrial: Bool, _ decision: ScreenDecision) {
    let error = decision.attempts.last { $0.candidate.name == mode && $0.error != nil }?.error
    let reason = error.map { ": \($0)" } ?? ", or another setting has precedence"
    let kept = isTrial ? "Nothing was kept" : "The choice applies when the display is plugged in again"
    let back = isTrial ? "" : "\"marqueectl reset \(screen)\" removes it, and "
    self = .failed(
      message: "\(screen) could not be set to \(mode)\(reason). It shows \(other ?? "nothing"). \(kept)",
      hint: "\(back)\"marqueectl explain \(screen)\" gives details")
  }
}

nonisolated extension ExternalSupport {
  init(asked word: String) throws(ControlError) {
    guard let support = ExternalSupport(rawValue: word) else {
      throw .invalidValue(
        parameter: "support", value: word,
        expected: ExternalSupport.allCases.map(\.rawValue).joined(separator: ", ")
          + ", or null for the setting without a choice")
    }
    self = support
  }
}

nonisolated extension OverscanInfo {
  init(_ insets: OverscanInsets) {
    self.init(top: insets.top.text, right: insets.right.text, bottom: insets.bottom.text, left: insets.left.text)
  }
}

nonisolated extension OverscanInsets {
  init(_ info: OverscanInfo) throws(ControlError) {
    func edge(_ text: String, _ name: String) throws(ControlError) -> OverscanInset {
      guard let inset = OverscanInset(text) else {
        throw .invalidValue(parameter: name, value: text, expected: "0% to 25%, or pixels as 24px")
      }
      return inset
    }
    self.init(
      top: try edge(info.top, "top"), right: try edge(info.right, "right"), bottom: try edge(info.bottom, "bottom"),
      left: try edge(info.left, "left"))
  }
}

nonisolated extension ScreenModeInfo {
  init(_ mode: ScreenMode, name: String) {
    self.init(
      name: name, width: mode.size.width, height: mode.size.height, refreshMillihertz: mode.refreshMillihertz,
      interlaced: mode.isInterlaced, preferred: mode.isPreferred, pixelAspectRatio: mode.pixelAspectRatio,
      pictureAspect: mode.pictureAspect?.rawValue)
  }

  static func list(_ modes: [ScreenMode]) -> [ScreenModeInfo] { list(modes, ModeNames(of: modes)) }

  fileprivate static func list(_ modes: [ScreenMode], _ names: ModeNames) -> [ScreenModeInfo] {
    modes.map { ScreenModeInfo($0, name: names[$0]) }
  }
}

nonisolated extension ScreenInfo {
  init(_ snapshot: ScreenSnapshot) { self.init(snapshot, ModeNames(of: snapshot.modes)) }

  private init(_ snapshot: ScreenSnapshot, _ names: ModeNames) {
    self.init(
      name: snapshot.name, device: snapshot.device, guessed: snapshot.edidState == .guessed,
      make: snapshot.identity.make, model: snapshot.identity.model, serial: snapshot.identity.serial,
      physicalSize: snapshot.physicalSize.map {
        PhysicalSizeInfo(widthMillimeters: $0.widthMillimeters, heightMillimeters: $0.heightMillimeters)
      },
      preferredMode: ModeSelector.preferredMode(of: snapshot.modes).map { ScreenModeInfo($0, name: names[$0]) },
      availableModes: ScreenModeInfo.list(snapshot.modes, names))
  }

  @MainActor init(_ screen: Screen, coordinator: ScreenCoordinator?) {
    let names = ModeNames(of: screen.availableModes)
    self.init(screen.snapshot, names)
    if screen.isStandIn { status = .disconnected }
    currentMode = screen.currentMode.map { ScreenModeInfo($0, name: names[$0]) }
    label = coordinator?.decision.rule?.name?.value
    scale = screen.scale
    mirroredScreen = coordinator?.mirroredScreen
    scene = coordinator?.shownScene?.session.identifier
    if let decision = coordinator?.decision { set(decision) }
  }

  private mutating func set(_ decision: ScreenDecision) {
    if let settings = decision.settings {
      rotation = settings.transform.value.rawValue
      overscan = OverscanInfo(settings.overscan.value)
      power = settings.power.value ? .on : .off
      blank = settings.blank.value
      volume = settings.volume.value
      use = ScreenUseInfo(rawValue: settings.use.value.rawValue) ?? .external
    }
    frozen = decision.picture.cover.isFrozen
    role = decision.rule?.role?.value ?? role
    support = SupportInfo(rawValue: decision.support.value.rawValue) ?? .external
    foreground = decision.foreground?.app
    (shown, reason) = decision.picture.words
  }
}

nonisolated extension ScreenPicture {
  /// What is shown, and the rule that decided it or the cause of the darkness, in a word each.
  fileprivate var words: (shown: ShownInfo, reason: String) {
    let rule = rule ?? ""
    return switch shown {
    case .dark(.use): (.dark, "use")
    case .dark(.power): (.dark, "power")
    case .dark(.schedule): (.dark, "schedule")
    case .dark(.support): (.dark, "support")
    case .untouched: (.untouched, rule)
    case .scene: (.scene, rule)
    case .applications: (.applications, rule)
    case .masked: (.placeholder, rule)
    case .black: (.black, rule)
    case .mirror: (.mirror, rule)
    case .idle: (.idle, rule)
    }
  }
}

nonisolated extension SessionInfo {
  @MainActor init(_ session: SceneSession) {
    self.init(
      identifier: session.identifier, app: session.app, role: session.role.rawValue,
      configuration: session.configuration.name, screen: session.scene == nil ? nil : session.connector,
      state: session.scene.flatMap { SceneStateInfo(rawValue: $0.state.rawValue) } ?? .unattached)
  }
}

nonisolated extension PresentedFrame {
  init(_ record: FlipRecord, screen: String) {
    self.init(
      screen: screen, sequence: record.sequence, monotonicNanoseconds: record.timestamp.nanoseconds,
      timestampSource: record.isEstimated ? .daemon : .driver, frame: record.captured?.hash ?? "",
      ending: FlipEnding(rawValue: record.ending.rawValue) ?? .discarded)
  }
}

extension SceneSystem {
  /// The connected screens, and the stand-in if no screen is connected.
  var screenInfos: [ScreenInfo] {
    (screens + [standIn].compactMap(\.self)).map { ScreenInfo($0, coordinator: try? find($0.name)) }
  }

  var appInfos: [AppInfo] {
    apps.map { app in
      let owned = screens.filter { (try? find($0.name))?.decision.foreground?.app == app.name }
      return AppInfo(
        name: app.name, foreground: app.name == foregroundApp, screens: owned.map(\.name),
        roles: app.manifest.configurations.keys.map(\.rawValue).sorted(),
        controller: registeredApps.contains { $0 === app } ? (app.presence == .here ? .here : .gone) : nil)
    }
  }
}

import ControlProtocol
import DisplayTypes
import EDID
import Scenes

nonisolated extension DecisionRecord {
  @MainActor init(_ screen: Screen, _ decision: ScreenDecision, standIn: Sourced<Bool>) {
    let snapshot = screen.snapshot
    self.init(
      screen: screen.name, label: decision.rule?.name?.value, make: snapshot.identity.make,
      model: snapshot.identity.model,
      serial: snapshot.identity.serial,
      edid: EDIDInfo(
        settled: snapshot.edidState == .settled, bytes: snapshot.edid.count,
        problems: (try? EDID(bytes: snapshot.edid))?.complaints ?? []),
      rule: decision.rule.map { rule in
        let place = rule.match.location.map { "\($0) " } ?? ""
        return "\(place)(\(rule.match.value))"
      },
      unmetWishes: decision.plan.refusals.map {
        UnmetWishInfo(wish: $0.wish, source: $0.source.word, reason: $0.reason, near: $0.near)
      },
      candidates: decision.plan.candidates.map {
        CandidateInfo(
          mode: ScreenModeInfo($0.mode, name: $0.name), source: $0.source.word, wish: $0.wish, reason: $0.reason)
      },
      attempts: decision.attempts.map { attempt in
        AttemptInfo(
          mode: ScreenModeInfo(attempt.candidate.mode, name: attempt.candidate.name),
          kind: attempt.isTest ? .test : .commit, accepted: attempt.error == nil,
          errno: attempt.error.flatMap { $0.errno == 0 ? nil : Int($0.errno) },
          message: attempt.error.map(\.description))
      }, winner: decision.winner.map { ScreenModeInfo($0.mode, name: $0.name) }, modesets: decision.modesets,
      steps: decision.steps.map { StepInfo(step: $0.name, monotonicNanoseconds: $0.time.nanoseconds) },
      settings: decision.settings.map { SettingInfo.list($0, decision, standIn) } ?? [],
      shows: decision.picture.shown.words(decision.mirror) + (screen.isStandIn ? SettingInfo.standInWords : ""),
      showsBecause: decision.picture.reasons.map { ShownReason(rule: $0.rule, holds: $0.holds, reason: $0.text) })
  }
}

nonisolated extension ShownPicture {
  fileprivate func words(_ mirror: MirrorChoice) -> String {
    switch self {
    case .dark: "dark"
    case .untouched: "untouched"
    case .scene(let app, _): AlarmRecord.name(ofApp: app).map { "the alarm \($0)" } ?? "the external scene of \(app)"
    case .applications(let app): "the application scenes of \(app)"
    case .masked(let app): "a placeholder for \(app), which is private"
    case .black(let app): "black, by the manifest of \(app)"
    case .mirror: "a mirror of \(mirror.screen ?? "another screen")"
    case .idle: "the idle frame"
    }
  }
}

nonisolated extension SettingInfo {
  fileprivate static func list(
    _ settings: ScreenSettings, _ decision: ScreenDecision, _ standIn: Sourced<Bool>
  ) -> [SettingInfo] {
    let isFrozen = decision.picture.cover.isFrozen
    let rule = decision.rule
    return [
      SettingInfo("use", settings.use.value.rawValue, settings.use.source),
      SettingInfo("rotation", settings.transform.value.rawValue, settings.transform.source),
      SettingInfo("scale", settings.scale.value.map { "\($0)" } ?? "auto", settings.scale.source),
      SettingInfo("overscan", settings.overscan.value.words, settings.overscan.source),
      SettingInfo("power", settings.power.value ? "on" : "off", settings.power.source),
      SettingInfo("blank", settings.blank.value ? "on" : "off", settings.blank.source),
      SettingInfo("volume", "\(settings.volume.value)", settings.volume.source),
      SettingInfo("freeze", isFrozen ? "on" : "off", isFrozen ? .runtime : .standard),
      SettingInfo("role", rule?.role?.value ?? SceneRole.externalDisplayNonInteractive.rawValue, source(rule?.role)),
      SettingInfo(
        "prefersApplication", rule?.prefersApplication?.value == true ? "on" : "off", source(rule?.prefersApplication)),
    ] + list(decision) + [
      SettingInfo("cec", (rule?.cec?.value ?? .automatic).text, source(rule?.cec)),
      SettingInfo("ddc", rule?.ddc?.value == true ? "on" : "off", source(rule?.ddc)),
      SettingInfo(
        "standIn", standIn.value ? "on" : "off", standIn.location.map { .configuration($0) } ?? .standard,
        level: .overall),
    ]
  }

  /// The settings of `ShownPictureDecision`.
  private static func list(_ decision: ScreenDecision) -> [SettingInfo] {
    let (support, mirror) = (decision.support, decision.mirror)
    let level: SettingLevel =
      switch support.level {
      case .screen: .screen
      case .app: .app
      case .overall: .overall
      }
    let foreground = decision.foreground.map { choice in
      SettingInfo("foreground", choice.app, choice.source, level: choice.isForAllScreens ? .overall : .screen)
    }
    return [
      SettingInfo("support", support.value.rawValue, support.source, level: level),
      SettingInfo("mirror", "\(mirror.screen ?? "none"), \(mirror.fit.rawValue)", mirror.source), foreground,
    ].compactMap(\.self)
  }

  private static func source(_ setting: Sourced<some Any>?) -> SettingSource {
    setting.map { .configuration($0.location) } ?? .standard
  }

  fileprivate static let standInWords =
    ", in a stand-in: no display is connected, and the next display takes over the scenes"

  private init(_ name: String, _ value: String, _ source: SettingSource, level: SettingLevel = .screen) {
    switch source {
    case .runtime: self.init(name: name, value: value, origin: .runtime, level: level)
    case .registration: self.init(name: name, value: value, origin: .registration, level: level)
    case .configuration(let location):
      self.init(name: name, value: value, origin: .configuration, level: level, location: location?.description)
    case .display: self.init(name: name, value: value, origin: .display)
    case .standard: self.init(name: name, value: value, origin: .builtIn)
    }
  }
}

nonisolated extension OverscanInsets {
  var words: String { "top \(top.text), right \(right.text), bottom \(bottom.text), left \(left.text)" }
}

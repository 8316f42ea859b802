import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Scenes

extension Configuration {
  var policy: ScreenPolicy {
    ScreenPolicy(
      rules: screens, unknownScreens: unknownScreens.value, support: support, idleColor: idleColor.value,
      foregroundApp: foregroundApp.map { Sourced($0.name.value, at: $0.foreground.location ?? $0.name.location) },
      backgroundScenes: backgroundScenes.value, standIn: standIn)
  }

  /// - Parameter isBlack: whether every content is black, so that no text is drawn and no file is opened.
  func makeApps(_ resources: ContentResources, isBlack: Bool = false) -> [App] {
    apps.map { app in
      var configurations: [SceneRole: [SceneConfiguration]] = [:]
      for scenes in app.scenes {
        configurations[SceneRole(rawValue: scenes.role.value)] = scenes.configurations.map { scene in
          SceneConfiguration(
            name: scene.name.value, content: scene.content.map { isBlack ? .color(.black) : $0.value },
            modes: scene.modes, match: scene.match?.value, size: scene.size?.value,
            isPrivate: scene.isPrivate?.value ?? false,
            isInteractive: scene.isInteractive?.value ?? false)
        }
      }
      return App(
        name: app.name.value,
        manifest: SceneManifest(
          configurations: configurations, supportsMultipleScenes: app.supportsMultipleScenes.value),
        isFallback: app.fallback.value, isAlarm: app.alarm.value, isPrivate: app.isPrivate.value,
        support: app.support,
        makeDelegate: { ContentSceneDelegate(resources) })
    }
  }

  /// Whether a scene of the file shows a text or a code.
  var drawsTexts: Bool {
    let scenes = apps.lazy.flatMap(\.scenes).flatMap(\.configurations)
    return scenes.contains { $0.content.map { ContentNeeds(of: $0.value).texts } ?? false }
  }

  var grants: [AccessRule] {
    AccessLevel.levels.compactMap { level in
      access[level].map { AccessRule(level, users: $0.users.map(\.value), groups: $0.groups.map(\.value)) }
    }
  }

  /// The users and groups of `access` that this machine does not have, as warnings.
  var unknownNames: [ConfigurationError] {
    AccessLevel.levels.flatMap { level in
      let kinds = [
        ("user", access[level]?.users ?? [], AccessPolicy.userID),
        ("group", access[level]?.groups ?? [], AccessPolicy.groupID),
      ]
      return kinds.flatMap { kind, names, find in
        names.enumerated().compactMap { (index, name) -> ConfigurationError? in
          guard find(name.value) == nil, let location = name.location else { return nil }
          return ConfigurationError(
            location: location, keyPath: "access.\(level.name).\(kind)s[\(index)]",
            problem: "this machine has no \(kind) \"\(Quoting.short(name.value))\"", hint: "it grants no access")
        }
      }
    }
  }

  private var systemLanguage: SystemLanguage? { language.flatMap { SystemLanguage($0.value) } }

  /// Sets the zone of contents that name none, and the names of days and months.
  func apply(to calendar: ContentCalendar) {
    calendar.set(zone: zone?.value, names: systemLanguage.flatMap { CalendarNames.system($0) } ?? .english)
  }

  /// A warning if this machine does not have the language.
  var languageWarnings: [ConfigurationError] {
    guard let systemLanguage, !systemLanguage.isInstalled, let location = language?.location else { return [] }
    let (problem, remedy) = systemLanguage.absence
    return [ConfigurationError(location: location, keyPath: "language", problem: problem, hint: remedy)]
  }

  var usesDDC: Bool { screens.contains { $0.ddc?.value == true } }
}

extension RuntimeChoices {
  /// Removes the choices that belong to changed keys of the file.
  mutating func forget(_ keys: Set<ScreenRuleKey>) {
    for key in keys {
      switch key {
      case .modes: mode = nil
      case .rotation: transform = nil
      case .scale: scale = nil
      case .overscan: overscan = nil
      case .apps: foregroundApp = nil
      case .support: support = nil
      case .mirror: mirror = nil
      case .name, .use, .maximum, .aspect, .role, .prefersApplication, .allowsAppModes, .cec, .ddc: break
      }
    }
  }
}

extension PersistentState {
  /// Whether a screen shows a text or a code in place of the content of the configuration.
  var drawsTexts: Bool { sessions.contains { $0.chosen.map { ContentNeeds(of: $0.description).texts } ?? false } }
}

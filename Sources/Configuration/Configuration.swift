package import ContentModel
package import ControlProtocol
package import DisplayTypes

/// The checked settings of a configuration file. Each value knows its line; comparisons ignore it.
package struct Configuration: Hashable {
  /// The rules for screens. Only the first rule that matches a screen counts.
  package var screens: [ModeRule] = []
  /// The zone of contents and commands that name none; nil for the machine's zone.
  package var zone: Sourced<String>?
  /// The language of weekdays and months, such as `de` or `pt_BR`; nil for English.
  package var language: Sourced<String>?
  /// The setting for displays that were never connected before.
  package var unknownScreens: Sourced<UnknownScreens> = Sourced(.show)
  package var support: Sourced<ExternalSupport> = Sourced(.external)
  /// The colour of a screen that shows nothing.
  package var idleColor: Sourced<Color> = Sourced(.black)
  /// The limit of scenes in the background, for all screens together.
  package var backgroundScenes = Sourced(8)
  /// Whether scenes continue while no external display is connected.
  package var standIn = Sourced(false)
  /// Whether moving content, as a ticker, stands still or fades instead of moving.
  package var reducedMotion = Sourced(false)
  /// The transition from one slide of a talk to the next.
  package var talkTransition = Sourced(TalkTransition.deck)
  /// The apps in the order of the file, or the built-in `welcome` if the file has no key `apps`.
  package var apps: [AppDescription] = []
  package var access: [AccessLevel: AccessGrant] = [:]
  /// The files and folders of contents in the order of the file. Those of an included playlist are in its place.
  package var media: [Sourced<MediaReference>] = []

  /// Reads the bytes of a file. A file without a value gives `default`.
  ///
  /// - Parameters:
  ///   - file: the name in messages and locations.
  ///   - files: the source of included files.
  /// - Throws: All errors, not only the first.
  package static func parse(
    _ bytes: [UInt8], file: String, files: ConfigurationFiles = ConfigurationFiles()
  ) throws(ConfigurationErrors) -> Configuration {
    try YAMLFile.read(bytes, file: file) { root, errors in
      root.map { ConfigurationReader(errors: errors, files: files).configuration($0) } ?? .default
    }
  }

  package func rule(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    screens.first(connectorName: connectorName, identity: identity)
  }

  /// The foreground app of screens without their own: the marked app, or the first one.
  package var foregroundApp: AppDescription? { apps.first { $0.foreground.value } ?? apps.first }

  /// The foreground app of a screen, with the place of that setting.
  package func foregroundApp(connectorName: String, identity: DisplayIdentity) -> Sourced<String>? {
    if let app = rule(connectorName: connectorName, identity: identity)?.app { return app }
    return foregroundApp.map { Sourced($0.name.value, at: $0.foreground.location ?? $0.name.location) }
  }

  package func app(named name: String) -> AppDescription? { apps.first { $0.name.value == name } }

  /// The settings without a file: the app `welcome`, whose external scene is the set-up card.
  package static let `default` = Configuration(apps: [
    AppDescription(
      name: Sourced("welcome"), foreground: Sourced(true),
      scenes: [
        SceneRoleDescription(
          role: Sourced(SceneRoleDescription.externalDisplayNonInteractive),
          configurations: [
            SceneConfigurationDescription(name: Sourced("welcome"), content: Sourced(.setup(.plain)))
          ])
      ])
  ])
}

extension Configuration {
  /// Doubtful settings that are not errors.
  package var notices: [ConfigurationError] { unknownApps + unknownRoles + hiddenRoles }

  /// Scenes under the older name of a role that are hidden by the newer name.
  private var hiddenRoles: [ConfigurationError] {
    apps.compactMap { app in
      let (newer, older) = (SceneRoleDescription.externalDisplayNonInteractive, SceneRoleDescription.externalDisplay)
      guard let location = app.scenes.first(where: { $0.role.value == older })?.role.location,
        app.scenes.contains(where: { $0.role.value == newer })
      else { return nil }
      return ConfigurationError(
        location: location, keyPath: "apps.\(app.name.value).scenes.\(older)",
        problem: "does not count, because the app has \(newer), the newer name of the same role",
        hint: "remove it, unless older programs read the file too")
    }
  }

  /// Rules with a role that no app of the file has.
  private var unknownRoles: [ConfigurationError] {
    screens.enumerated().compactMap { index, rule in
      guard let role = rule.role, let location = role.location,
        !apps.contains(where: { $0.configurations(for: role.value) != nil })
      else { return nil }
      return ConfigurationError(
        location: location, keyPath: "screens[\(index)].role",
        problem: "no app of this file has scenes of the role \"\(Quoting.short(role.value))\"",
        hint: "until an app has such a scene, its screens show no scene")
    }
  }

  /// Rules with an app that the file does not define. Until a controller registers that app, the screen shows the general foreground app.
  private var unknownApps: [ConfigurationError] {
    screens.enumerated().compactMap { index, rule in
      guard let name = rule.app, let location = name.location, app(named: name.value) == nil else { return nil }
      return ConfigurationError(
        location: location, keyPath: "screens[\(index)].apps[0]",
        problem: "the app \"\(Quoting.short(name.value))\" is not in this file",
        hint: "it counts once a controller has registered it")
    }
  }
}

extension Configuration {
  /// The differences from an older configuration as phrases. Lines and comments do not count.
  package func changes(from old: Configuration) -> [String] {
    let added = apps.filter { old.app(named: $0.name.value) == nil }
    let removed = old.apps.filter { app(named: $0.name.value) == nil }
    let changed = apps.filter { app in old.app(named: app.name.value).map { $0 != app } ?? false }
    let settings = [
      (foregroundApp?.name != old.foregroundApp?.name, "another app is in the foreground"),
      (screens != old.screens, "the rules of screens have changed"),
      (zone != old.zone, "the time zone has changed"),
      (language != old.language, "the language has changed"),
      (unknownScreens != old.unknownScreens, "unknownScreens has changed"),
      (support != old.support, "support has changed"),
      (idleColor != old.idleColor, "the idle colour has changed"),
      (backgroundScenes != old.backgroundScenes, "backgroundScenes has changed"),
      (standIn != old.standIn, "standIn has changed"),
      (reducedMotion != old.reducedMotion, "reducedMotion has changed"),
      (talkTransition != old.talkTransition, "the transition of talks has changed"),
      (access != old.access, "access has changed"),
    ]
    return added.map { "app \($0.name.value) was added" } + removed.map { "app \($0.name.value) was removed" }
      + changed.map { "app \($0.name.value) has changed" } + settings.filter(\.0).map(\.1)
  }

  /// The keys whose values for a screen have changed. A run-time choice ends when its key is among them.
  package func screenKeys(changedFrom old: Configuration, connectorName: String, identity: DisplayIdentity)
    -> Set<ScreenRuleKey>
  {
    let before = old.rule(connectorName: connectorName, identity: identity)
    guard let now = rule(connectorName: connectorName, identity: identity) else {
      return before?.keys(changedFrom: nil) ?? []
    }
    return now.keys(changedFrom: before)
  }
}

/// The users and groups with access to the socket. Root and the daemon's own user always have admin access. All other users need a grant.
package struct AccessGrant: Hashable {
  package var groups: [Sourced<String>] = []
  package var users: [Sourced<String>] = []
}

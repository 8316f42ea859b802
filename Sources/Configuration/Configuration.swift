public import ContentModel
public import DisplayTypes

/// The settings of a configuration file, checked.
///
/// Where each was said comes along; it does not count when two are compared.
public struct Configuration: Hashable, Sendable {
  /// The rules for screens; the first that matches a screen is its only one.
  public var screens: [ModeRule] = []
  /// What a display gets that was never seen before.
  public var unknownScreens: Sourced<UnknownScreens> = Sourced(.show)
  /// What the user wants of external displays.
  public var support: Sourced<ExternalSupport> = Sourced(.external)
  /// The colour of a screen that shows nothing.
  public var idleColor: Sourced<Color> = Sourced(.black)
  /// How many scenes may wait in the background, on all screens together.
  public var backgroundScenes: Sourced<Int> = Sourced(8)
  /// Whether scenes live on while no external display is connected.
  public var standIn: Sourced<Bool> = Sourced(false)
  /// Whether what would move over the screen, as a slide or a ticker, stands or fades instead.
  public var reducedMotion: Sourced<Bool> = Sourced(false)
  /// The apps in the order of the file; the built-in `welcome` where the file has no key `apps`.
  public var apps: [AppDescription] = []
  /// Who may do what over the socket.
  public var access: AccessDescription = AccessDescription()
  /// The files and folders that contents name, in the order of the file; those of included playlists stand where they are included.
  public var media: [Sourced<MediaReference>] = []

  /// Reads a file's bytes.
  ///
  /// A file without any value gives `default`.
  ///
  /// - Parameters:
  ///   - file: The name that messages and locations use.
  ///   - files: Where those are read that it includes.
  /// - Throws: Everything that is wrong, not only the first thing.
  public static func parse(
    _ bytes: [UInt8], file: String, files: ConfigurationFiles = ConfigurationFiles()
  ) throws(ConfigurationErrors) -> Configuration {
    try YAMLFile.read(bytes, file: file) { root, errors in
      root.map { ConfigurationReader(errors: errors, files: files).configuration($0) } ?? .default
    } ?? .default
  }

  /// The rule for a screen; nil where none matches.
  public func rule(connectorName: String, identity: DisplayIdentity) -> ModeRule? {
    screens.first(connectorName: connectorName, identity: identity)
  }

  /// The app that is in the foreground on screens without one of their own: the one marked so, else the first; nil without apps.
  public var foregroundApp: AppDescription? {
    apps.first { $0.foreground.value } ?? apps.first
  }

  /// The foreground app of one screen and where that was said.
  public func foregroundApp(connectorName: String, identity: DisplayIdentity) -> Sourced<String>? {
    if let app = rule(connectorName: connectorName, identity: identity)?.app { return app }
    return foregroundApp.map { Sourced($0.name.value, at: $0.foreground.location ?? $0.name.location) }
  }

  /// The app of that name; nil where there is none.
  public func app(named name: String) -> AppDescription? {
    apps.first { $0.name.value == name }
  }
}

extension Configuration {
  /// The settings without a file: one app, `welcome`, whose external scene is the set-up card.
  public static let `default` = Configuration(apps: [
    AppDescription(
      name: Sourced("welcome"), foreground: Sourced(true),
      scenes: [
        SceneRoleDescription(
          role: Sourced(SceneRoleDescription.externalDisplayNonInteractive),
          configurations: [
            SceneConfigurationDescription(
              name: Sourced("welcome"), content: Sourced(.setup(.plain)))
          ])
      ])
  ])
}

extension Configuration {
  /// What is no error but worth saying when the file is checked or loaded.
  public var notices: [ConfigurationError] { unknownApps + unknownRoles + hiddenRoles }

  /// Scenes under the older name of a role that the newer one hides.
  private var hiddenRoles: [ConfigurationError] {
    apps.compactMap { app in
      let (newer, older) = (SceneRoleDescription.externalDisplayNonInteractive, SceneRoleDescription.externalDisplay)
      guard let location = app.scenes.first(where: { $0.role.value == older })?.role.location,
        app.scenes.contains(where: { $0.role.value == newer })
      else { return nil }
      return ConfigurationError(
        location: location, keyPath: "apps.\(app.name.value).scenes.\(older)",
        problem: "does not count, since the app has \(newer), the newer name of the same role",
        hint: "remove it, but where older programs read the file too")
    }
  }

  /// Rules that name a role which no app of the file has.
  private var unknownRoles: [ConfigurationError] {
    screens.enumerated().compactMap { index, rule in
      guard let role = rule.role, let location = role.location,
        !apps.contains(where: { $0.configurations(for: role.value) != nil })
      else { return nil }
      return ConfigurationError(
        location: location, keyPath: "screens[\(index)].role",
        problem: "no app of this file has scenes of the role “\(Quoting.short(role.value))”",
        hint: "until one has, its screens show what they show without a scene")
    }
  }

  /// Rules that name an app which the file does not define.
  ///
  /// A controller may register that app later; until then the screen shows the overall foreground app.
  private var unknownApps: [ConfigurationError] {
    screens.enumerated().compactMap { index, rule in
      guard let name = rule.app, let location = name.location, app(named: name.value) == nil else { return nil }
      return ConfigurationError(
        location: location, keyPath: "screens[\(index)].apps[0]",
        problem: "the app “\(Quoting.short(name.value))” does not stand in this file",
        hint: "it counts once a controller has registered it")
    }
  }
}

/// What differs between two configurations, so that a reload touches nothing else.
///
/// Lines do not count.
public struct ConfigurationChanges: Hashable, Sendable {
  /// Apps that are new, by name.
  public var addedApps: [String]
  /// Apps that are gone.
  public var removedApps: [String]
  /// Apps that are said differently.
  public var changedApps: [String]
  /// Whether the overall foreground app is another one.
  public var changesForegroundApp: Bool
  /// Whether any rule, or the order of rules, differs.
  public var changesRules: Bool
  /// Whether `unknownScreens` differs.
  public var changesUnknownScreens: Bool
  /// Whether `support` differs.
  public var changesSupport: Bool
  /// Whether `idle.color` differs.
  public var changesIdleColor: Bool
  /// Whether `backgroundScenes` differs.
  public var changesBackgroundScenes: Bool
  /// Whether `standIn` differs.
  public var changesStandIn: Bool
  /// Whether `reducedMotion` differs.
  public var changesReducedMotion: Bool
  /// Whether `access` differs.
  public var changesAccess: Bool

  /// Whether nothing differs.
  public var isEmpty: Bool {
    addedApps.isEmpty && removedApps.isEmpty && changedApps.isEmpty && !changesForegroundApp && !changesRules
      && !changesUnknownScreens && !changesSupport && !changesIdleColor && !changesBackgroundScenes
      && !changesStandIn && !changesReducedMotion && !changesAccess
  }
}

extension Configuration {
  /// What differs from an older configuration.
  public func changes(from old: Configuration) -> ConfigurationChanges {
    let names = apps.map(\.name.value)
    return ConfigurationChanges(
      addedApps: names.filter { old.app(named: $0) == nil },
      removedApps: old.apps.map(\.name.value).filter { app(named: $0) == nil },
      changedApps: apps.filter { app in old.app(named: app.name.value).map { $0 != app } ?? false }.map(\.name.value),
      changesForegroundApp: foregroundApp?.name != old.foregroundApp?.name, changesRules: screens != old.screens,
      changesUnknownScreens: unknownScreens != old.unknownScreens, changesSupport: support != old.support,
      changesIdleColor: idleColor != old.idleColor,
      changesBackgroundScenes: backgroundScenes != old.backgroundScenes, changesStandIn: standIn != old.standIn,
      changesReducedMotion: reducedMotion != old.reducedMotion,
      changesAccess: access != old.access)
  }

  /// The keys that differ for one screen: what its rule says now against what its rule said before.
  ///
  /// A run-time choice ends when its key is among them.
  public func screenKeys(changedFrom old: Configuration, connectorName: String, identity: DisplayIdentity)
    -> Set<ScreenRuleKey>
  {
    let before = old.rule(connectorName: connectorName, identity: identity)
    let now = rule(connectorName: connectorName, identity: identity)
    switch (now, before) {
    case (let now?, _): return now.keys(changedFrom: before)
    case (nil, let before?): return before.keys(changedFrom: nil)
    case (nil, nil): return []
    }
  }
}

import DisplayTypes
import ModeSelection

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

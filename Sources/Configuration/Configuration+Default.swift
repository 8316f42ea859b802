import DisplayTypes

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
              name: Sourced("welcome"), content: Sourced(.setup(SetupDescription())))
          ])
      ])
  ])
}

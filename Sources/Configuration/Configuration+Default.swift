import DisplayTypes

extension Configuration {
  /// The settings without a file: one app, `welcome`, whose external scene greets.
  public static let `default` = Configuration(apps: [
    AppDescription(
      name: Sourced("welcome"), foreground: Sourced(true),
      scenes: [
        SceneRoleDescription(
          role: Sourced(SceneRoleDescription.externalDisplayNonInteractive),
          configurations: [
            SceneConfigurationDescription(
              name: Sourced("welcome"),
              content: Sourced(
                .banner(
                  BannerDescription(text: "Welcome to Marquee", background: Color(red: 0x10, green: 0x20, blue: 0x30))))
            )
          ])
      ])
  ])
}

package import DisplayTypes

/// The support of an external display, and its source.
package nonisolated struct SupportChoice: Hashable, Sendable {
  package enum Level: Hashable, Sendable {
    case screen
    case app
    case overall
  }

  package var value: ExternalSupport
  package var source: SettingSource
  package var level: Level

  package init(_ value: ExternalSupport = .external, _ source: SettingSource = .standard, _ level: Level = .overall) {
    self.value = value
    self.source = source
    self.level = level
  }
}

/// The run-time choices for external displays, without those of single screens, which are kept with the display.
package nonisolated struct SupportChoices: Hashable, Sendable {
  package var overall: ExternalSupport?
  /// While these apps are in the foreground.
  package var apps: [String: ExternalSupport]

  /// Empty ones leave all to the file.
  package init(overall: ExternalSupport? = nil, apps: [String: ExternalSupport] = [:]) {
    self.overall = overall
    self.apps = apps
  }

  /// The run-time choice goes before the file; of each, the most specific counts: screen, app, all.
  package func resolve(
    screen: ExternalSupport?, app: String?, screenInFile: Sourced<ExternalSupport>?,
    appInFile: Sourced<ExternalSupport>?, overallInFile: Sourced<ExternalSupport>
  ) -> SupportChoice {
    if let screen { return SupportChoice(screen, .runtime, .screen) }
    if let app, let chosen = apps[app] { return SupportChoice(chosen, .runtime, .app) }
    if let overall { return SupportChoice(overall, .runtime, .overall) }
    if let screenInFile { return Self.choice(screenInFile, .screen) }
    if let appInFile { return Self.choice(appInFile, .app) }
    return Self.choice(overallInFile, .overall)
  }

  private static func choice(_ stated: Sourced<ExternalSupport>, _ level: SupportChoice.Level) -> SupportChoice {
    // Without a file and a default, the app chose it as it registered.
    let other = level == .app ? SettingSource.registration : .standard
    return SupportChoice(stated.value, stated.location.map { .configuration($0) } ?? other, level)
  }
}

/// The external displays that a support choice is for.
package nonisolated enum SupportScope: Hashable, Sendable {
  case overall
  /// Those with this app in the foreground.
  case app(String)
  /// This one.
  case screen(String)
}

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

/// The run-time choices for external displays; choices for single screens are stored with the display.
package nonisolated struct SupportChoices: Hashable, Sendable {
  package var overall: ExternalSupport?
  /// The choices that hold while these apps are in the foreground.
  package var apps: [String: ExternalSupport]

  /// Without values, the file decides.
  package init(overall: ExternalSupport? = nil, apps: [String: ExternalSupport] = [:]) {
    self.overall = overall
    self.apps = apps
  }

  /// Resolves the support: a run-time choice has priority over the file. Of each, the most specific counts: screen, app, all.
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
    // Neither the file nor the default has it, so the app chose it when it registered.
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

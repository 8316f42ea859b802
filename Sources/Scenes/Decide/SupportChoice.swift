public import DisplayTypes

/// What the user wants of an external display, and who said so.
public nonisolated struct SupportChoice: Hashable, Sendable {
  /// For what it was said.
  public enum Level: Hashable, Sendable {
    case screen
    case app
    case overall
  }

  /// What counts.
  public var value: ExternalSupport
  /// Who said so.
  public var source: SettingSource
  /// For what it was said.
  public var level: Level

  /// Makes a choice; without arguments the built-in one.
  public init(_ value: ExternalSupport = .external, _ source: SettingSource = .standard, _ level: Level = .overall) {
    self.value = value
    self.source = source
    self.level = level
  }
}

/// What was chosen at run time for external displays, but for the choice of a single screen, which is kept with the display.
public nonisolated struct SupportChoices: Hashable, Sendable {
  /// For all.
  public var overall: ExternalSupport?
  /// Where these apps are in the foreground.
  public var apps: [String: ExternalSupport]

  /// Makes choices; empty ones leave all to the file.
  public init(overall: ExternalSupport? = nil, apps: [String: ExternalSupport] = [:]) {
    self.overall = overall
    self.apps = apps
  }

  /// What counts on a screen: what was chosen at run time before the file, and of each the most specific: screen, app, all.
  public func resolve(
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
    // What stands in no file and is no standard was said by an app as it registered.
    let other = level == .app ? SettingSource.registration : .standard
    return SupportChoice(stated.value, stated.location.map { .configuration($0) } ?? other, level)
  }
}

/// What is said of external displays, is said of these.
public nonisolated enum SupportScope: Hashable, Sendable {
  /// Of all for which nothing else is said.
  case overall
  /// Of those on which this app is in the foreground.
  case app(String)
  /// Of this one.
  case screen(String)
}

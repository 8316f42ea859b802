internal import ContentModel
internal import DisplayTypes

/// The short form of a configuration: contents of screens without an app. It means an app with a reserved name, whose scene configurations
/// are those contents in the order of the rules.
struct ShortForm {
  /// The contents of the rules, by the index of the rule.
  var entries: [Int: ShortContent] = [:]
  /// The content of every other screen.
  var everyScreen: ShortContent?

  let errors: ErrorList

  /// Adds the app to a configuration with the rules and apps of the file.
  ///
  /// - Parameter hasApps: whether the file has the key `apps`.
  func expand(_ configuration: inout Configuration, hasApps: Bool) {
    guard everyScreen != nil || !entries.isEmpty else { return }
    if let other = configuration.apps.first(where: { $0.name.value == Self.appName }), let place = other.name.location {
      errors.add(
        ConfigurationError(
          location: place, keyPath: "apps.\(Self.appName)",
          problem:
            "an app has the name of the app that the short form means, because the file has content without an app",
          expected: "another name", hint: "or move that content into this app"))
    }
    for (index, entry) in entries {
      configuration.screens[index].app = Sourced(Self.appName, at: entry.location)
    }
    let marked = hasApps && configuration.apps.contains { $0.foreground.value }
    // The content of every screen takes the place of the built-in app.
    if !hasApps, everyScreen != nil { configuration.apps = [] }
    let foreground = marked ? nil : everyScreen.map { Sourced(true, at: $0.location) }
    let (scenes, media) = self.scenes(of: configuration.screens)
    let role = SceneRoleDescription(
      role: Sourced(SceneRoleDescription.externalDisplayNonInteractive), configurations: scenes)
    configuration.apps.append(
      AppDescription(name: Sourced(Self.appName), foreground: foreground ?? Sourced(false), scenes: [role]))
    configuration.media += media
  }

  /// A scene configuration for each rule with content, and the last one for every screen; with their media in that order.
  private func scenes(of rules: [ModeRule]) -> ([SceneConfigurationDescription], [Sourced<MediaReference>]) {
    var scenes: [SceneConfigurationDescription] = []
    var media: [Sourced<MediaReference>] = []
    func add(_ entry: ShortContent, _ name: String, _ match: Sourced<ScreenMatch>?) {
      let taken = Set(scenes.map(\.name.value))
      let short = String(decoding: name.utf8.prefix(56).prefix { $0 < 0x80 }, as: UTF8.self)
      let base = name.utf8.count <= 64 ? name : short
      let free = ([base] + (2...scenes.count + 2).map { "\(short) \($0)" }).first { !taken.contains($0) }
      media += entry.media
      scenes.append(
        SceneConfigurationDescription(
          name: Sourced(free ?? base, at: entry.location), content: entry.content, match: match))
    }
    let last = entries.keys.max()
    for (index, rule) in rules.enumerated() {
      let name = rule.name?.value ?? "\(rule.match.value)"
      if let entry = entries[index] {
        add(entry, name, rule.match)
      } else if let everyScreen, let last, index < last, rule.app == nil {
        // A later rule does not count for the screens of this rule, but its scene configuration would.
        add(everyScreen, name, rule.match)
      }
    }
    if let everyScreen { add(everyScreen, "default", nil) }
    return (scenes, media)
  }

  static let appName = "content"
}

/// A content without an app.
struct ShortContent {
  /// The place of the key `content`.
  let location: SourceLocation
  /// Nil after a report.
  let content: Sourced<ContentDescription>?
  /// The files and folders of the content.
  let media: [Sourced<MediaReference>]
}

extension Configuration {
  /// Whether the file has contents without an app.
  package var usesShortForm: Bool { apps.contains(where: \.isShortForm) }

  /// The key of a scene's content as the file has it.
  package func contentKey(of scene: SceneConfigurationDescription, at index: Int, role: String, app: AppDescription)
    -> String
  {
    guard app.isShortForm else { return "apps.\(app.name.value).scenes.\(role)[\(index)].content" }
    let rule = screens.firstIndex { $0.app != nil && $0.app?.location == scene.name.location }
    return rule.map { "screens[\($0)].content" } ?? "content"
  }
}

extension AppDescription {
  /// Whether the short form of the file means this app. An app that the file writes out has a place.
  package var isShortForm: Bool { name.value == ShortForm.appName && name.location == nil }
}

/// Reads the own name of a screen.
enum ScreenNameReader {
  private static let expected = "a name as Counter, of 1 to 64 bytes without control characters, /, \",\" or \"*\""
  /// Words that have another meaning where a screen is named.
  private static let reserved = ["main", "application", "all", "on", "off", "default", "external", "mirror"]

  static func read(from section: ConfigurationSection) -> Sourced<String>? {
    guard let name = section.text("name", expected: expected) else { return nil }
    func refuse(_ problem: String, hint: String = "") {
      section.report("name", problem, expected: expected, hint: hint, fault: .value(name.value))
    }
    let text = name.value
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      !scalar.isControlling && !"/,*".unicodeScalars.contains(scalar)
    }
    guard (1...64).contains(text.utf8.count), isPlain, !text.hasPrefix("-"), !text.hasPrefix(" "),
      !text.hasSuffix(" ")
    else {
      refuse("\"\(Quoting.short(text))\" is not a name of a screen")
      return nil
    }
    guard !ConnectorName.resembles(text) else {
      refuse("\"\(Quoting.short(text))\" looks like a connector", hint: "commands could then mean another screen")
      return nil
    }
    guard !reserved.contains(text.lowercased()) else {
      refuse("\"\(Quoting.short(text))\" has another meaning in commands")
      return nil
    }
    return name
  }

  /// Reports names that two rules have, in any case.
  static func checkUnique(_ rules: [ModeRule], errors: ErrorList) {
    var lines: [String: Int] = [:]
    for (index, rule) in rules.enumerated() {
      guard let name = rule.name, let location = name.location else { continue }
      let small = name.value.lowercased()
      if let first = lines[small] {
        errors.add(
          ConfigurationError(
            location: location, keyPath: "screens[\(index)].name",
            problem:
              "two rules have the name \"\(Quoting.short(name.value))\", in line \(first) and in line \(location.line)",
            expected: "a name for each, ignoring upper and lower case"))
      }
      lines[small] = lines[small] ?? location.line
    }
  }
}

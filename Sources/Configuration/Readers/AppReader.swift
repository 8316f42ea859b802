import ContentModel
import DisplayTypes

struct AppReader {
  private static let keys = [
    "foreground", "fallback", "alarm", "private", "supportsMultipleScenes", "support", "scenes",
  ]
  private static let sceneKeys = ["name", "modes", "content", "match", "size", "private", "interactive"]

  let errors: ErrorList
  let contents: ContentReader

  func apps(in section: ConfigurationSection) -> [AppDescription] {
    let apps = section.entries.compactMap { entry -> AppDescription? in
      checkName(entry, path: section.path(entry.key), what: "an app's name")
      return app(entry, path: section.path(entry.key))
    }
    let foreground = apps.filter { $0.foreground.value }
    if foreground.count > 1, let first = foreground.first, let second = foreground.dropFirst().first,
      let one = first.foreground.location, let two = second.foreground.location
    {
      errors.add(
        ConfigurationError(
          location: two, keyPath: "apps.\(second.name.value).foreground",
          problem:
            "two foreground apps: \"\(first.name.value)\" in line \(one.line) and \"\(second.name.value)\" in line \(two.line)",
          expected: "one",
          hint:
            "remove foreground: true from one of them; to choose the app of one screen, use apps in the rule of the screen"
        ))
    }
    return apps
  }

  private func app(_ entry: ValueEntry, path: String) -> AppDescription? {
    let expected = "an app, as { foreground: true, scenes: { externalDisplayNonInteractive: [ … ] } }"
    guard
      let section = ConfigurationSection(entry.value, path: path, errors: errors, keys: Self.keys, expected: expected)
    else { return nil }
    let scenes = section.section("scenes", keys: nil, expected: "roles with their scene configurations")
    let app = AppDescription(
      name: Sourced(entry.key, at: errors.location(entry.mark)),
      foreground: section.flag("foreground") ?? Sourced(false),
      fallback: section.flag("fallback") ?? Sourced(false), alarm: section.flag("alarm") ?? Sourced(false),
      isPrivate: section.flag("private") ?? Sourced(false),
      supportsMultipleScenes: section.flag("supportsMultipleScenes") ?? Sourced(false),
      support: section.word("support", ExternalSupport.self),
      scenes: scenes.map { section in section.entries.compactMap { role($0, in: section) } } ?? [])
    if app.alarm.value { checkAlarm(app, path: path) }
    return app
  }

  /// An alarm without content would hide everything and show nothing.
  private func checkAlarm(_ app: AppDescription, path: String) {
    for scene in app.configurations(for: SceneRoleDescription.externalDisplayNonInteractive) ?? [] {
      guard scene.content == nil, let location = scene.name.location else { continue }
      errors.add(
        ConfigurationError(
          location: location, keyPath: "\(path).scenes",
          problem: "the scene \"\(Quoting.short(scene.name.value))\" of an alarm app has no content",
          expected: "content, because an alarm covers everything else on its screens"))
    }
  }

  private func role(_ entry: ValueEntry, in section: ConfigurationSection) -> SceneRoleDescription? {
    let path = section.path(entry.key)
    if let near = SceneRoleDescription.near(entry.key) {
      errors.add(
        entry.mark, path, "unknown role \"\(Quoting.short(entry.key))\"", hint: "did you mean \"\(near)\"?")
      return nil
    }
    checkName(entry, path: path, what: "a role's name")
    let expected = "a list of scene configurations; [] leaves these screens alone"
    guard let items = section.list(entry.key, expected: expected) else { return nil }
    var configurations: [SceneConfigurationDescription] = []
    if items.count == 1, case .mapping(let entries) = items.first?.node.value, entries.isEmpty {
      // A list with a single empty entry means the same as an empty list, as in a property list.
    } else {
      configurations = items.compactMap { scene($0.node, path: $0.path) }
      reportRepeatedNames(configurations, path: path)
      reportInteractive(configurations, role: entry.key, path: path)
      if entry.key == SceneRoleDescription.application { reportFixed(items.map(\.node), path: path) }
    }
    return SceneRoleDescription(
      role: Sourced(entry.key, at: errors.location(entry.mark)), configurations: configurations)
  }

  private func scene(_ node: ValueNode, path: String) -> SceneConfigurationDescription? {
    let expected = "a scene configuration, as { name: welcome, content: { banner: { text: \"Welcome\" } } }"
    guard
      let section = ConfigurationSection(node, path: path, errors: errors, keys: Self.sceneKeys, expected: expected)
    else { return nil }
    if section.entries.isEmpty { errors.add(node.mark, path, "is empty", expected: expected) }
    let name = section.text("name", expected: "a name")
    if let name, name.value.isEmpty || name.value.utf8.count > 64, let entry = section.entry("name") {
      errors.add(
        entry.value.mark, section.path("name"), "\(entry.value.kind) is not a name", expected: "1 to 64 characters")
    }
    return SceneConfigurationDescription(
      name: name ?? Sourced("default", at: errors.location(node.mark)), modes: ModeWishReader.read(from: section),
      content: contents.read(from: section), match: ScreenMatchReader.read(from: section),
      size: PixelSizeReader.read(from: section), isPrivate: section.flag("private"),
      isInteractive: section.flag("interactive"))
  }

  /// Application scenes are interactive, and those of external displays without input are not.
  private func reportInteractive(_ configurations: [SceneConfigurationDescription], role: String, path: String) {
    guard SceneRoleDescription.standard.contains(role) else { return }
    for (index, configuration) in configurations.enumerated() {
      guard let isInteractive = configuration.isInteractive, let location = isInteractive.location else { continue }
      errors.add(
        ConfigurationError(
          location: location, keyPath: "\(path)[\(index)].interactive",
          problem: "scenes of the role \(role) have no interactive",
          expected: "interactive only for a role of your own, which a screen's rule names with role:"))
    }
  }

  /// Application scenes belong to no display and do not choose a mode.
  private func reportFixed(_ items: [ValueNode], path: String) {
    for (index, item) in items.enumerated() {
      guard case .mapping(let entries) = item.value else { continue }
      for entry in entries where ["match", "modes", "size"].contains(entry.key) {
        errors.add(
          entry.mark, "\(path)[\(index)].\(entry.key)", "application scenes have no \(entry.key)",
          hint: "they are laid out for the display on which they are placed, in the mode that it has")
      }
    }
  }

  private func reportRepeatedNames(_ configurations: [SceneConfigurationDescription], path: String) {
    var lines: [String: Int] = [:]
    for (index, configuration) in configurations.enumerated() {
      guard let location = configuration.name.location else { continue }
      let name = configuration.name.value
      if let first = lines[name] {
        errors.add(
          ConfigurationError(
            location: location, keyPath: "\(path)[\(index)].name",
            problem:
              "two scene configurations are named \"\(Quoting.short(name))\", in line \(first) and in line \(location.line)",
            expected: "a name for each"))
      }
      lines[name] = lines[name] ?? location.line
    }
  }

  private func checkName(_ entry: ValueEntry, path: String, what: String) {
    guard !NameRule.admits(entry.key) else { return }
    errors.add(entry.mark, path, "\"\(Quoting.short(entry.key))\" is not \(what)", expected: NameRule.expected)
  }
}

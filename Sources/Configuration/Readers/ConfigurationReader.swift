import ContentModel
import ControlProtocol
import DisplayTypes

/// Reads the whole document of a configuration.
struct ConfigurationReader {
  private static let keys = [
    "content", "screens", "zone", "language", "unknownScreens", "support", "idle", "backgroundScenes", "standIn",
    "reducedMotion", "talk", "apps", "access",
  ]

  let errors: ErrorList
  let files: ConfigurationFiles

  /// Reads all valid settings. The caller must not use them if `errors` is not empty.
  func configuration(_ root: ValueNode) -> Configuration {
    var configuration = Configuration.default
    let expected = "a mapping with \(Self.keys.joined(separator: ", "))"
    guard let section = ConfigurationSection(root, path: "", errors: errors, keys: Self.keys, expected: expected) else {
      return configuration
    }
    var rules: [ConfigurationSection] = []
    for (node, path) in section.list("screens", expected: "a list of rules; [] for none") ?? [] {
      guard let item = ScreenRuleReader.section(node, path: path, errors: errors),
        let rule = ScreenRuleReader.read(item)
      else { continue }
      rules.append(item)
      configuration.screens.append(rule)
    }
    ScreenNameReader.checkUnique(configuration.screens, errors: errors)
    MirrorReader.checkSources(in: configuration.screens, errors: errors)
    MirrorReader.checkCycles(in: configuration.screens, errors: errors)
    configuration.zone = LocaleReader.zone("zone", in: section)
    configuration.language = LocaleReader.language("language", in: section)
    if let value = section.word("unknownScreens", UnknownScreens.self) { configuration.unknownScreens = value }
    if let value = section.word("support", ExternalSupport.self) { configuration.support = value }
    if let idle = section.section("idle", keys: ["color"], expected: "{ color: \"#000000\" }"),
      let color = idle.color("color")
    {
      configuration.idleColor = Sourced(color, at: idle.entry("color").map { errors.location($0.value.mark) })
    }
    let bound = section.value(
      "backgroundScenes", what: "a number of scenes", expected: "a whole number from 0 to 256"
    ) { text in UInt16(text).map(Int.init).flatMap { (0...256).contains($0) && !text.hasPrefix("+") ? $0 : nil } }
    if let bound { configuration.backgroundScenes = bound }
    if let standIn = section.flag("standIn") { configuration.standIn = standIn }
    if let reducedMotion = section.flag("reducedMotion") { configuration.reducedMotion = reducedMotion }
    if let talk = section.section("talk", keys: ["transition"], expected: "{ transition: deck }"),
      let transition = TalkTransition.read("transition", in: talk)
    {
      configuration.talkTransition = Sourced(
        transition, at: talk.entry("transition").map { errors.location($0.value.mark) })
    }
    let context = ContentContext(
      .file, folder: MediaPath.folder(ofFile: errors.file), chain: [MediaPath.fullPath(errors.file)], tree: files.tree,
      zone: configuration.zone?.value)
    let contents = ContentReader(context: context)
    let hasApps = section.entry("apps") != nil
    if hasApps {
      configuration.apps =
        section.section("apps", keys: nil, expected: "apps by their names; {} for none")
        .map { AppReader(errors: errors, contents: contents).apps(in: $0) } ?? []
    }
    configuration.media = context.media
    checkAppNames(of: configuration)
    var short = ShortForm(errors: errors)
    for (index, rule) in rules.enumerated() { short.entries[index] = shortContent(in: rule, contents, context) }
    short.everyScreen = shortContent(in: section, contents, context)
    short.expand(&configuration, hasApps: hasApps)
    configuration.access = access(in: section)
    return configuration
  }

  private func shortContent(
    in section: ConfigurationSection, _ contents: ContentReader, _ context: ContentContext
  ) -> ShortContent? {
    guard let entry = section.entry("content") else { return nil }
    let before = context.media.count
    let content = contents.read(from: section)
    return ShortContent(
      location: errors.location(entry.mark), content: content, media: Array(context.media.dropFirst(before)))
  }

  /// Reports app names that look misspelt. Other unknown apps may be registered by controllers, so they are only in `notices`.
  private func checkAppNames(of configuration: Configuration) {
    let names = configuration.apps.map(\.name.value)
    for (index, rule) in configuration.screens.enumerated() {
      guard let app = rule.app, let location = app.location, !names.contains(app.value),
        let near = NearestWord.find(app.value, among: names)
      else { continue }
      let place = configuration.app(named: near)?.name.location.map { " in line \($0.line)" } ?? ", which is built in"
      errors.add(
        ConfigurationError(
          location: location, keyPath: "screens[\(index)].apps[0]",
          problem: "there is no app \"\(Quoting.short(app.value))\", but \"\(near)\"\(place)",
          hint: "did you mean \"\(near)\"?"))
    }
  }

  private func access(in section: ConfigurationSection) -> [AccessLevel: AccessGrant] {
    let expected = "{ groups: [ … ], users: [ … ] }"
    let names = AccessLevel.levels.map(\.name)
    let levels = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""), each with groups and users"
    guard let access = section.section("access", keys: names, expected: levels) else { return [:] }
    var grants: [AccessLevel: AccessGrant] = [:]
    for level in AccessLevel.levels {
      guard let grant = access.section(level.name, keys: ["groups", "users"], expected: expected) else { continue }
      grants[level] = AccessGrant(
        groups: members("groups", in: grant, of: "access.\(level.name)"),
        users: members("users", in: grant, of: "access.\(level.name)"))
    }
    return grants
  }

  /// Names or numbers of users or groups. The system decides which names it has, so only texts that are never one are errors.
  private func members(_ key: String, in grant: ConfigurationSection, of path: String) -> [Sourced<String>] {
    let names = grant.texts(key, expected: "a list of names of \(key)") ?? []
    for (index, name) in names.enumerated() {
      let isNumber = name.value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      let isName =
        !name.value.isEmpty && !name.value.hasPrefix("-") && !name.value.utf8.contains { $0 <= 0x20 || $0 == 0x3A }
      if let location = name.location, !isName || isNumber && UInt32(name.value) == nil {
        errors.add(
          ConfigurationError(
            location: location, keyPath: "\(path).\(key)[\(index)]",
            problem: "\"\(Quoting.short(name.value))\" is no name and no number",
            expected: "the name or the number of one of the machine's \(key)", fault: .value(name.value)))
      }
    }
    return names
  }
}

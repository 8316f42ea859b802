internal import ContentModel
internal import ControlProtocol
package import DisplayTypes

/// Writes settings as YAML in the long form: every content is in an app. The text is a configuration file of its own.
struct LongForm {
  private(set) var lines: [String] = []

  init(_ configuration: Configuration) {
    writeScreens(configuration.screens)
    writeSettings(configuration)
    writeApps(configuration.apps)
    writeAccess(configuration.access)
  }

  private mutating func add(_ key: String, _ value: MessageValue?, indent: Int = 0) {
    guard let value else { return }
    lines.append("\(String(repeating: " ", count: indent))\(YAMLText.scalar(key)): \(YAMLText.flow(value))")
  }

  /// Writes a key if its value is not the default.
  private mutating func add<Value: Equatable>(
    _ key: String, _ value: Sourced<Value>, unless usual: Value, indent: Int = 0, text: (Value) -> MessageValue
  ) {
    if value.value != usual { add(key, text(value.value), indent: indent) }
  }

  private mutating func writeSettings(_ configuration: Configuration) {
    let usual = Configuration.default
    add("zone", configuration.zone.map { .text($0.value) })
    add("language", configuration.language.map { .text($0.value) })
    add("unknownScreens", configuration.unknownScreens, unless: usual.unknownScreens.value) { .text($0.rawValue) }
    add("support", configuration.support, unless: usual.support.value) { .text($0.rawValue) }
    add("idle", configuration.idleColor, unless: usual.idleColor.value) { .mapping(["color": .text($0.hexadecimal)]) }
    add("backgroundScenes", configuration.backgroundScenes, unless: usual.backgroundScenes.value) { .plain("\($0)") }
    add("standIn", configuration.standIn, unless: false) { .plain("\($0)") }
    add("reducedMotion", configuration.reducedMotion, unless: false) { .plain("\($0)") }
    add("talk", configuration.talkTransition, unless: .deck) { .mapping(["transition": $0.written]) }
  }

  private mutating func writeScreens(_ rules: [ModeRule]) {
    if !rules.isEmpty { lines.append("screens:") }
    for rule in rules {
      lines.append("  - match: \(YAMLText.flow(Self.match(rule.match.value)))")
      for (key, value) in Self.fields(of: rule) { add(key, value, indent: 4) }
    }
  }

  private static func match(_ match: ScreenMatch) -> MessageValue {
    let patterns = [
      ("connector", match.connector), ("make", match.make), ("model", match.model), ("serial", match.serial),
    ]
    return .mapping(Dictionary(patterns.compactMap { key, pattern in pattern.map { (key, .text($0.text)) } }) { $1 })
  }

  private static func fields(of rule: ModeRule) -> [(String, MessageValue?)] {
    func text<Value>(_ value: Sourced<Value>?, _ write: (Value) -> String) -> MessageValue? {
      value.map { .text(write($0.value)) }
    }
    func flag(_ value: Sourced<Bool>?) -> MessageValue? { value.map { .plain("\($0.value)") } }
    return [
      ("name", text(rule.name) { $0 }),
      ("use", text(rule.use, \.rawValue)),
      ("modes", rule.modes.isEmpty ? nil : .list(rule.modes.map { .text("\($0.value)") })),
      ("maximum", rule.maximum.map { limit($0.value) }),
      ("aspect", text(rule.aspect) { "\($0)" }),
      ("rotation", text(rule.rotation, \.rawValue)),
      ("scale", text(rule.scale, \.text)),
      ("overscan", rule.overscan.map { overscan($0.value) }),
      ("apps", rule.app.map { .list([.text($0.value)]) }),
      ("role", text(rule.role) { $0 }),
      ("prefersApplication", flag(rule.prefersApplication)),
      ("allowsAppModes", flag(rule.allowsAppModes)),
      ("support", text(rule.support, \.rawValue)),
      (
        "mirror",
        rule.mirror.map {
          .mapping(["of": .text($0.value.source.word), "fit": .text($0.value.fit.rawValue)])
        }
      ),
      ("cec", text(rule.cec, \.text)),
      ("ddc", flag(rule.ddc)),
    ]
  }

  private static func limit(_ limit: ModeLimit) -> MessageValue {
    let fields = [
      ("width", limit.width.map { "\($0)" }), ("height", limit.height.map { "\($0)" }),
      ("refresh", limit.refresh.map { "\($0)" }),
    ]
    return .mapping(Dictionary(fields.compactMap { key, value in value.map { (key, .plain($0)) } }) { $1 })
  }

  private static func overscan(_ insets: OverscanInsets) -> MessageValue {
    .mapping([
      "top": .text(insets.top.text), "right": .text(insets.right.text), "bottom": .text(insets.bottom.text),
      "left": .text(insets.left.text),
    ])
  }

  private mutating func writeApps(_ apps: [AppDescription]) {
    guard apps != Configuration.default.apps else { return }
    lines.append(apps.isEmpty ? "apps: {}" : "apps:")
    for app in apps {
      lines.append("  \(YAMLText.scalar(app.name.value)):")
      let keys = [
        ("foreground", app.foreground), ("fallback", app.fallback), ("alarm", app.alarm), ("private", app.isPrivate),
        ("supportsMultipleScenes", app.supportsMultipleScenes),
      ]
      for (key, flag) in keys { add(key, flag, unless: false, indent: 4) { .plain("\($0)") } }
      add("support", app.support.map { .text($0.value.rawValue) }, indent: 4)
      lines.append(app.scenes.isEmpty ? "    scenes: {}" : "    scenes:")
      for scenes in app.scenes { writeRole(scenes) }
    }
  }

  private mutating func writeRole(_ scenes: SceneRoleDescription) {
    let role = "      \(YAMLText.scalar(scenes.role.value)):"
    lines.append(scenes.configurations.isEmpty ? "\(role) []" : role)
    for scene in scenes.configurations {
      lines.append("        - name: \(YAMLText.scalar(scene.name.value))")
      add("match", scene.match.map { Self.match($0.value) }, indent: 10)
      if !scene.modes.isEmpty { add("modes", .list(scene.modes.map { .text("\($0.value)") }), indent: 10) }
      add("size", scene.size.map { .text("\($0.value.width)x\($0.value.height)") }, indent: 10)
      add("private", scene.isPrivate.map { .plain("\($0.value)") }, indent: 10)
      add("interactive", scene.isInteractive.map { .plain("\($0.value)") }, indent: 10)
      add("content", scene.content.map { MessageValue(ContentInfo($0.value).withoutSecrets.json) }, indent: 10)
    }
  }

  private mutating func writeAccess(_ access: [AccessLevel: AccessGrant]) {
    guard !access.isEmpty else { return }
    lines.append("access:")
    for level in AccessLevel.levels {
      guard let grant = access[level] else { continue }
      let names = { (list: [Sourced<String>]) in MessageValue.list(list.map { .text($0.value) }) }
      add(level.name, .mapping(["groups": names(grant.groups), "users": names(grant.users)]), indent: 2)
    }
  }
}

extension Configuration {
  /// The file in the long form, as YAML that gives the same configuration. People read it, so the addresses of streams
  /// have no passwords.
  package var longForm: String { LongForm(self).lines.joined(separator: "\n") }

  /// The settings that count for one screen: its rule, and its scene configuration of the app in the foreground.
  package func narrowed(toConnector name: String, identity: DisplayIdentity) -> Configuration {
    var narrow = self
    let rule = rule(connectorName: name, identity: identity)
    narrow.screens = rule.map { [$0] } ?? []
    narrow.access = [:]
    let app = foregroundApp(connectorName: name, identity: identity)
    narrow.apps = apps.filter { $0.name.value == app?.value }.map { app in
      var app = app
      let role = rule?.role?.value ?? SceneRoleDescription.externalDisplayNonInteractive
      app.scenes = app.scenes.filter { $0.role.value == role }.map { scenes in
        let match = scenes.configurations.first {
          $0.match?.value.matches(connectorName: name, identity: identity) ?? false
        }
        var scenes = scenes
        scenes.configurations = (match ?? scenes.configurations.first { $0.match == nil }).map { [$0] } ?? []
        return scenes
      }
      return app
    }
    return narrow
  }
}

/// Writes values as YAML on one line, with quotes where a reader could take a text for something else.
enum YAMLText {
  static func flow(_ value: MessageValue) -> String {
    switch value {
    case .text(let text): return scalar(text)
    case .plain(let text): return text
    case .list(let values): return "[\(values.map(flow).joined(separator: ", "))]"
    case .mapping(let values):
      guard !values.isEmpty else { return "{}" }
      let entries = values.sorted { $0.key < $1.key }.map { "\(scalar($0.key)): \(flow($0.value))" }
      return "{ \(entries.joined(separator: ", ")) }"
    }
  }

  /// Words that a reader takes for something other than a text.
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || "_-/.@".unicodeScalars.contains(scalar)
    }
    guard let first = text.unicodeScalars.first, first == "/" || first.properties.isAlphabetic, isPlain,
      !words.contains(text.lowercased())
    else { return quoted(text) }
    return text
  }

  /// The text in double quotes, with YAML's escapes for all characters that are not visible.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case " "..."~": quoted.unicodeScalars.append(character)
      case _ where character.properties.isAlphabetic && character.value > 0x9F:
        quoted.unicodeScalars.append(character)
      default:
        let digits = String(character.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      }
    }
    return quoted + "\""
  }
}

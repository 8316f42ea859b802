internal import Configuration
internal import ContentModel
internal import DisplayTypes

/// The contents of a key map file.
struct InputSettings {
  /// The first matching rule counts. This program does not use a device without a rule.
  var devices: [DeviceRule]
  var keys = KeyMap.builtIn
  /// The layout of keyboards that type into scenes; nil for the layout of the machine.
  var layout: KeyboardLayout?
  /// Whether Num Lock is on when those keyboards begin to type.
  var numLock = true

  /// The devices for presenting. Keyboards are not among them, because typing at the console must not turn slides.
  static let builtIn = InputSettings(
    devices: [.clicker, .pedal, .keypad].map { DeviceRule(kind: $0) })

  /// Returns the rule for a device, or nil if this program does not use it.
  func rule(for traits: DeviceTraits) -> DeviceRule? {
    devices.first { $0.matches(traits) }.flatMap { $0.isIgnored ? nil : $0 }
  }

  /// The apps whose application scenes get input.
  var apps: [String] { Set(devices.compactMap(\.app)).sorted() }

  /// Whether a keyboard may type into scenes.
  var typesIntoScenes: Bool { devices.contains { $0.app != nil && ($0.kind == nil || $0.kind == .keyboard) } }
}

/// The devices of a rule, and their use.
struct DeviceRule: Hashable {
  var name: GlobPattern?
  var kind: DeviceKind?
  var isIgnored = false
  /// Whether this program uses the devices exclusively.
  var grabs = false
  /// The app whose application scenes get the input of a touch screen, a pointer or a keyboard.
  var app: String?
  /// The screen of a touch screen or a tablet; nil for the screen in udev's property, otherwise the screen with the app's scenes.
  var screen: String?
  /// The keys of these devices. They take precedence over the keys for all devices.
  var keys = KeyMap()

  func matches(_ traits: DeviceTraits) -> Bool {
    (name?.matches(traits.name) ?? true) && (kind.map { traits.kinds.contains($0) } ?? true)
  }
}

extension InputSettings {
  private static let topKeys = ["devices", "keys", "defaults", "layout", "variant", "numlock"]
  private static let deviceKeys = ["name", "kind", "ignore", "grab", "app", "screen", "keys"]

  /// Reads and checks a file.
  ///
  /// - Throws: `ConfigurationFileError` when it cannot be read, `ConfigurationErrors` when its content is wrong.
  static func load(_ path: String) throws -> InputSettings {
    try parse(try ConfigurationFile.read(path, sample: "keys.yaml"), file: path)
  }

  /// Throws all errors. Their messages have the name `file`.
  static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) -> InputSettings {
    try YAMLFile.read(bytes, file: file) { root, errors in
      guard let root else {
        errors.add(
          .start, "", "the file is empty", expected: "a mapping with \(topKeys.joined(separator: ", "))",
          hint: "leave out the file to use the built-in map")
        return builtIn
      }
      return settings(root, errors)
    }
  }

  private static func settings(_ root: ValueNode, _ errors: ErrorList) -> InputSettings {
    let expected = "a mapping with \(topKeys.joined(separator: ", "))"
    guard let top = ConfigurationSection(root, path: "", errors: errors, keys: topKeys, expected: expected) else {
      return builtIn
    }
    let own =
      top.section("keys", keys: nil, expected: "keys and their commands, as pagedown: next").map(keys) ?? KeyMap()
    let devices = top.list("devices", expected: "a list of devices, as [{ kind: clicker, grab: true }]")
    if devices?.isEmpty == true, let entry = top.entry("devices") {
      errors.add(
        entry.value.mark, "devices", "names no device, so none would be used",
        expected: "a list of devices, as [{ kind: clicker, grab: true }]",
        hint: "leave it out to use clickers, pedals and keypads")
    }
    let usesDefaults = top.flag("defaults")?.value ?? true
    return InputSettings(
      devices: devices?.compactMap { device($0.node, path: $0.path, errors) } ?? builtIn.devices,
      keys: usesDefaults ? own.over(.builtIn) : own, layout: layout(top, errors),
      numLock: top.flag("numlock")?.value ?? true)
  }

  private static func layout(_ top: ConfigurationSection, _ errors: ErrorList) -> KeyboardLayout? {
    let name = top.text("layout", expected: "a keyboard layout, as de")?.value
    let variant = top.text("variant", expected: "a variant of the layout, as nodeadkeys")?.value
    guard let name else {
      if variant != nil, let entry = top.entry("variant") {
        errors.add(entry.mark, "variant", "a variant without a layout", expected: "layout: too, as layout: de")
      }
      return nil
    }
    let layout = KeyboardLayout(layout: name, variant: variant ?? "")
    if KeyTexts(layout) == nil, KeyTexts(KeyboardLayout()) != nil, let entry = top.entry("layout") {
      let names = variant.map { "\(name) with the variant \($0)" } ?? name
      errors.add(
        entry.value.mark, "layout", "\"\(Quoting.short(names))\" is no keyboard layout",
        expected: "a layout of xkeyboard-config(7), as us, de or fr")
    }
    return layout
  }

  private static func device(_ node: ValueNode, path: String, _ errors: ErrorList) -> DeviceRule? {
    let expected = "a mapping with \(deviceKeys.joined(separator: ", "))"
    guard let section = ConfigurationSection(node, path: path, errors: errors, keys: deviceKeys, expected: expected)
    else { return nil }
    var rule = DeviceRule()
    func words(_ key: String, _ expected: String) -> String? {
      guard let text = section.text(key, expected: expected)?.value, let entry = section.entry(key) else { return nil }
      guard !text.allSatisfy(\.isWhitespace) else {
        errors.add(entry.value.mark, section.path(key), "is empty", expected: expected)
        return nil
      }
      return text
    }
    rule.name = words("name", "a device's name, in which * is any text").map { GlobPattern($0) }
    rule.kind = section.word("kind", DeviceKind.self)?.value
    if section.entry("name") == nil, section.entry("kind") == nil {
      errors.add(section.mark, path, "names no device", expected: "name, kind, or both")
    }
    rule.isIgnored = section.flag("ignore")?.value ?? false
    rule.grabs = section.flag("grab")?.value ?? false
    rule.app = words("app", "the name of an app")
    rule.screen = words("screen", "the name of a screen, as HDMI-A-1")
    rule.keys =
      section.section("keys", keys: nil, expected: "keys and their commands, as b: next").map(keys) ?? KeyMap()
    if rule.screen != nil, rule.app == nil, let entry = section.entry("screen") {
      errors.add(
        entry.mark, section.path("screen"), "a screen without an app",
        expected: "app: too, for the scenes that get the touches")
    }
    return rule
  }

  private static func keys(_ section: ConfigurationSection) -> KeyMap {
    var map = KeyMap()
    var marks: [KeyChord: ValueMark] = [:]
    for entry in section.entries {
      let path = section.path(entry.key)
      var mark = entry.mark
      do throws(KeyMapWordError) {
        let chord = try KeyChord(entry.key)
        if let first = marks.updateValue(mark, forKey: chord) {
          section.errors.add(
            mark, path, "the key \(chord) is given twice, in line \(first.line) and in line \(mark.line)",
            hint: "keep one of them")
        }
        mark = entry.value.mark
        guard let binding = try binding(entry.value, path: path, section.errors) else { continue }
        guard !(chord.isLong && binding.repeats) else {
          throw KeyMapWordError("a long press cannot repeat", expected: "repeat with a key alone")
        }
        map.bindings[chord] = binding
      } catch {
        section.errors.add(mark, path, error.problem, expected: error.expected, hint: error.hint)
      }
    }
    for (chord, binding) in map.bindings where binding.repeats {
      let long = KeyChord(chord.code, chord.modifiers, isLong: true)
      guard map.bindings[long] != nil, let mark = marks[chord] else { continue }
      section.errors.add(
        mark, section.path(chord.description), "a key with a long press cannot repeat",
        expected: "either repeat, or long \(chord)")
    }
    return map
  }

  /// Reads the command alone, or a mapping with `command` and `repeat`; returns nil after a report.
  private static func binding(_ node: ValueNode, path: String, _ errors: ErrorList) throws(KeyMapWordError)
    -> KeyBinding?
  {
    let expected = "a command as next, or { command: next, repeat: true }"
    if case .scalar(let words, _) = node.value, !node.isNull { return try KeyBinding(words) }
    guard
      let section = ConfigurationSection(
        node, path: path, errors: errors, keys: ["command", "repeat"], expected: expected)
    else { return nil }
    guard let entry = section.entry("command") else {
      throw KeyMapWordError("has no command for the key", expected: expected)
    }
    guard case .scalar(let words, _) = entry.value.value, !entry.value.isNull else {
      throw KeyMapWordError("command is \(entry.value.kind)", expected: expected)
    }
    return try KeyBinding(words, repeats: section.flag("repeat")?.value ?? false)
  }
}

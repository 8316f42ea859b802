internal import Configuration
public import ContentModel
public import DisplayTypes

/// What a key map file says.
public struct InputSettings: Hashable, Sendable {
  /// The devices; the first rule that fits one counts, and one that none fits is left alone.
  public var devices: [DeviceRule]
  /// What keys do.
  public var keys: KeyMap

  /// Makes settings from their parts.
  public init(devices: [DeviceRule] = Self.builtIn.devices, keys: KeyMap = .builtIn) {
    self.devices = devices
    self.keys = keys
  }

  /// Without a file: what is there for presenting, heard by others as well.
  ///
  /// No keyboard: who types at the console of the box does not turn slides by that, unless a key map says so.
  public static let builtIn = InputSettings(
    devices: [.clicker, .pedal, .keypad].map { DeviceRule(kind: $0) }, keys: .builtIn)

  /// The rule for a device; nil where it is left alone.
  public func rule(for traits: DeviceTraits) -> DeviceRule? {
    devices.first { $0.matches(traits) }.flatMap { $0.isIgnored ? nil : $0 }
  }

  /// The apps whose application scenes get input.
  public var apps: [String] {
    Set(devices.compactMap(\.app)).sorted()
  }
}

/// Which devices are meant, and what is done with them.
public struct DeviceRule: Hashable, Sendable {
  /// Those whose names fit; nil for all.
  public var name: GlobPattern?
  /// Those of this kind; nil for all.
  public var kind: DeviceKind?
  /// Whether they are left alone.
  public var isIgnored: Bool
  /// Whether nobody else hears them.
  public var grabs: Bool
  /// The app whose application scenes get what a touch screen or a pointer does.
  public var app: String?
  /// The screen that a touch screen or a tablet belongs to; nil for what udev says, else for the one on which the app's scenes are.
  public var screen: String?
  /// What its keys do, before the map for all.
  public var keys: KeyMap

  /// Makes one from its fields.
  public init(
    name: GlobPattern? = nil, kind: DeviceKind? = nil, isIgnored: Bool = false, grabs: Bool = false, app: String? = nil,
    screen: String? = nil, keys: KeyMap = KeyMap()
  ) {
    self.name = name
    self.kind = kind
    self.isIgnored = isIgnored
    self.grabs = grabs
    self.app = app
    self.screen = screen
    self.keys = keys
  }

  /// Whether a device is meant.
  public func matches(_ traits: DeviceTraits) -> Bool {
    (name?.matches(traits.name) ?? true) && (kind.map { traits.kinds.contains($0) } ?? true)
  }
}

extension InputSettings {
  private static let topKeys = ["devices", "keys", "defaults"]
  private static let deviceKeys = ["name", "kind", "ignore", "grab", "app", "screen", "keys"]

  /// Reads and checks a file.
  ///
  /// - Throws: `ConfigurationFileError` when it cannot be read, `ConfigurationErrors` when its content is wrong.
  public static func load(_ path: String) throws -> InputSettings {
    try parse(try ConfigurationFile.read(path, sample: "keys.yaml"), file: path)
  }

  /// Reads a file's bytes.
  ///
  /// - Parameter file: The name that messages use.
  /// - Throws: Everything that is wrong, not only the first thing.
  public static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) -> InputSettings {
    try YAMLFile.read(bytes, file: file) { root, errors in
      guard let root else {
        errors.add(
          .start, "", "the file says nothing", expected: "a mapping with \(topKeys.joined(separator: ", "))",
          hint: "leave it out to have the built-in map")
        return builtIn
      }
      return settings(root, errors)
    } ?? builtIn
  }

  private static func settings(_ root: ValueNode, _ errors: ErrorList) -> InputSettings {
    let expected = "a mapping with \(topKeys.joined(separator: ", "))"
    guard let top = ConfigurationSection(root, path: "", errors: errors, keys: topKeys, expected: expected) else {
      return builtIn
    }
    let own = top.section("keys", keys: nil, expected: "keys and what they do, as pagedown: next").map(keys) ?? KeyMap()
    let devices = top.list("devices", expected: "a list of devices, as [{ kind: clicker, grab: true }]")
    if devices?.isEmpty == true, let entry = top.entry("devices") {
      errors.add(
        entry.value.mark, "devices", "names no device, so none would be heard",
        expected: "a list of devices, as [{ kind: clicker, grab: true }]",
        hint: "leave it out to have clickers, pedals and keypads")
    }
    let usesDefaults = top.flag("defaults")?.value ?? true
    return InputSettings(
      devices: devices?.compactMap { device($0.node, path: $0.path, errors) } ?? builtIn.devices,
      keys: usesDefaults ? own.over(.builtIn) : own)
  }

  private static func device(_ node: ValueNode, path: String, _ errors: ErrorList) -> DeviceRule? {
    let expected = "a mapping with \(deviceKeys.joined(separator: ", "))"
    guard let section = ConfigurationSection(node, path: path, errors: errors, keys: deviceKeys, expected: expected)
    else {
      return nil
    }
    var rule = DeviceRule()
    /// The text of a key that says something.
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
      errors.add(section.mark, path, "does not say which device is meant", expected: "name, kind, or both")
    }
    rule.isIgnored = section.flag("ignore")?.value ?? false
    rule.grabs = section.flag("grab")?.value ?? false
    rule.app = words("app", "the name of an app")
    rule.screen = words("screen", "the name of a screen, as HDMI-A-1")
    rule.keys = section.section("keys", keys: nil, expected: "keys and what they do, as b: next").map(keys) ?? KeyMap()
    if rule.screen != nil, rule.app == nil, let entry = section.entry("screen") {
      errors.add(
        entry.mark, section.path("screen"), "a screen without an app",
        expected: "app: too, whose scenes get the touches")
    }
    return rule
  }

  private static func keys(_ section: ConfigurationSection) -> KeyMap {
    var map = KeyMap()
    var marks: [KeyChord: ValueMark] = [:]
    for entry in section.entries {
      let path = section.path(entry.key)
      func report(_ error: KeyMapWordError, _ mark: ValueMark) {
        section.errors.add(mark, path, error.problem, expected: error.expected, hint: error.hint)
      }
      let chord: KeyChord
      do throws(KeyMapWordError) {
        chord = try KeyChord(entry.key)
      } catch {
        report(error, entry.mark)
        continue
      }
      if let first = marks.updateValue(entry.mark, forKey: chord) {
        section.errors.add(
          entry.mark, path, "the key \(chord) stands twice, in line \(first.line) and in line \(entry.mark.line)",
          hint: "keep one of them")
      }
      do throws(KeyMapWordError) {
        guard let binding = try binding(entry.value, path: path, section.errors) else { continue }
        guard !(chord.isLong && binding.repeats) else {
          throw KeyMapWordError("a long press cannot repeat", expected: "repeat with a key alone")
        }
        map.bindings[chord] = binding
      } catch {
        report(error, entry.value.mark)
      }
    }
    for (chord, binding) in map.bindings where binding.repeats {
      guard map.bindings[KeyChord(chord.code, chord.modifiers, isLong: true)] != nil, let mark = marks[chord] else {
        continue
      }
      section.errors.add(
        mark, section.path(chord.description), "a key with a long press cannot repeat",
        expected: "either repeat, or long \(chord)")
    }
    return map
  }

  /// What a key does: the command alone, or a mapping with `command` and `repeat`; nil after a report.
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
      throw KeyMapWordError("does not say what the key does", expected: expected)
    }
    guard case .scalar(let words, _) = entry.value.value, !entry.value.isNull else {
      throw KeyMapWordError("command is \(entry.value.kind)", expected: expected)
    }
    return try KeyBinding(words, repeats: section.flag("repeat")?.value ?? false)
  }
}

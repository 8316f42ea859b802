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

internal import ControlProtocol
internal import DisplayTypes

/// A key for a scene: `press`, then `repeat` while it is held, then `release`.
struct SceneKey: Hashable {
  enum Phase: String {
    case press, `repeat`, release
  }

  var code: KeyCode
  var phase: Phase
  var modifiers: KeyModifiers
  /// The text that it types; nil for none.
  var text: String?

  /// The values of the message of kind `key`.
  var values: [String: JSONValue] {
    let held = KeyModifiers.names.filter { modifiers.contains($0.modifier) }.map { JSONValue.string($0.name) }
    return ["key": .string(code.description), "phase": .string(phase.rawValue), "modifiers": .array(held)]
  }
}

/// The keys of keyboards that type into scenes. Times come with the keys.
struct SceneKeys {
  /// The time until a held key repeats, and between two repetitions.
  private static let holdNanoseconds: UInt64 = 500_000_000
  private static let repeatNanoseconds: UInt64 = 40_000_000

  private struct Held: Hashable {
    var code: KeyCode
    var device: InputDeviceID
  }

  private var held: Set<Held> = []
  private var repeating: (key: SceneKey, device: InputDeviceID, app: String, deadline: MonotonicTime)?

  /// The time at which `tick` has work; nil for never.
  var deadline: MonotonicTime? { repeating?.deadline }

  /// Records a pressed key, which repeats if `texts` says so. Returns nil for a key that is held already.
  mutating func press(
    _ code: KeyCode, of device: InputDeviceID, app: String, modifiers: KeyModifiers, at time: MonotonicTime,
    _ texts: KeyTexts?
  ) -> SceneKey? {
    guard held.insert(Held(code: code, device: device)).inserted else { return nil }
    let key = SceneKey(code: code, phase: .press, modifiers: modifiers, text: texts?.press(code))
    repeating = nil
    if texts?.repeats(code) == true {
      var again = key
      again.phase = .repeat
      repeating = (again, device, app, time.advanced(by: Self.holdNanoseconds))
    }
    return key
  }

  /// Records a released key. Returns nil for a key whose press was none for scenes.
  mutating func release(
    _ code: KeyCode, of device: InputDeviceID, modifiers: KeyModifiers, _ texts: KeyTexts?
  ) -> SceneKey? {
    guard held.remove(Held(code: code, device: device)) != nil else { return nil }
    texts?.release(code)
    if repeating?.key.code == code, repeating?.device == device { repeating = nil }
    return SceneKey(code: code, phase: .release, modifiers: modifiers)
  }

  /// Releases all held keys of a device, which is gone or types into another app.
  mutating func remove(_ device: InputDeviceID, modifiers: KeyModifiers, _ texts: KeyTexts?) -> [SceneKey] {
    let codes = held.filter { $0.device == device }.map(\.code).sorted { $0.rawValue < $1.rawValue }
    return codes.compactMap { release($0, of: device, modifiers: modifiers, texts) }
  }

  /// Returns the due repetition. A late call returns one, and skips the missed ones.
  mutating func tick(_ now: MonotonicTime) -> (key: SceneKey, app: String)? {
    guard let due = repeating, due.deadline <= now else { return nil }
    repeating?.deadline = now.advanced(by: Self.repeatNanoseconds)
    return (due.key, due.app)
  }
}

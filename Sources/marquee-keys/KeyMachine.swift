internal import DisplayTypes

/// Turns pressed and released keys into commands: modifiers, long presses and repetition. Times come with the keys. A key has the command
/// of the map at the time of its press.
struct KeyMachine {
  /// The time until a held key is a long press, or repeats.
  private static let holdNanoseconds: UInt64 = 500_000_000
  /// The time between two repetitions, long enough to see a page.
  private static let repeatNanoseconds: UInt64 = 200_000_000

  private struct Key: Hashable {
    var code: KeyCode
    var device: InputDeviceID
  }

  private struct Held {
    /// The command on release, or with each repetition.
    var binding: KeyBinding?
    /// The command of a long press.
    var long: KeyBinding?
    var deadline: MonotonicTime?
  }

  private var held: [Key: Held] = [:]

  /// The time at which `tick` has work; nil for never.
  var deadline: MonotonicTime? { held.values.compactMap(\.deadline).min() }

  /// The modifiers that are held, on all devices together.
  var modifiers: KeyModifiers { held.keys.reduce(into: []) { $0.formUnion(KeyModifiers($1.code) ?? []) } }

  /// Whether a map has a command for a key with the held modifiers.
  func hasCommand(_ code: KeyCode, in map: KeyMap) -> Bool {
    let modifiers = KeyModifiers(code) == nil ? modifiers : []
    return map[KeyChord(code, modifiers)] != nil || map[KeyChord(code, modifiers, isLong: true)] != nil
  }

  /// Records a pressed key. Returns its command if that is due at once.
  mutating func press(_ code: KeyCode, of device: InputDeviceID, at time: MonotonicTime, by map: KeyMap) -> KeyBinding?
  {
    let key = Key(code: code, device: device)
    // Ignore the kernel's repetition of held keys. A repeated press can also follow a lost release.
    guard held[key] == nil else { return nil }
    let modifiers = KeyModifiers(code) == nil ? modifiers : []
    let short = map[KeyChord(code, modifiers)]
    let long = map[KeyChord(code, modifiers, isLong: true)]
    guard long == nil else {
      held[key] = Held(binding: short, long: long, deadline: time.advanced(by: Self.holdNanoseconds))
      return nil
    }
    let repeats = short?.repeats == true
    held[key] = Held(
      binding: repeats ? short : nil, deadline: repeats ? time.advanced(by: Self.holdNanoseconds) : nil)
    return short
  }

  /// Records a released key. If the key has a command for a long press too, returns one of its commands, chosen by the time it was held.
  mutating func release(_ code: KeyCode, of device: InputDeviceID, at time: MonotonicTime) -> KeyBinding? {
    guard let key = held.removeValue(forKey: Key(code: code, device: device)), let long = key.long else { return nil }
    return key.deadline.map { $0 <= time } == true ? long : key.binding
  }

  /// Drops the held keys of a removed device, and runs no commands for them.
  mutating func remove(_ device: InputDeviceID) {
    held = held.filter { $0.key.device != device }
  }

  /// Returns the due commands of held keys. A late call returns one repetition, and skips the missed ones.
  mutating func tick(_ now: MonotonicTime) -> [KeyBinding] {
    let due = held.filter { $0.value.deadline.map { $0 <= now } == true }
    return due.sorted { $0.key.code.rawValue < $1.key.code.rawValue }.compactMap { key, state in
      if let long = state.long {
        held[key] = Held()
        return long
      }
      held[key]?.deadline = now.advanced(by: Self.repeatNanoseconds)
      return state.binding
    }
  }
}

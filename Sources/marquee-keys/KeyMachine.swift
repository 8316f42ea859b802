public import DisplayTypes

/// Turns pressed and released keys into commands: modifiers, long presses and repetition.
///
/// Pure: times come with the keys. A key has the command of the map at the time of its press. A key of a removed device has no effect any
/// more.
public struct KeyMachine {
  /// How long a key is held until that is a long press, or it begins to repeat.
  public static let holdNanoseconds: UInt64 = 500_000_000
  /// Between two repetitions: slow enough that a page can be seen.
  public static let repeatNanoseconds: UInt64 = 200_000_000

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

  /// Makes one without a key down.
  public init() {}

  /// The modifiers that are down, on whichever device.
  private var modifiers: KeyModifiers {
    held.keys.reduce(into: []) { $0.formUnion(KeyModifiers($1.code) ?? []) }
  }

  /// When `tick` has something to do; nil for never.
  public var deadline: MonotonicTime? { held.values.compactMap(\.deadline).min() }

  /// Handles a pressed key; returns the commands that are due.
  public mutating func press(_ code: KeyCode, of device: InputDeviceID, at time: MonotonicTime, by map: KeyMap)
    -> KeyBinding?
  {
    let key = Key(code: code, device: device)
    // The kernel's own repetition, or a message that was lost.
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

  /// Handles a released key.
  ///
  /// Returns the command of a key that could have become a long press.
  ///
  /// The two times decide how long it was held, independent of the time of the call.
  public mutating func release(_ code: KeyCode, of device: InputDeviceID, at time: MonotonicTime) -> KeyBinding? {
    guard let key = held.removeValue(forKey: Key(code: code, device: device)), let long = key.long else { return nil }
    return key.deadline.map { $0 <= time } == true ? long : key.binding
  }

  /// Drops the held keys of a removed device without their commands.
  public mutating func remove(_ device: InputDeviceID) {
    held = held.filter { $0.key.device != device }
  }

  /// Returns the commands of held keys that are due.
  ///
  /// A late call returns one repetition, not all missed ones.
  public mutating func tick(_ now: MonotonicTime) -> [KeyBinding] {
    var due: [KeyBinding] = []
    for key in held.filter({ $0.value.deadline.map { $0 <= now } ?? false }).keys.sorted(by: {
      $0.code.rawValue < $1.code.rawValue
    }) {
      if let long = held[key]?.long {
        held[key] = Held()
        due.append(long)
      } else if let binding = held[key]?.binding {
        held[key]?.deadline = now.advanced(by: Self.repeatNanoseconds)
        due.append(binding)
      }
    }
    return due
  }
}

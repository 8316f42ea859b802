internal import DisplayTypes

/// The properties of an input device.
public struct DeviceTraits: Hashable, Sendable {
  /// Its kernel name on one line, with a `·` for characters that control a terminal or turn the direction of writing.
  ///
  /// The name comes from the device and is not trusted.
  public let name: String
  /// Its keys, of those that distinguish kinds of devices.
  public var keys: Set<KeyCode>
  /// Whether it is a touch screen.
  public var hasTouch: Bool
  /// Whether it moves a pointer.
  public var hasPointer: Bool
  /// The screen in udev's property `WL_OUTPUT`; nil if there is none.
  public var output: String?

  /// Makes a device traits from its fields.
  public init(
    name: String, keys: Set<KeyCode> = [], hasTouch: Bool = false, hasPointer: Bool = false, output: String? = nil
  ) {
    self.name = Self.line(name)
    self.keys = keys
    self.hasTouch = hasTouch
    self.hasPointer = hasPointer
    self.output = output
  }

  private static func line(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isControlling ? "·" : $0 }))
  }

  static let letters = codes("abcdefghijklmnopqrstuvwxyz".map(String.init))
  static let digits = codes((0...9).map { "kp\($0)" })
  static let pages = codes(["pageup", "pagedown"])
  static let arrows = codes(["left", "right"])

  private static func codes(_ names: [String]) -> Set<KeyCode> { Set(names.compactMap(KeyCode.init(name:))) }

  /// The keys to query.
  public static var queriedKeys: Set<KeyCode> { letters.union(digits).union(pages).union(arrows) }

  /// Parts of names, in lower case: many clickers and pedals claim to be keyboards with all letters.
  private static let clickers = [
    "clicker", "presenter", "presentation", "r400", "r500", "r700", "r800", "spotlight", "laser pointer",
  ]
  private static let pedals = ["foot", "pedal"]

  /// The kinds of a device; empty for a power button and the like.
  public var kinds: Set<DeviceKind> {
    var kinds: Set<DeviceKind> = []
    if hasTouch { kinds.insert(.touch) }
    if hasPointer { kinds.insert(.pointer) }
    let lower = name.lowercased()
    let hasLetters = keys.isSuperset(of: Self.letters)
    if !keys.isEmpty, Self.pedals.contains(where: { Self.occurs($0, in: lower) }) {
      kinds.insert(.pedal)
    } else if !keys.isEmpty, Self.clickers.contains(where: { Self.occurs($0, in: lower) }) {
      kinds.insert(.clicker)
    } else if hasLetters {
      kinds.insert(.keyboard)
    } else if keys.isSuperset(of: Self.digits) {
      kinds.insert(.keypad)
    } else if keys.isSuperset(of: Self.pages) || keys.isSuperset(of: Self.arrows) {
      kinds.insert(.clicker)
    }
    return kinds
  }

  private static func occurs(_ part: String, in text: String) -> Bool {
    let (part, text) = (Array(part.utf8), Array(text.utf8))
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
  }
}

/// The purpose of an input device.
public enum DeviceKind: String, Hashable, Sendable, CaseIterable {
  /// A presenter's remote control.
  case clicker
  /// A keypad: digits and few other keys.
  case keypad
  /// A foot pedal.
  case pedal
  /// Letters.
  case keyboard
  /// A touch screen.
  case touch
  /// A mouse, a touch pad, the tablet of a virtual machine.
  case pointer
}

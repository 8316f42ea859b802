internal import DisplayTypes

/// The properties of an input device.
struct DeviceTraits: Hashable {
  /// The kernel's name, with a `·` for characters that control a terminal or change the direction of writing. The name comes from the
  /// device, so it is not trusted.
  let name: String
  /// The keys of the device that distinguish kinds of devices.
  var keys: Set<KeyCode>
  var hasTouch: Bool
  var hasPointer: Bool
  /// The screen in udev's property `WL_OUTPUT`.
  var output: String?

  init(
    name: String, keys: Set<KeyCode> = [], hasTouch: Bool = false, hasPointer: Bool = false, output: String? = nil
  ) {
    self.name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isControlling ? "·" : $0 }))
    self.keys = keys
    self.hasTouch = hasTouch
    self.hasPointer = hasPointer
    self.output = output
  }

  static let letters = codes("abcdefghijklmnopqrstuvwxyz".map(String.init))
  static let digits = codes((0...9).map { "kp\($0)" })
  static let pages = codes(["pageup", "pagedown"])
  static let arrows = codes(["left", "right"])

  private static func codes(_ names: [String]) -> Set<KeyCode> { Set(names.compactMap(KeyCode.init(name:))) }

  static var queriedKeys: Set<KeyCode> { letters.union(digits).union(pages).union(arrows) }

  /// Parts of names of clickers and pedals. Many of them claim to be keyboards with all letters.
  private static let clickers = [
    "clicker", "presenter", "presentation", "r400", "r500", "r700", "r800", "spotlight", "laser pointer",
  ]
  private static let pedals = ["foot", "pedal"]

  /// The kinds of a device; empty for devices such as a power button.
  var kinds: Set<DeviceKind> {
    var kinds: Set<DeviceKind> = []
    if hasTouch { kinds.insert(.touch) }
    if hasPointer { kinds.insert(.pointer) }
    func isNamed(_ parts: [String]) -> Bool { parts.contains { GlobPattern("*\($0)*").matches(name) } }
    if !keys.isEmpty, isNamed(Self.pedals) {
      kinds.insert(.pedal)
    } else if !keys.isEmpty, isNamed(Self.clickers) {
      kinds.insert(.clicker)
    } else if keys.isSuperset(of: Self.letters) {
      kinds.insert(.keyboard)
    } else if keys.isSuperset(of: Self.digits) {
      kinds.insert(.keypad)
    } else if keys.isSuperset(of: Self.pages) || keys.isSuperset(of: Self.arrows) {
      kinds.insert(.clicker)
    }
    return kinds
  }

  var kindNames: String { kinds.map(\.rawValue).sorted().joined(separator: ", ") }
}

/// The purpose of an input device.
enum DeviceKind: String, CaseIterable {
  case clicker, keypad, pedal, keyboard, touch
  /// A mouse, a touch pad, or the tablet of a virtual machine.
  case pointer
}

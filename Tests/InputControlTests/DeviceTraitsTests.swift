import DisplayTypes
import Testing

@testable import marquee_keys

/// The uses of devices.
struct DeviceTraitsTests {
  private let letters = DeviceTraits.letters
  private let pages = DeviceTraits.pages

  @Test("kinds are found by keys, and for a clicker or a pedal with a keyboard's keys by its name")
  func kinds() {
    func kinds(_ name: String, _ keys: Set<KeyCode>) -> Set<DeviceKind> { DeviceTraits(name: name, keys: keys).kinds }
    #expect(kinds("AT Translated Set 2 keyboard", letters.union(pages)) == [.keyboard])
    #expect(kinds("Logitech USB Receiver", letters) == [.keyboard])
    #expect(kinds("Logitech R400", letters.union(pages)) == [.clicker])
    #expect(kinds("Kensington Wireless Presenter", letters) == [.clicker])
    #expect(kinds("PCsensor FootSwitch Keyboard", letters) == [.pedal])
    #expect(kinds("SIGMACHIP USB Keypad", DeviceTraits.digits.union(pages)) == [.keypad])
    #expect(kinds("Some remote", pages) == [.clicker])
    #expect(kinds("Power Button", []) == [])
    #expect(DeviceTraits(name: "Presenter", hasPointer: true).kinds == [.pointer])
    #expect(DeviceTraits(name: "Panel", hasTouch: true).kinds == [.touch])
    #expect(DeviceTraits(name: "Keyboard with pad", keys: letters, hasPointer: true).kinds == [.keyboard, .pointer])
  }

  @Test("nothing of a name is obeyed by a terminal, and rules see the name that is shown")
  func names() {
    let traits = DeviceTraits(name: "Pad\u{1b}[2J\n\u{9b}1m \u{202e}x\u{2028}", keys: letters)
    #expect(traits.name == "Pad·[2J··1m ·x·")
    let settings = InputSettings(devices: [DeviceRule(name: GlobPattern("Pad·[2J··1m ·x·"), kind: .keyboard)])
    #expect(settings.rule(for: traits) != nil)
    #expect(DeviceTraits(name: "zwölf 日本語 👩‍🌾 ").name == "zwölf 日本語 👩‍🌾 ")
  }

  @Test("the first rule that fits counts, and a device without a rule is not used")
  func rules() {
    let settings = InputSettings(
      devices: [DeviceRule(name: GlobPattern("My *"), isIgnored: true), DeviceRule(kind: .keyboard, grabs: true)])
    #expect(settings.rule(for: DeviceTraits(name: "My keyboard", keys: letters)) == nil)
    #expect(settings.rule(for: DeviceTraits(name: "Other", keys: letters))?.grabs == true)
    #expect(settings.rule(for: DeviceTraits(name: "Other", keys: pages)) == nil)
  }
}

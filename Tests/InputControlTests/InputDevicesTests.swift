import Testing

@testable import marquee_keys

/// How devices are opened, without any.
struct InputDevicesTests {
  @Test("a device that could not be opened is opened once it can be, by a libinput that does nothing twice")
  func openedLater() {
    var isWanted = false
    var isOpen = false
    var canBeOpened = false
    func open() -> Bool {
      InputDevices.open {
        guard $0 != isWanted else { return }
        isWanted = $0
        isOpen = isWanted && canBeOpened
      } isOpen: {
        isOpen
      }
    }
    #expect(!open())
    canBeOpened = true
    #expect(open())
    #expect(isOpen)
  }
}

import Testing

@testable import KMSBackend

@Suite struct DeviceEventTests {
  private static let card = "/dev/dri/card1"
  private static let both = (kernel: true, udev: true)

  private func event(_ action: String, _ node: String = card, _ properties: [String: String] = [:]) -> DeviceEvent {
    DeviceEvent(action: action, node: node) { properties[$0] ?? "" }
  }

  @Test(
    arguments: [
      (["HOTPLUG": "1"], nil), (["HOTPLUG": "1", "CONNECTOR": "31"], 31), (["HOTPLUG": "1", "CONNECTOR": "x"], nil),
      (["HOTPLUG": "1", "CONNECTOR": "4294967296"], nil), (["HOTPLUG": "1", "CONNECTOR": "-1"], nil), ([:], nil),
      (["HOTPLUG": "1", "LEASE": "1"], nil),
    ] as [([String: String], UInt32?)])
  func aChangeMeansLookAgain(properties: [String: String], connector: UInt32?) {
    #expect(
      HotplugEvent(event("change", Self.card, properties), isKernel: true, sources: Self.both)
        == .connectorsMayHaveChanged(device: Self.card, connector: connector))
  }

  @Test func aLeaseIsNoHotplug() {
    #expect(HotplugEvent(event("change", Self.card, ["LEASE": "1"]), isKernel: true, sources: Self.both) == nil)
  }

  @Test(
    "each kind of event is passed on once, with and without udev",
    arguments: [
      (true, true), (true, false), (false, true),
    ])
  func eachIsHandedOnOnce(kernel: Bool, udev: Bool) {
    for (action, meaning) in [
      ("change", HotplugEvent.connectorsMayHaveChanged(device: Self.card, connector: nil)),
      ("add", .cardAdded(device: Self.card)), ("remove", .cardRemoved(device: Self.card)),
    ] {
      let sources = [true, false].filter { $0 ? kernel : udev }
      let meanings = sources.compactMap {
        HotplugEvent(event(action), isKernel: $0, sources: (kernel: kernel, udev: udev))
      }
      #expect(meanings == [meaning], "\(action)")
    }
  }

  @Test("a new card is reported by udev, which has set the permissions of its device file by then")
  func aNewCardIsUdevs() {
    #expect(HotplugEvent(event("add"), isKernel: true, sources: Self.both) == nil)
    #expect(HotplugEvent(event("bind"), isKernel: false, sources: Self.both) == .cardAdded(device: Self.card))
  }

  @Test func otherDevicesAndUnknownActionsAreIgnored() {
    for node in ["", "/dev/dri/renderD128", "/dev/fb0"] {
      for action in ["change", "add", "remove"] {
        #expect(HotplugEvent(event(action, node), isKernel: true, sources: (kernel: true, udev: false)) == nil)
      }
    }
    for action in ["", "move", "unbind", "offline"] {
      #expect(HotplugEvent(event(action), isKernel: true, sources: (kernel: true, udev: false)) == nil)
    }
  }
}

import DisplayTypes
import MonitorPower
import Testing

@testable import marqueed

struct CECAdapterChoiceTests {
  private static let first = CECAdapter.Connector(card: 0, number: 90)
  private static let second = CECAdapter.Connector(card: 0, number: 91)
  /// The third is on USB.
  private static let adapters = ["/dev/cec0": first, "/dev/cec1": second]

  private func choose(
    _ choice: CECChoice, on connector: CECAdapter.Connector?, former: String? = nil,
    others: [CECAdapterChoice.Other] = []
  ) -> CECAdapterChoice {
    CECAdapterChoice(
      choice, connector: connector, former: former, others: others, found: Self.adapters)
  }

  @Test func theConnectorsOwnIsFound() {
    #expect(choose(.automatic, on: Self.second) == .use("/dev/cec1"))
    #expect(choose(.automatic, on: CECAdapter.Connector(card: 1, number: 90)) == .none)
    #expect(choose(.automatic, on: nil) == .none)
    #expect(choose(.automatic, on: nil, former: "/dev/cec0") == .use("/dev/cec0"))
    #expect(choose(.off, on: Self.second) == .none)
  }

  @Test func anAdapterOfAnotherConnectorIsRefused() {
    #expect(choose(.device("/dev/cec0"), on: Self.first) == .use("/dev/cec0"))
    guard case .refuse("/dev/cec0", let reason) = choose(.device("/dev/cec0"), on: Self.second) else {
      Issue.record("it is not refused")
      return
    }
    #expect(reason.contains("another connector"))
  }

  @Test func anAdapterReachesOneDisplay() {
    let usb = CECChoice.device("/dev/cec2")
    let other = CECAdapterChoice.Other(screen: "HDMI-A-2", choice: usb, path: nil)
    #expect(choose(usb, on: Self.first) == .use("/dev/cec2"))
    guard case .refuse("/dev/cec2", let reason) = choose(usb, on: Self.first, others: [other]) else {
      Issue.record("it is not refused")
      return
    }
    #expect(reason.contains("HDMI-A-2 has /dev/cec2 too"))
  }
}

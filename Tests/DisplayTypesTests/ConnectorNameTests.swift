import Testing

@testable import DisplayTypes

/// The names of connectors, in any case.
struct ConnectorNameTests {
  @Test(arguments: [
    ("HDMI-A-1", "HDMI-A-1"), ("hdmi-a-1", "HDMI-A-1"), ("dp-2", "DP-2"), ("EDP-1", "eDP-1"), ("dvi-d-10", "DVI-D-10"),
    ("HDMI-1", nil), ("hdmi-a-", nil), ("DP-x", nil), ("DP--1", nil), ("counter", nil), ("", nil), ("-1", nil),
    ("DP-99999999999999999999", nil),
  ])
  func isWrittenAsTheKernelDoes(_ text: String, _ name: String?) {
    #expect(ConnectorName.canonical(text) == name)
    #expect(ConnectorName.resembles(text) == (name != nil))
  }
}

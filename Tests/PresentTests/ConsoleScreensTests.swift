import Testing

@testable import marqueectl

/// The choice of the screens that keep the text console, if `present` starts a daemon itself.
@Suite struct ConsoleScreensTests {
  private func connectors(_ names: String) -> [CardConnector] {
    names.split(separator: " ").map { word in
      CardConnector(name: String(word.filter { $0 != "*" }), isConnected: word.hasSuffix("*"))
    }
  }

  @Test(
    "the panels keep the console, otherwise the first connected screen",
    arguments: [
      ("DP-1* HDMI-A-1* eDP-1*", ["eDP-1"]), ("DP-1* eDP-1", ["eDP-1"]), ("DP-1 HDMI-A-1* HDMI-A-2*", ["HDMI-A-1"]),
      ("DP-1 HDMI-A-1", []), ("LVDS-1* VGA-1*", ["LVDS-1"]),
    ])
  func choice(names: String, console: [String]) throws {
    #expect(try ConsoleScreens.choose(connectors(names), wanted: nil) == console)
  }

  @Test("a wanted screen leaves the console all others")
  func wanted() throws {
    let all = connectors("DP-1* HDMI-A-1* eDP-1*")
    for wanted in ["DP-1", "dp-1"] {
      #expect(try ConsoleScreens.choose(all, wanted: wanted) == ["HDMI-A-1", "eDP-1"])
    }
    #expect(throws: ToolFailure.self) { try ConsoleScreens.choose(all, wanted: "DP-2") }
  }

  @Test("the rules leave these screens to the console")
  func configuration() {
    #expect(
      ConsoleScreens.configuration(leaving: ["eDP-1", "DP-2"]) == """
        screens:
          - match: { connector: "eDP-1" }
            use: console
          - match: { connector: "DP-2" }
            use: console

        """)
    #expect(ConsoleScreens.configuration(leaving: []) == "screens: []\n")
  }

  @Test(
    "only the numbered virtual terminals are text consoles",
    arguments: [
      ("/dev/tty3", "tty3"), ("/dev/tty63", "tty63"), ("/dev/tty0", nil), ("/dev/tty64", nil), ("/dev/ttyS0", nil),
      ("/dev/pts/3", nil), ("/dev/tty", nil),
    ])
  func terminals(path: String, name: String?) {
    #expect(VirtualTerminal.name(path) == name)
  }
}

import Testing

@testable import KMSBackend

@Suite struct SysfsComparisonTests {
  private func tree() throws -> DRMTree {
    let tree = try DRMTree()
    try tree.add("version")
    try tree.add("renderD128")
    for card in ["card1", "card10"] {
      try tree.add(card)
      try tree.add("\(card)-HDMI-A-1", status: "disconnected")
    }
    return tree
  }

  @Test func unchangedConnectorsAreNotReported() throws {
    let tree = try tree()
    var comparison = SysfsComparison(root: tree.root)
    #expect(comparison.changes().isEmpty && comparison.changes().isEmpty)
  }

  @Test func aPlugIsReportedOnceForItsCardOnly() throws {
    let tree = try tree()
    var comparison = SysfsComparison(root: tree.root)
    try tree.add("card1-HDMI-A-1", status: "connected", modes: "1920x1080\n")
    #expect(comparison.changes() == [.connectorsMayHaveChanged(device: "/dev/dri/card1", connector: nil)])
    #expect(comparison.changes().isEmpty)
    // Another display, between two looks.
    try tree.add("card1-HDMI-A-1", status: "connected", modes: "1280x720\n")
    #expect(comparison.changes() == [.connectorsMayHaveChanged(device: "/dev/dri/card1", connector: nil)])
  }

  @Test func aConnectorMayComeAndGo() throws {
    let tree = try tree()
    var comparison = SysfsComparison(root: tree.root)
    try tree.add("card10-DP-5", status: "connected")
    #expect(comparison.changes() == [.connectorsMayHaveChanged(device: "/dev/dri/card10", connector: nil)])
    try tree.remove("card10-DP-5")
    #expect(comparison.changes() == [.connectorsMayHaveChanged(device: "/dev/dri/card10", connector: nil)])
  }

  @Test func aCardMayComeAndGo() throws {
    let tree = try tree()
    var comparison = SysfsComparison(root: tree.root)
    try tree.remove("card1-HDMI-A-1")
    try tree.remove("card1")
    #expect(comparison.changes() == [.cardRemoved(device: "/dev/dri/card1")])
    try tree.add("card2")
    try tree.add("renderD129")
    #expect(comparison.changes() == [.cardAdded(device: "/dev/dri/card2")])
  }

  @Test func aTreeThatIsNotThereHasNothing() throws {
    let tree = try tree()
    let root = tree.root + "/none"
    var comparison = SysfsComparison(root: root)
    #expect(comparison.changes().isEmpty)
    try tree.add("none/card0")
    #expect(comparison.changes() == [.cardAdded(device: "/dev/dri/card0")])
  }
}

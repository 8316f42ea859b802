internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let twoViews = Scenario(
    "the example with two views: the external display shows its own view, a mirror of the panel, or nothing, by the user's choice",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let example = try String(
      contentsOf: PythonExample.folder.appending(path: "two-views/two-views.yaml"), encoding: .utf8)
    // The panel of this bench.
    let daemon = try bench.start(DaemonSetup(example.replacing("\"eDP-*\"", with: "\"\(bench.connector(2))\"")))
    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(1280, 720))
    let (panel, room, black) = (RGB(0xb0, 0x50, 0x10), RGB(0x20, 0x40, 0x80), RGB(0, 0, 0))
    func setSupport(_ word: String) throws {
      let tool = try bench.run("marqueectl", ["support", word], within: 30)
      try expect(tool.status, is: 0, "the status of support \(word): \(tool.output)")
    }
    try daemon.photograph(2, "the panel's view") { $0.at(0.02, 0.02) == panel }
    try daemon.photograph(1, "the room's view") { $0.at(0.02, 0.02) == room }
    let modesets = try bench.countModesets {
      try setSupport("mirror")
      try daemon.photograph(1, "the panel's view between black bars") {
        [$0.at(0.2, 0.02), $0.at(0.02, 0.5)] == [panel, black]
      }
      try setSupport("external")
      try daemon.photograph(1, "the room's view again") { $0.at(0.02, 0.02) == room }
    }
    try expect(modesets, is: 0, "modesets")
    try setSupport("off")
    let isDark = try bench.poll(within: 10) { try bench.isDark(1) ? true : nil }
    try expect(isDark, is: true, "the room sees nothing")
    try daemon.photograph(2, "the panel's view all the time") { $0.at(0.02, 0.02) == panel }
    try setSupport("external")
    try daemon.photograph(1, "the room's view, lit again") { $0.at(0.02, 0.02) == room }
  }
}

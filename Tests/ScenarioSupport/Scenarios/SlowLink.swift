internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let slowLink = Scenario(
    "explain says which mode a display would show if its link were faster", gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    var edid = Array(try TestDisplay(1920, 1080).edid().prefix(128))
    // CTA-861: HDMI's block with a TMDS clock of up to 300 MHz, and 3840x2160@60 (VIC 97) in YCbCr 4:2:0 only.
    let blocks: [UInt8] = [0x67, 0x03, 0x0C, 0x00, 0x10, 0x00, 0x00, 60, 0xE2, 0x0E, 97]
    edid[126] = 1
    edid[127] = 0 &- edid[..<127].reduce(0, &+)
    var cta: [UInt8] = [0x02, 0x03, UInt8(4 + blocks.count), 0x00] + blocks
    cta += [UInt8](repeating: 0, count: 127 - cta.count)
    cta.append(0 &- cta.reduce(0, &+))
    var plug = SimulateCall(.plug, screen: bench.connector(1))
    plug.edid = Data(edid + cta).base64EncodedString()
    _ = try daemon.client.call(plug)
    try daemon.wait(1, .presented)
    let sentence = "3840x2160@60 needs YCbCr 4:2:0 or 594 MHz; the link allows 300 MHz."
    let record = try daemon.explain(1)
    try expect(record.winner?.name, is: "1920x1080@60", "the mode that is shown")
    try expect(record.notes.filter { $0.contains("MHz") }, is: [sentence], "what the link needs")

    let file = try bench.write(edid + cta, name: "edid.bin")
    let offline = try bench.run("marqueectl", ["explain", "--edid", file], within: 20)
    try expect(offline.output.contains("Note: \(sentence)"), "the same without a daemon: \(offline.output)")
  }
}

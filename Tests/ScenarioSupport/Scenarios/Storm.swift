internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import TestKit
internal import VirtualMachine

extension Scenario {
  static let storm = Scenario(
    "after 200 plugs, unplugs and changes (60 on vkms) the last state is right, and no resource is left behind",
    gate: [.simulated, .virtio], long: [.legacy, .vkms]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    let process = try daemon.status().processID
    let displays = 1...min(3, bench.displayCount)
    // vkms always has the same modes, so each of its steps is a plug or an unplug.
    let sizes = bench.kind.takesAnyDisplay ? [(640, 480), (800, 600), (720, 576), (640, 400)] : [(1024, 768)]
    func settle(_ chosen: [Int]) throws {
      for (display, size) in zip(displays, chosen.map { sizes[$0 % sizes.count] }) {
        try bench.plug(display, .plain(size.0, size.1))
        let name = "\(size.0)x\(size.1)"
        try daemon.photograph(display, "\(name) with its content", within: 20) {
          $0.sizeText == name && $0.uniformColor == RGB(0x20, 0x40, 0x60)
        }
        try daemon.wait(display, .presented)
      }
    }
    // Once through all sizes, so that objects that are made only once exist.
    try settle([3, 2, 1])
    try settle([0, 1, 2])
    // The buffers of the last pictures are released by then.
    bench.letPass(seconds: 0.2)
    let before = try bench.figures(of: process)

    var generator = SeededGenerator(seed: 200)
    var isPlugged = displays.map { _ in true }
    // vkms composes each picture with the processor: a modeset takes a second of an emulated machine, and 200 take five minutes.
    for _ in 0..<(bench.kind == .vkms ? 60 : 200) {
      let display = Int.random(in: displays, using: &generator)
      if isPlugged[display - 1], sizes.count == 1 || Bool.random(using: &generator) {
        try bench.unplug(display)
        isPlugged[display - 1] = false
      } else {
        let size = sizes[Int.random(in: 0..<sizes.count, using: &generator)]
        try bench.plug(display, .plain(size.0, size.1))
        isPlugged[display - 1] = true
      }
      let milliseconds = Int.random(in: 50...500, using: &generator)
      bench.letPass(seconds: Double(milliseconds) / (bench.kind.isReal ? 1000 : 10_000))
    }
    for display in displays { try bench.unplug(display) }
    for display in displays { try daemon.wait(display, .disconnected, within: 20) }
    try settle([2, 1, 0])
    try settle([0, 1, 2])
    try expect(daemon.status().processID, is: process, "the process")
    // Buffers of a mode that has just ended may still be in use.
    let settled = try bench.poll(within: 10, every: 200) { () throws -> Bool? in
      let after = try bench.figures(of: process)
      return after.descriptors == before.descriptors && after.framebuffers == before.framebuffers
        && after.blobs == before.blobs
        ? true : nil
    }
    try expect(
      settled ?? false, "what is left after the storm: \(bench.figures(of: process)), before: \(before)")
  }
}

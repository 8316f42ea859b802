internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let geometryChoices = Scenario(
    "under every transform, scale and overscan the picture touches the right edges, and a reset undoes them",
    gate: [.simulated, .virtio], long: [.bochs]
  ) { bench in
    let daemon = try bench.start(.showing("pattern: grid"))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let name = bench.connector(1)
    let client = daemon.client
    for transform in Transform.allCases {
      _ = try client.call(RotateCall(screen: name, rotation: transform.rawValue))
      try expect(bench.photograph(1).hasBorder(.white), "the border at rotation \(transform.rawValue)")
    }
    _ = try client.call(RotateCall(screen: name, rotation: "0"))

    // The bars have a yellow field right of the first bar, and a blue one left of the last. No transform leaves them in place.
    try daemon.show(1, .pattern("bars"))
    for transform in Transform.allCases {
      _ = try client.call(RotateCall(screen: name, rotation: transform.rawValue))
      let picture = try bench.photograph(1)
      let (width, height) = (Double(picture.width), Double(picture.height))
      let isWide = transform.swapsAxes ? height >= 1.5 * width : width >= 1.5 * height
      let side = isWide ? 1.0 / 8 : 0
      let bar = (1 - 2 * side) / 7
      for (place, color) in [(1.5, RGB(191, 191, 0)), (6.5, RGB(0, 0, 191))] {
        let point = transform.map(x: side + bar * place, y: 0.25)
        try expect(picture.at(point.x, point.y), is: color, "bar \(place) at rotation \(transform.rawValue)")
      }
    }
    _ = try client.call(RotateCall(screen: name, rotation: "0"))

    try daemon.show(1, .pattern("grid"))
    _ = try client.call(SetScaleCall(screen: name, scale: 2))
    try expect(daemon.screen(1)?.scale, is: 2, "the scale")
    try expect(bench.photograph(1).hasBorder(.white), "the border at scale 2")
    let all = OverscanInfo(top: "36px", right: "36px", bottom: "36px", left: "36px")
    _ = try client.call(SetOverscanCall(screen: name, overscan: all))
    let inset = try bench.photograph(1)
    try expect(inset.hasBorder(.white, inset: 36), "the border within 36 pixels of overscan")
    try expect(inset[35, 360], is: .black, "the overscan")

    let modesets = try bench.countModesets { _ = try client.call(ResetCall(screen: name)) }
    try expect(modesets, is: 0, "modesets of a reset that keeps the mode")
    try expect(bench.photograph(1).hasBorder(.white), "the border after reset")
    try expect(daemon.explain(1).settings.contains { $0.origin == .runtime } == false, "no run-time choice is left")
  }
}

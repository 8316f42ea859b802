internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let consoleBesideTalk = Scenario(
    "the console's display keeps its changing text while slides flip on the other display",
    gate: [.virtio]
  ) { bench in
    let panel = TestDisplay(1024, 768, model: "Console")
    try bench.plug(1, panel)
    // The kernel's console appears on a display after another program has released it.
    _ = try bench.lightWithAnotherProgram(1)
    try expect(bench.writeOnConsole("\\033cbefore the talk"), "the kernel has a console on this card")
    let isWritten = try bench.poll(within: 5) { try bench.photograph(1).histogram.count > 1 ? true : nil }
    try expect(isWritten ?? false, "the console's text is seen before the daemon starts")

    let daemon = try bench.start(
      .showing("color: \"#204060\"", screens: "screens:\n  - match: { model: Console }\n    use: console\n"))
    try bench.plug(2, TestDisplay(1280, 720))
    try daemon.wait(2, .mode("1280x720"))
    let colors = [RGB(0xc0, 0x20, 0x20), RGB(0x20, 0xc0, 0x20), RGB(0x20, 0x20, 0xc0)]
    let deck = try bench.write(MadeFiles.document(colors), name: "deck.pdf")
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    for (slide, color) in colors.enumerated() {
      let before = try lettersLit(bench.photograph(1))
      if slide > 0 { _ = try daemon.client.call(ControlTalkCall(action: .next)) }
      _ = try bench.writeOnConsole("slide \(slide + 1) is what the audience sees")
      try daemon.photograph(2, "slide \(slide + 1)") { $0.uniformColor == color }
      // A blinking cursor has about 16 pixels.
      try daemon.photograph(1, "the console with another line") { lettersLit($0) > before + 200 }
    }
    try expect(daemon.screen(1)?.currentMode == nil, "the daemon has no mode on the console")
  }

  /// Pixels that are not black, if the picture is black except for some lines of text; otherwise 0.
  private static func lettersLit(_ picture: Photograph) -> Int {
    let all = picture.width * picture.height
    let black = picture.histogram[RGB(0, 0, 0)] ?? 0
    return picture.width == 1024 && black > all * 9 / 10 ? all - black : 0
  }
}

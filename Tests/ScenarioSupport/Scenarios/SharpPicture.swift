internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let sharpPicture = Scenario(
    "a scene of a fixed size is enlarged by a whole number, each of its pixels a square of equal ones, with black around it"
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        apps:
          game:
            scenes:
              externalDisplayNonInteractive:
                - { name: main, size: 640x480, content: { banner: { text: "Score 7", background: "#204060" } } }

        """))
    try bench.plug(1, TestDisplay(640, 480))
    try bench.plug(2, TestDisplay(1280, 1024))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let small = try daemon.photograph(1, "the text") { $0.sizeText == "640x480" && $0.uniformColor == nil }
    let large = try daemon.photograph(2, "the text") { $0.sizeText == "1280x1024" && $0.histogram.count > 3 }
    var wrong = 0
    for y in 0..<1024 {
      for x in 0..<1280 {
        let expected = (32..<992).contains(y) ? small[x / 2, (y - 32) / 2] : RGB(0, 0, 0)
        if large[x, y] != expected { wrong += 1 }
      }
    }
    try expect(wrong, is: 0, "pixels that are not those of the small screen, twice as large")
  }
}

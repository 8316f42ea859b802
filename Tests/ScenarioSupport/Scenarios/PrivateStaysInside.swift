internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let privateStaysInside = Scenario(
    "a private colour is on the main screen, and in no picture of another screen and in no screenshot"
  ) { bench in
    let (secret, placeholder) = (RGB(0xC9, 0x07, 0x63), RGB(0x60, 0x60, 0x60))
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens:
        - { match: { connector: "\(bench.connector(2))" }, use: main }
        - { match: { connector: "\(bench.connector(3))" }, apps: [notes] }
        support: mirror
        apps:
          lobby: { foreground: true }
          notes:
            private: true
            support: external
            scenes: { externalDisplayNonInteractive: [{ content: { color: "#c90763" } }] }
          door:
            alarm: true
            scenes:
              externalDisplayNonInteractive:
              - { match: { connector: "\(bench.connector(2))" }, private: true, content: { color: "#c90763" } }

        """))
    for (display, width) in [(2, 1024), (1, 1280), (3, 800)] {
      try bench.plug(display, TestDisplay(width, width * 3 / 4, others: []))
    }
    func search(_ words: String) throws {
      // A monitor goes on showing what it showed before: its photograph does not tell that its mode is applied.
      for (display, mode) in [(1, "1280x960"), (2, "1024x768"), (3, "800x600")] {
        try daemon.wait(display, .mode(mode))
      }
      for display in [1, 3] {
        let picture = try daemon.photograph(display, "the placeholder, \(words)") { $0.mainColor == placeholder }
        try expect(picture.histogram[secret] ?? 0, is: 0, "secret pixels on display \(display), \(words)")
      }
      for display in 1...3 {
        let reply = try daemon.client.call(ScreenshotCall(screen: bench.connector(display)))
        let histogram = try PNGReader.picture([UInt8](Data(base64Encoded: reply.png) ?? Data())).histogram
        try expect(histogram[secret] ?? 0, is: 0, "secret pixels in a screenshot of display \(display), \(words)")
        try expect(reply.hash.isEmpty, is: display == 2, "whether there is no hash of display \(display), \(words)")
        try expect((histogram[placeholder] ?? 0) > 0, "the placeholder in a screenshot of display \(display), \(words)")
      }
      // QEMU's photograph is no screenshot: it shows what is there.
      if bench.kind.isReal { try daemon.photograph(2, "the secret, \(words)") { $0.uniformColor == secret } }
    }
    try search("as plugged in")
    try expect(daemon.explain(3).shows, is: "a placeholder for notes, which is private", "what display 3 shows")
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    _ = try daemon.client.call(SetSupportCall(support: "external"))
    try search("with the private app in the foreground")
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1280, 960, others: []))
    try search("after a replug")
  }
}

internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pointerInWindows = Scenario(
    "a pointer is seen on the windows of an app while its input is owned, on a mirror too, and a click raises a window",
    gate: [.simulated]
  ) { bench in
    let (panel, mirror) = (bench.connector(1), bench.connector(2))
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens:
          - { match: { connector: \(panel) }, use: main }
          - { match: { connector: \(mirror) }, support: mirror }
        apps: {}

        """))
    try bench.plug(1, TestDisplay(1280, 720))
    try bench.plug(2, TestDisplay(1280, 720))
    let notes = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "notes",
        scenes: [
          "application": [
            SceneConfigurationInfo(name: "list", content: .color("#a04000")),
            SceneConfigurationInfo(name: "note", content: .color("#00a040")),
          ]
        ], supportsMultipleScenes: true))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    try daemon.photograph(1, "the list") { $0.uniformColor == list }
    var owner: InputOwnership? = try InputOwnership(app: "notes", stream: bench.connect())
    let active = try notes.wait("the scene") { $0.event == "sceneDidBecomeActive" }
    let first = try unwrap(active.session, "no scene")
    _ = try daemon.client.call(SetFrameCall(session: first, frame: FrameInfo(x: 0, y: 0, width: 0.75, height: 0.75)))
    let second = try daemon.client.call(
      RequestSceneCall(
        app: "notes", frame: FrameInfo(x: 0.25, y: 0.25, width: 0.75, height: 0.75), configuration: "note")
    ).session
    try daemon.photograph(1, "the note above the list") { corners($0) == [list, note, note] }

    func point(_ phase: String, _ x: Double, _ y: Double, in session: String) throws {
      let values: [String: JSONValue] = ["phase": .string(phase), "x": .number(x), "y": .number(y)]
      _ = try daemon.client.call(SendInputCall(session: session, kind: "pointer", values: values))
    }
    // The middle of the list is at 480, 270 of the panel.
    try point("move", 0.5, 0.5, in: first)
    try daemon.photograph(1, "the pointer") { hasPointer($0, 480, 270) && corners($0) == [list, note, note] }
    try daemon.photograph(2, "the pointer on the mirror") { hasPointer($0, 480, 270) }
    let shot = try daemon.client.call(ScreenshotCall(screen: panel)).png
    let picture: Photograph = try PNGReader.picture(unwrap(Base64.decode(shot), "the screenshot is no base64"))
    try expect(hasPointer(picture, 480, 270), "the screenshot has the pointer")

    try point("press", 0.5, 0.5, in: first)
    try daemon.photograph(1, "the list above the note") {
      corners($0) == [list, list, note] && hasPointer($0, 480, 270)
    }
    try point("release", 0.5, 0.5, in: first)
    _ = try daemon.client.call(ActivateSessionCall(session: second))
    let raised = try bench.photograph(1)
    try expect(corners(raised), is: [list, note, note], "the colours with the answer")

    _ = try daemon.client.call(BlankCall(screen: panel, on: true))
    try daemon.photograph(1, "black without a pointer") { $0.uniformColor == RGB(0, 0, 0) }
    _ = try daemon.client.call(BlankCall(screen: panel, on: false))
    try daemon.photograph(1, "the pointer again") { hasPointer($0, 480, 270) }
    owner = nil
    try daemon.photograph(1, "the windows without a pointer") {
      !hasPointer($0, 480, 270) && corners($0) == [list, note, note]
    }
    withExtendedLifetime((notes, owner)) {}
  }

  private static let list = RGB(0xa0, 0x40, 0x00)
  private static let note = RGB(0x00, 0xa0, 0x40)

  /// The colours of the list alone, of the part that both windows have, and of the note alone.
  private static func corners(_ picture: Photograph) -> [RGB] {
    [picture.at(0.1, 0.1), picture.at(0.7, 0.7), picture.at(0.9, 0.9)]
  }

  /// Whether the arrow has its tip at a pixel: black within, and white at the left edge.
  private static func hasPointer(_ picture: Photograph, _ x: Int, _ y: Int) -> Bool {
    picture[x + 4, y + 9] == RGB(0, 0, 0) && picture[x, y + 9] == RGB(255, 255, 255)
  }
}

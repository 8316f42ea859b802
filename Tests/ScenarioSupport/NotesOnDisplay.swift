internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

/// An app of notes whose application scenes move from the main screen to an external display, with input by marquee-keys.
struct NotesOnDisplay {
  /// The colour of its scenes.
  static let color = RGB(0xa0, 0x40, 0x00)

  let input: any InputBench
  let daemon: DaemonHandle
  let notes: AppPlayer
  /// The display's connector.
  let external: String

  /// Starts the daemon and the app. `settings` are the settings of the display in the configuration.
  init(_ bench: any Bench, settings: String, supportsMultipleScenes: Bool? = nil) throws {
    input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    external = bench.connector(1)
    daemon = try bench.start(
      DaemonSetup(
        """
        access: { control: { groups: [marquee] } }
        screens:
          - { match: { connector: \(bench.connector(2)) }, use: main }
          - { match: { connector: \(external) }, \(settings) }
        apps:
          lobby: { foreground: true, scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } }

        """))
    try bench.plug(2, TestDisplay(640, 480))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    notes = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color("#a04000"))]],
        supportsMultipleScenes: supportsMultipleScenes))
  }

  /// Moves the app to the display after its input is owned and marquee-keys has logged this text the given number of times.
  func place(onceKeysSay heard: String, times: Int = 1) throws {
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    try input.waitForKeys(toSay: "owns the input of notes")
    try input.waitForKeys(toSay: heard, times: times)
    _ = try daemon.client.call(PlaceAppCall(app: "notes", screen: external))
  }
}

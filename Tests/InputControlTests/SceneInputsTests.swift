import ControlClient
import ControlProtocol
import DisplayTypes
import ScenarioSupport
import Testing
import VirtualMachine

@testable import marquee_keys

/// Whether the daemon can be reached.
private final class Cable {
  var isPlugged = true
}

/// From the events of a touch screen to the inputs of an app, through a daemon on simulated displays.
struct SceneInputsTests {
  private static let window = "#a04000"
  private static let device = InputDeviceID(rawValue: 1)

  private static func calls(_ bench: SimulatedBench, _ cable: Cable = Cable()) -> DaemonCalls {
    DaemonCalls { () throws(ClientError) in
      guard cable.isPlugged else { throw .lost(reason: "the cable is out") }
      do { return try bench.connect() } catch let error as ClientError { throw error } catch {
        throw .lost(reason: "\(error)")
      }
    }
  }

  /// The app, as it registers.
  private static func register(_ bench: SimulatedBench) throws -> AppConnection {
    try AppConnection(
      RegisterAppCall(
        name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color(window))]],
        supportsMultipleScenes: true), stream: bench.connect(), calls: bench.connect())
  }

  private static func touch(_ message: AppMessage?) -> (phase: String, x: Double, y: Double)? {
    guard case .array(let touches) = message?.values?["touches"], case .object(let touch) = touches.first,
      case .string(let phase) = touch["phase"], case .number(let x) = touch["x"], case .number(let y) = touch["y"]
    else { return nil }
    return (phase, x, y)
  }

  @Test(
    "a touch on a turned display or a mirror with bars reaches its place in the scene, and a detached one is cancelled"
  )
  func turnedAndMirrored() async throws { try await ScenarioThreads.run { try Self.playTurnedandmirrored() } }

  private static func playTurnedandmirrored() throws {
    let bench = try SimulatedBench()
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens:
          - { match: { connector: HDMI-A-1 }, use: main, rotation: 90, overscan: { left: 20%, top: 10% } }
          - { match: { connector: HDMI-A-2 }, support: mirror }
        apps:
          lobby: { foreground: true, scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } }

        """))
    let app = try register(bench)
    try bench.plug(1, TestDisplay(1000, 500))
    try bench.plug(2, TestDisplay(1280, 720))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    _ = try app.read { $0.event == "sceneDidBecomeActive" }
    try daemon.photograph(2, "the window in the mirror") { $0.at(0.5, 0.5) == RGB(0xa0, 0x40, 0x00) }
    let scenes = SceneInputs(calls: calls(bench), notices: Notices { _ in })
    scenes.connect(["notes"])

    func put(_ what: InputDeviceEvent.Kind, on screen: String?) throws -> (phase: String, x: Double, y: Double)? {
      scenes.take(InputDeviceEvent(device, what, at: .zero), app: "notes", screen: screen)
      scenes.flush(MonotonicTime(nanoseconds: .max))
      return touch(try app.read { $0.kind == .input })
    }
    // The picture is 800 by 450 pixels of the panel. It is upright, 450 wide and 800 high.
    let down = try #require(try put(.touchDown(slot: 0, x: 0.2 + 0.8 * 0.25, y: 0.1 + 0.9 * 0.75), on: nil))
    #expect(down.phase == "down" && abs(down.x - 0.25) < 1e-6 && abs(down.y - 0.25) < 1e-6, "\(down)")
    let up = try #require(try put(.touchUp(slot: 0), on: nil))
    #expect(up.phase == "up" && abs(up.x - 0.25) < 1e-6)

    // In the mirror it is 405 of 1280 pixels wide.
    let mirrored = try #require(
      try put(.touchDown(slot: 0, x: 0.5 - 405 / 1280 / 4, y: 0.75), on: "HDMI-A-2"))
    #expect(abs(mirrored.x - 0.25) < 0.01 && abs(mirrored.y - 0.75) < 1e-6, "\(mirrored)")
    scenes.remove(device)
    scenes.flush(MonotonicTime(nanoseconds: .max))
    #expect(touch(try app.read { $0.kind == .input })?.phase == "cancel")
  }

  @Test("an interactive scene of the display's own role is touched over the whole display, and only while it is owned")
  func ownRole() async throws { try await ScenarioThreads.run { try Self.playOwnRole() } }

  private static func playOwnRole() throws {
    let bench = try SimulatedBench()
    let daemon = try bench.start(
      DaemonSetup("screens: [{ match: { connector: HDMI-A-1 }, role: kiosk, rotation: 90 }]\napps: {}\n"))
    let kiosk = SceneConfigurationInfo(content: .color(window), interactive: true)
    let app = try AppConnection(
      RegisterAppCall(name: "notes", scenes: ["kiosk": [kiosk]]), stream: bench.connect(), calls: bench.connect())
    try bench.plug(1, TestDisplay(1000, 500))
    _ = try daemon.client.call(SetForegroundCall(app: "notes", noWait: true))
    let scenes = SceneInputs(calls: calls(bench), notices: Notices { _ in })
    scenes.connect(["notes"])
    _ = try app.read { $0.event == "sceneDidBecomeActive" }
    scenes.take(InputDeviceEvent(device, .touchDown(slot: 0, x: 0.25, y: 0.75), at: .zero), app: "notes", screen: nil)
    scenes.flush(MonotonicTime(nanoseconds: .max))
    let down = try #require(touch(try app.read { $0.kind == .input }))
    #expect(down.phase == "down" && abs(down.x - 0.25) < 1e-6 && abs(down.y - 0.25) < 1e-6, "\(down)")
  }

  @Test("each of two scenes is touched in its own frame, and a pointer beside all costs the daemon one question")
  func frames() async throws { try await ScenarioThreads.run { try Self.playFrames() } }

  private static func playFrames() throws {
    let bench = try SimulatedBench()
    let daemon = try bench.start(
      DaemonSetup("screens: [{ match: { connector: HDMI-A-1 }, use: main }]\napps: {}\n"))
    let app = try register(bench)
    try bench.plug(1, TestDisplay(1000, 500))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    let first = try #require(try app.read { $0.event == "sceneDidBecomeActive" }?.session)
    let second = try daemon.client.call(RequestSceneCall(app: "notes")).session
    _ = try app.read { $0.event == "sceneDidBecomeActive" && $0.session == second }
    _ = try daemon.client.call(SetFrameCall(session: first, frame: FrameInfo(x: 0, y: 0, width: 0.25, height: 1)))
    _ = try daemon.client.call(SetFrameCall(session: second, frame: FrameInfo(x: 0.5, y: 0, width: 0.25, height: 1)))
    let scenes = SceneInputs(
      calls: calls(bench), notices: Notices { if !$0.contains("owns the input") { Issue.record("\($0)") } })
    let touched = Lines()
    scenes.didTouch = { touched.all.append($1) }
    scenes.connect(["notes"])
    for (x, session) in [(0.125, first), (0.625, second)] {
      scenes.take(InputDeviceEvent(device, .touchDown(slot: 0, x: x, y: 0.5), at: .zero), app: "notes", screen: nil)
      scenes.take(InputDeviceEvent(device, .touchUp(slot: 0), at: .zero), app: "notes", screen: nil)
      scenes.flush(MonotonicTime(nanoseconds: .max))
      let message = try app.read { $0.kind == .input }
      #expect(message?.session == session)
      #expect(touch(message)?.x == 0.5)
      _ = try app.read { $0.kind == .input }
    }
    #expect(touched.all == [first, second])

    let requests = try daemon.status().counters.requests
    for step in 0..<500 {
      scenes.take(
        InputDeviceEvent(device, .position(x: 0.3 + Double(step) / 5000, y: 0.5), at: .zero), app: "notes", screen: nil)
    }
    #expect(try daemon.status().counters.requests - requests < 20)
  }

  /// An app on the display of a bench with its scene in the foreground, and a touch screen.
  private struct Table {
    var bench: SimulatedBench
    var daemon: DaemonHandle
    var app: AppConnection
    var first: String
    var cable = Cable()
    var scenes: SceneInputs
    private var calls: DaemonCalls

    init() throws {
      bench = try SimulatedBench()
      daemon = try bench.start(
        DaemonSetup(
          """
          screens: [{ match: { connector: HDMI-A-1 }, use: main }]
          apps: { lobby: { scenes: { application: [{ content: { color: "#204060" } }] } } }

          """))
      app = try SceneInputsTests.register(bench)
      try bench.plug(1, TestDisplay(1000, 500))
      _ = try daemon.client.call(SetForegroundCall(app: "notes"))
      first = try #require(try app.read { $0.event == "sceneDidBecomeActive" }?.session)
      calls = SceneInputsTests.calls(bench, cable)
      scenes = SceneInputs(calls: calls, notices: Notices { _ in })
      scenes.connect(["notes"])
    }

    func put(_ what: InputDeviceEvent.Kind) {
      scenes.take(InputDeviceEvent(SceneInputsTests.device, what, at: .zero), app: "notes", screen: nil)
    }

    func flush() { scenes.flush(MonotonicTime(nanoseconds: .max)) }

    /// The next touch input that the app receives.
    func nextPhase() throws -> String? {
      SceneInputsTests.touch(try app.read { $0.kind == .input })?.phase
    }

    /// The connection is lost, and there is no other for now.
    func pull() {
      cable.isPlugged = false
      calls.close()
    }
  }

  @Test(
    "a finger that comes up while the daemon is out of reach is taken back once it is there again, and the next one counts"
  )
  func lostUp() async throws {
    try await ScenarioThreads.run {
      let table = try Table()
      table.put(.touchDown(slot: 0, x: 0.5, y: 0.5))
      table.flush()
      #expect(try table.nextPhase() == "down")
      table.pull()
      table.put(.touchUp(slot: 0))
      table.flush()
      #expect(table.scenes.deadline != nil, "it is tried again")
      table.cable.isPlugged = true
      table.flush()
      #expect(try table.nextPhase() == "cancel")
      #expect(table.scenes.deadline == nil)
      table.put(.touchDown(slot: 0, x: 0.5, y: 0.5))
      table.flush()
      #expect(try table.nextPhase() == "down")
      // The whole daemon was out of sight, and not the connection of calls alone.
      table.scenes.disconnect()
      table.put(.touchUp(slot: 0))
      table.scenes.connect(["notes"])
      table.flush()
      #expect(try table.nextPhase() == "cancel")
    }
  }

  @Test("a finger that leaves while its scene is out of sight is taken back when the scene is seen again")
  func refusedUp() async throws {
    try await ScenarioThreads.run {
      let table = try Table()
      table.put(.touchDown(slot: 0, x: 0.5, y: 0.5))
      table.flush()
      #expect(try table.nextPhase() == "down")
      _ = try table.daemon.client.call(SetForegroundCall(app: "lobby"))
      _ = try table.app.read { $0.event == "sceneWillResignActive" || $0.event == "sceneDidEnterBackground" }
      table.put(.touchUp(slot: 0))
      table.flush()
      #expect(table.scenes.deadline == nil, "nothing is tried until something happens in the daemon")
      _ = try table.daemon.client.call(SetForegroundCall(app: "notes"))
      table.scenes.daemonDidChange()
      table.flush()
      #expect(try table.nextPhase() == "cancel")
    }
  }

  @Test("later touches of a batch on a refused scene are not sent")
  func refusedBatch() async throws {
    try await ScenarioThreads.run {
      let table = try Table()
      for _ in 0..<3 {
        table.put(.touchDown(slot: 0, x: 0.5, y: 0.5))
        table.put(.touchUp(slot: 0))
      }
      _ = try table.daemon.client.call(SetForegroundCall(app: "lobby"))
      _ = try table.app.read { $0.event == "sceneWillResignActive" || $0.event == "sceneDidEnterBackground" }
      let requests = try table.daemon.status().counters.requests
      table.flush()
      // One refused call, and the status request itself.
      #expect(try table.daemon.status().counters.requests - requests == 2)
      _ = try table.daemon.client.call(SetForegroundCall(app: "notes"))
      table.scenes.daemonDidChange()
      table.flush()
      table.put(.touchDown(slot: 0, x: 0.5, y: 0.5))
      table.flush()
      #expect(try table.nextPhase() == "down", "what comes later is handed over again")
    }
  }

  @Test("a scene that is gone does not keep another from getting the end of a touch")
  func goneSession() async throws {
    try await ScenarioThreads.run {
      let table = try Table()
      let second = try table.daemon.client.call(RequestSceneCall(app: "notes")).session
      _ = try table.app.read { $0.event == "sceneDidBecomeActive" && $0.session == second }
      for (session, x) in [(table.first, 0.0), (second, 0.5)] {
        _ = try table.daemon.client.call(
          SetFrameCall(session: session, frame: FrameInfo(x: x, y: 0, width: 0.5, height: 1)))
      }
      table.put(.touchDown(slot: 0, x: 0.25, y: 0.5))
      table.put(.touchDown(slot: 1, x: 0.75, y: 0.5))
      table.flush()
      #expect(try table.nextPhase() == "down")
      #expect(try table.nextPhase() == "down")
      _ = try table.daemon.client.call(DestroySessionCall(session: table.first))
      table.put(.touchUp(slot: 0))
      table.put(.touchUp(slot: 1))
      table.flush()
      let message = try table.app.read { $0.kind == .input }
      #expect(message?.session == second && Self.touch(message)?.phase == "up")
      table.scenes.daemonDidChange()
      #expect(table.scenes.deadline == nil, "nothing is owed to a session that is no more")
    }
  }
}

extension AppConnection {
  /// Reads until a message fits, and answers questions.
  func read(until fits: (AppMessage) -> Bool) throws -> AppMessage? {
    while let message = try next(timeoutSeconds: 60) {
      if message.kind == .question, let question = message.question {
        do throws(ClientError) { try answer(question) } catch .failed(.noSuchQuestion) {
          // The default counts by now.
        }
      }
      if fits(message) { return message }
    }
    return nil
  }
}

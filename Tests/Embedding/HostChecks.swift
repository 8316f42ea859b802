// What a program outside this tree relies on at the beginning and the end of a host. tools/test-embedding adds this program to the package of
// Examples/in-process, builds it there, and runs each check in a process of its own.
//
//     host-checks            prints the names of the checks
//     host-checks NAME       runs a check; exit status 1 if it fails
import DisplayScenes
import Glibc

@main
@MainActor
struct HostChecks {
  private static let checks: [(name: String, run: @MainActor () throws -> Void)] = [
    ("a released host leaves nothing", EndChecks.releasedHost),
    ("a host that has run leaves nothing", EndChecks.endedHost),
    ("a host that cannot start leaves nothing", EndChecks.failedHost),
    ("two hosts, one after the other", EndChecks.twoHosts),
    ("no reference is kept", EndChecks.references),
    ("SIGTERM twice", EndChecks.signals),
    ("a signal that the program has blocked stays blocked", EndChecks.blockedSignal),
    ("calls from callbacks", SceneChecks.callbacks),
    ("calls during the end", SceneChecks.callsDuringTheEnd),
    ("calls after the end", SceneChecks.callsAfterTheEnd),
    ("each mode is answered once", SceneChecks.modes),
    ("a session is kept over an unplug", SceneChecks.keptSession),
    ("a rule with all its values", SceneChecks.rule),
    ("rubbish in the configuration", RubbishChecks.configuration),
    ("rubbish in layers", RubbishChecks.layers),
  ]

  static func main() {
    guard let name = CommandLine.arguments.dropFirst().first else { return checks.forEach { print($0.name) } }
    guard let check = checks.first(where: { $0.name == name }) else { return fail("there is no check \(name)") }
    do { try check.run() } catch { fail("\(error)") }
    exit(failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}

@MainActor private var failures = 0

@MainActor
func fail(_ words: String) {
  failures += 1
  print(words)
}

@MainActor
func expect(_ isTrue: Bool, _ words: String) {
  if !isTrue { fail(words) }
}

/// Turns the loop of a host until a condition holds; fails after a minute.
@MainActor
func turn(_ host: SceneHost, _ words: String, until isDone: () -> Bool) {
  let deadline = MonotonicTime.now.advanced(by: 60_000_000_000)
  let alarm = host.loop.makeTimer {}
  alarm.arm(at: deadline)
  while !isDone() {
    guard MonotonicTime.now < deadline else { return fail("this did not happen: \(words)") }
    host.loop.turn(waiting: true)
  }
}

/// Ends a host in order.
@MainActor
func end(_ host: SceneHost) throws {
  host.stop()
  try host.run()
}

/// Simulated displays for one app.
@MainActor
func makeHost(
  _ app: ProbeApp, rules: [ModeRule] = [], connectors: [String] = ["HDMI-A-1", "HDMI-A-2"]
) throws -> SceneHost {
  try SceneHost(
    apps: [app.app], policy: ScreenPolicy(rules: rules, foregroundApp: Sourced("probe")),
    displays: .simulated(connectors: connectors))
}

/// An app that records the calls of its scenes, and answers them by a closure.
@MainActor
final class ProbeApp {
  var calls: [String] = []
  var scenes: [Scene] = []
  var discarded = 0
  /// Called in each call of a scene.
  var handler: (String, Scene) -> Void = { _, _ in }
  private(set) lazy var app = App(
    name: "probe",
    manifest: SceneManifest(
      configurations: [
        .externalDisplayNonInteractive: [SceneConfiguration(name: "picture")],
        .application: [SceneConfiguration(name: "window")],
      ], supportsMultipleScenes: true), delegate: ProbeDelegate(self))

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { ProbeScene(self) }

  func note(_ call: String, _ scene: Scene) {
    calls.append(call)
    handler(call, scene)
  }

  func count(of call: String) -> Int { calls.count { $0 == call } }
}

/// Has no cycle: the app owns its delegate.
@MainActor
final class ProbeDelegate: AppDelegate {
  private unowned let probe: ProbeApp

  init(_ probe: ProbeApp) { self.probe = probe }

  func makeSceneDelegate(for session: SceneSession) -> any SceneDelegate { probe.makeSceneDelegate(for: session) }

  func didDiscard(_ sessions: [SceneSession]) { probe.discarded += sessions.count }
}

@MainActor
final class ProbeScene: SceneDelegate {
  private let probe: ProbeApp

  init(_ probe: ProbeApp) { self.probe = probe }

  func sceneWillConnect(_ scene: Scene, options: ConnectionOptions) {
    scene.window = Window()
    probe.scenes.append(scene)
    probe.note("connect", scene)
  }

  func sceneDidBecomeActive(_ scene: Scene) { probe.note("active", scene) }

  func sceneDidUpdate(_ scene: Scene, previous: SceneTraits) { probe.note("update", scene) }

  func sceneWillResignActive(_ scene: Scene) { probe.note("resign", scene) }

  func sceneDidDisconnect(_ scene: Scene, reason: DisconnectReason) {
    probe.scenes.removeAll { $0 === scene }
    probe.note("disconnect: \(reason)", scene)
  }

  func prepareFrame(
    of session: SceneSession, for geometry: OutputGeometry,
    completion: @escaping (Result<LayerTree, ContentFailure>) -> Void
  ) {
    completion(.success(LayerTree(background: .white)))
  }
}

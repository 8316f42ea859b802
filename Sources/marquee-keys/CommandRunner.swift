internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// Runs the commands of keys. It logs a failing command once, until the command works again. It does not queue commands: five presses
/// without a daemon must not turn five pages later.
final class CommandRunner {
  private let calls: DaemonCalls
  private let notices: Notices
  var isConnected = false
  /// The number of keys dropped since the daemon became absent or late.
  private(set) var dropped = 0
  /// Whether a call got no reply. Until the daemon replies again, nothing is sent, because it would run all commands at once.
  private var isStalled = false
  /// The last touched scene of each app.
  var focus: [String: String] = [:]
  /// The scenes that got the presses of held keys, oldest first, because two keyboards may hold the same key.
  private var receivers: [HeldKey: [String]] = [:]

  private struct HeldKey: Hashable {
    var code: KeyCode
    var app: String
  }

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
  }

  /// Runs the command of a key. A repetition by a held key is not counted as a dropped key.
  func run(_ binding: KeyBinding, isRepetition: Bool = false) {
    run(binding.text, isRepetition) { () throws(ClientError) in try run(binding.command) }
  }

  /// Sends a pressed key to the topmost scene of an app, and its repetitions and its release to the same scene.
  func send(_ key: SceneKey, to app: String) {
    let held = HeldKey(code: key.code, app: app)
    let receiver = key.phase == .press ? nil : receivers[held]?.first
    if key.phase == .release { release(held) }
    run("keys of \(app)", key.phase == .repeat) { () throws(ClientError) in
      let scene = if let receiver { receiver } else { try topmost(of: app) }
      if key.phase == .press { receivers[held, default: []].append(scene) }
      _ = try calls.call(SendInputCall(session: scene, kind: "key", values: key.values, text: key.text))
    }
  }

  private func release(_ held: HeldKey) {
    guard let all = receivers[held] else { return }
    receivers[held] = all.count > 1 ? Array(all.dropFirst()) : nil
  }

  private func run(_ subject: String, _ isRepetition: Bool, _ body: () throws(ClientError) -> Void) {
    guard isConnected else {
      if !isRepetition { dropped += 1 }
      notices.logOnce(
        of: "no daemon", "marqueed does not run. \"\(subject)\" and all keys until it runs are dropped.")
      return
    }
    if isStalled {
      guard calls.isAnswered() else { return dropLate(isRepetition: isRepetition) }
      logDropped()
    }
    do throws(ClientError) {
      try body()
      notices.forget(subject)
    } catch {
      if case .timedOut = error { isStalled = true }
      notices.logOnce(of: subject, "\"\(subject)\" failed: \(error)")
    }
  }

  /// Drops a key that is too old, or that came while the daemon does not reply.
  func dropLate(isRepetition: Bool = false) {
    if !isRepetition { dropped += 1 }
    notices.logOnce(of: "late", "marqueed does not answer. Keys are dropped until it does.")
  }

  /// Logs the dropped keys once the daemon is available again.
  func logDropped() {
    if dropped > 0 {
      notices.log("\(dropped) \(dropped == 1 ? "key was" : "keys were") dropped meanwhile.")
    }
    dropped = 0
    isStalled = false
    notices.forget("no daemon")
    notices.forget("late")
  }

  private func run(_ command: KeyCommand) throws(ClientError) {
    switch command {
    case .talk(let call): _ = try calls.call(call)
    case .endTalk: _ = try calls.call(EndTalkCall(noWait: true))
    case .deck(let call): _ = try calls.call(call)
    case .screen(let what, let name, let on): try set(what, of: name, on)
    case .foreground(let app, let screen):
      _ = try calls.call(SetForegroundCall(app: app, screen: screen, noWait: true))
    case .place(let app, let screen): _ = try calls.call(PlaceAppCall(app: app, screen: screen, noWait: true))
    case .input(let app, let kind, let values):
      _ = try calls.call(SendInputCall(session: try topmost(of: app), kind: kind, values: values))
    case .identify: _ = try calls.call(IdentifyCall())
    case .nothing: break
    }
  }

  private func set(_ what: KeyCommand.ScreenSwitch, of screen: String, _ wanted: Bool?) throws(ClientError) {
    let on: Bool
    if let wanted {
      on = wanted
    } else {
      let settings = try calls.call(ExplainCall(screen: screen)).record.settings
      on = settings.first { $0.name == what.rawValue }?.value != "on"
    }
    switch what {
    case .blank: _ = try calls.call(BlankCall(screen: screen, on: on, noWait: true))
    case .freeze: _ = try calls.call(FreezeCall(screen: screen, on: on, noWait: true))
    case .power: _ = try calls.call(PowerCall(screen: screen, on: on, noWait: true))
    }
  }

  private func topmost(of app: String) throws(ClientError) -> String {
    guard let scene = try topScene(of: app) else {
      throw .failed(.failed(message: "no interactive scene of \(app) is visible on a display"))
    }
    return scene
  }

  /// The highest window on the screen of the last touch. Without a touch it is the highest application scene, or any interactive scene.
  private func topScene(of app: String) throws(ClientError) -> String? {
    let visible = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
    var scenes: [GetSessionReply] = []
    for session in visible {
      let details = try calls.call(GetSessionCall(session: session.identifier))
      // Only interactive scenes have a frame.
      if details.frame != nil { scenes.append(details) }
    }
    let home =
      scenes.first { $0.session.identifier == focus[app] } ?? scenes.first { $0.session.role == "application" }
      ?? scenes.first
    let beside = scenes.filter { $0.session.role == home?.session.role && $0.session.screen == home?.session.screen }
    return beside.max { $0.order ?? 0 < $1.order ?? 0 }?.session.identifier
  }
}

/// Logs to standard error. It logs a lasting error once.
final class Notices {
  private let write: (String) -> Void
  /// The subjects of lasting errors.
  private var logged: Set<String> = []

  init(write: @escaping (String) -> Void = Notices.writeToStandardError) {
    self.write = write
  }

  private static func writeToStandardError(_ line: String) {
    // The journal reads the prefix as the priority of a warning (sd-daemon(3)).
    let prefix = unsafe getenv("JOURNAL_STREAM") == nil ? "marquee-keys: " : "<4>"
    var bytes = Array((prefix + line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Logs each line of the text as a message.
  func log(_ text: String) {
    for line in text.split(separator: "\n") { write(String(line)) }
  }

  /// Logs a message unless an error of this subject was logged and has not ended.
  func logOnce(of subject: String, _ text: String) {
    if logged.count < 1000, logged.insert(subject).inserted { log(text) }
  }

  /// Records the end of a subject's error, so that the next error is logged.
  func forget(_ subject: String) { logged.remove(subject) }
}

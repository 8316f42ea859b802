internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// Runs the commands of keys.
///
/// A failure is logged once for each command and reason, until that command has worked again. Commands are not queued: five presses without
/// a daemon must not turn five pages later.
final class CommandRunner {
  private let calls: DaemonCalls
  private let notices: Notices
  /// Whether a daemon is there.
  var isConnected = false
  /// How many keys were dropped while none was there.
  private(set) var dropped = 0
  /// A call was not answered in time: nothing is sent until the daemon answers, since all of it would be done at once then.
  private var isStalled = false
  /// The application scene of each app that was touched last.
  var focus: [String: String] = [:]

  init(calls: DaemonCalls, notices: Notices) {
    self.calls = calls
    self.notices = notices
  }

  /// Runs a command.
  func run(_ binding: KeyBinding) {
    guard isConnected else {
      dropped += 1
      notices.logOnce(
        of: "no daemon", "marqueed does not run. “\(binding.text)” and all keys until it runs are dropped.")
      return
    }
    if isStalled {
      guard calls.isAnswered() else { return dropLate() }
      isStalled = false
      logDropped()
    }
    do throws(ClientError) {
      try run(binding.command)
      notices.forget(binding.text)
    } catch {
      if case .timedOut = error { isStalled = true }
      notices.logOnce(of: binding.text, "“\(binding.text)” failed: \(error)")
    }
  }

  /// A key that nothing can be done for in time, as while the daemon stands still.
  func dropLate() {
    dropped += 1
    notices.logOnce(of: "late", "marqueed does not answer. Keys are dropped until it does.")
  }

  /// A daemon is available again.
  ///
  /// Logs the dropped commands.
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
    case .screen(let what, let name, let on): try turn(what, of: name, on)
    case .foreground(let app, let screen):
      _ = try calls.call(SetForegroundCall(app: app, screen: screen, noWait: true))
    case .place(let app, let screen): _ = try calls.call(PlaceAppCall(app: app, screen: screen, noWait: true))
    case .input(let app, let kind, let values): try send(kind, values, to: app)
    case .identify: _ = try calls.call(IdentifyCall())
    case .nothing: break
    }
  }

  private func turn(_ what: ScreenSwitch, of screen: String, _ wanted: Bool?) throws(ClientError) {
    var on = wanted
    if on == nil {
      let settings = try calls.call(ExplainCall(screen: screen)).record.settings
      on = settings.first { $0.name == what.rawValue }?.value != "on"
    }
    switch what {
    case .blank: _ = try calls.call(BlankCall(screen: screen, on: on ?? true, noWait: true))
    case .freeze: _ = try calls.call(FreezeCall(screen: screen, on: on ?? true, noWait: true))
    case .power: _ = try calls.call(PowerCall(screen: screen, on: on ?? true, noWait: true))
    }
  }

  /// The scene of the last touch if it is still visible, otherwise the first scene.
  private func send(_ kind: String, _ values: [String: JSONValue], to app: String) throws(ClientError) {
    let sessions = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
    let scenes = sessions.filter { $0.role == "application" }.map(\.identifier)
    guard let scene = scenes.first(where: { $0 == focus[app] }) ?? scenes.first else {
      throw .failed(.failed(message: "no application scene of \(app) is visible on a display"))
    }
    _ = try calls.call(SendInputCall(session: scene, kind: kind, values: values))
  }
}

/// Logs to standard error, with the priority in front for the journal (sd-daemon(3)).
///
/// A lasting trouble is logged once.
final class Notices {
  private let write: (String) -> Void
  private var logged: Set<String> = []
  /// The number of messages.
  private(set) var count = 0

  /// Writes to standard error.
  init() {
    let isJournal = unsafe getenv("JOURNAL_STREAM") != nil
    write = { text in
      // 4 is a warning.
      var bytes = Array(((isJournal ? "<4>" : "marquee-keys: ") + text + "\n").utf8)[...]
      while !bytes.isEmpty {
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  /// Passes each line to another function.
  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Logs a message; each line is a message.
  func log(_ text: String) {
    for line in text.split(separator: "\n") {
      count += 1
      write(String(line))
    }
  }

  /// The same, unless the trouble of this subject was logged and has not ended since.
  func logOnce(of thing: String, _ text: String) {
    guard logged.count < 1000, logged.insert(thing).inserted else { return }
    log(text)
  }

  /// The trouble has ended; it would be logged again.
  func forget(_ thing: String) { logged.remove(thing) }
}

internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// Does what keys are bound to.
///
/// What fails is told once for each command and reason, until that command has worked again. Nothing is kept for later: five presses
/// while no daemon was there must not turn five pages at once.
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
      notices.sayOnce(
        of: "no daemon", "marqueed is not there: “\(binding.words)” and what is pressed until it is there is dropped.")
      return
    }
    if isStalled {
      guard calls.isAnswered() else { return dropLate() }
      isStalled = false
      tellDropped()
    }
    do throws(ClientError) {
      try run(binding.command)
      notices.forget(binding.words)
    } catch {
      if case .timedOut = error { isStalled = true }
      notices.sayOnce(of: binding.words, "“\(binding.words)” failed: \(error)")
    }
  }

  /// A key that nothing can be done for in time, as while the daemon stands still.
  func dropLate() {
    dropped += 1
    notices.sayOnce(of: "late", "marqueed does not answer: what is pressed meanwhile is dropped.")
  }

  /// A daemon is there again: tells what was dropped.
  func tellDropped() {
    if dropped > 0 {
      notices.say("\(dropped) \(dropped == 1 ? "key was" : "keys were") dropped meanwhile.")
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

  /// To the scene that was touched last, where it is still seen; else to the first.
  private func send(_ kind: String, _ values: [String: JSONValue], to app: String) throws(ClientError) {
    let sessions = try calls.call(SessionsCall(app: app, state: .foregroundActive)).sessions
    let scenes = sessions.filter { $0.role == "application" }.map(\.identifier)
    guard let scene = scenes.first(where: { $0 == focus[app] }) ?? scenes.first else {
      throw .failed(.failed(message: "no application scene of \(app) is seen on a display"))
    }
    _ = try calls.call(SendInputCall(session: scene, kind: kind, values: values))
  }
}

/// Tells on standard error what a person has to know; for the journal with the priority in front (sd-daemon(3)).
///
/// What stays wrong is said once.
final class Notices {
  private let write: (String) -> Void
  private var said: Set<String> = []
  /// How many were told.
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

  /// Gives each line to somebody else.
  init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Tells something; several lines are several messages.
  func say(_ text: String) {
    for line in text.split(separator: "\n") {
      count += 1
      write(String(line))
    }
  }

  /// The same, unless it was said of this thing and has not ended since.
  func sayOnce(of thing: String, _ text: String) {
    guard said.count < 1000, said.insert(thing).inserted else { return }
    say(text)
  }

  /// It is over: it would be said again.
  func forget(_ thing: String) { said.remove(thing) }
}

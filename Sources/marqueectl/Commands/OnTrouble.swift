import ArgumentParser
import ControlClient
import ControlProtocol
import DisplayTypes
import EventLoop
import Glibc

struct OnTrouble: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a command for each trouble of a screen, until interrupted.",
    usage: "marqueectl on-trouble [<options>] <command> [<argument> ...]",
    discussion: """
      marqueectl on-trouble /usr/local/bin/screen-failed
      The command has the trouble in its environment:

      - MARQUEE_EVENT: unplugged, cannot-show, or dark (a display without a picture that neither a schedule nor a person turned off)
      - MARQUEE_SCREEN: the screen, as HDMI-A-1
      - MARQUEE_NAME: the own name of the screen, as Counter; otherwise as MARQUEE_SCREEN
      - MARQUEE_REASON: the reason

      The same trouble is reported once, until it ends. After a restart of the daemon, this command reports the present troubles once. The commands \
      run one after the other. docs/service.md has a unit for systemd.
      """)

  @OptionGroup var options: ClientOptions
  @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.") var command: [String] = []

  func validate() throws {
    if command.isEmpty { throw ValidationError("A command is missing.") }
  }

  func run() throws {
    guard let name = command.first, let program = Self.find(name) else {
      throw ToolFailure(message: "\(command.first ?? "") was not found, or may not be run.", status: .usage)
    }
    var runs = TroubleCommands(program: program, arguments: command, json: options.output.json)
    var watch = TroubleWatch()
    var backoff = Backoff(first: 200_000_000, longest: 2_000_000_000)
    var complaint: String?
    while !Console.hasNoReader {
      do throws(ClientError) {
        try follow(&watch, &runs) { backoff.reset() }
        complaint = nil
      } catch {
        // The same failure is printed once, until the daemon has answered.
        if complaint != error.description { Console.complain("marqueectl: \(error.description) Trying again.") }
        complaint = error.description
      }
      runs.startNext()
      usleep(UInt32(backoff.next() / 1000))
    }
  }

  /// Follows the events of a connection until its end.
  private func follow(
    _ watch: inout TroubleWatch, _ runs: inout TroubleCommands, didBegin: () -> Void
  ) throws(ClientError) {
    let client = try options.connect()
    let calls = try options.connect()
    let reader = try client.events()
    guard let snapshot = try reader.next(timeoutSeconds: 10)?.snapshot else { return }
    didBegin()
    runs.add(watch.begin(snapshot.screens, now: now))
    for screen in snapshot.screens {
      runs.add(watch.contentTroubles(try troubles(of: screen.name, calls), on: screen.name))
    }
    while !Console.hasNoReader {
      do throws(ClientError) {
        guard let event = try reader.next(timeoutSeconds: 1) else { return }
        runs.add(watch.receive(event, now: now))
      } catch .timedOut {}
      for screen in watch.darkScreensToExamine(now: now) {
        guard let record = try answer(ExplainCall(screen: screen), calls)?.record else { continue }
        runs.add(watch.examined(screen, shows: record.shows))
      }
      for screen in watch.failingScreensToExamine(now: now) {
        watch.end(exceptFor: try troubles(of: screen, calls), on: screen)
      }
      runs.startNext()
    }
  }

  private func troubles(of screen: String, _ calls: ControlClient) throws(ClientError) -> [String] {
    try answer(ContentAtCall(screen: screen), calls)?.troubles ?? []
  }

  /// The reply; nil if the daemon refuses, for example because the screen is gone.
  private func answer<Call: ControlParameters>(_ call: Call, _ calls: ControlClient) throws(ClientError) -> Call.Reply?
  {
    do throws(ClientError) {
      return try calls.call(call, timeoutSeconds: 30)
    } catch .failed {
      return nil
    }
  }

  private var now: Double { Double(MonotonicTime.now.nanoseconds) / 1e9 }

  private static func find(_ name: String) -> String? {
    guard name.contains("/") else { return ChildProgram.find(name, besideThisOne: false) }
    return access(name, X_OK) == 0 ? name : nil
  }
}

/// A trouble of a screen.
struct Trouble: Hashable, Encodable {
  enum Event: String, Encodable {
    case unplugged
    case cannotShow = "cannot-show"
    case dark
  }

  var event: Event
  /// The connector.
  var screen: String
  /// The own name of the screen; nil if it has none.
  var label: String?
  var reason: String

  private enum CodingKeys: String, CodingKey {
    case event, screen, label, reason
  }

  /// Writes every field; a screen without a name has null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(event, forKey: .event)
    try container.encode(screen, forKey: .screen)
    try container.encode(label, forKey: .label)
    try container.encode(reason, forKey: .reason)
  }
}

/// Finds the troubles of screens in the events of the daemon. Each trouble is returned once, until it ends.
struct TroubleWatch {
  /// How long a screen without a mode is no trouble, because its mode may be set in this moment. Also the pause between examinations.
  static let patience = 10.0

  private struct Darkness {
    var isReported = false
    /// The time of the next examination.
    var due: Double
  }

  private struct Failures {
    var reasons: Set<String> = []
    var due: Double
  }

  /// The screens that are plugged in.
  private var plugged: Set<String> = []
  private var unplugged: Set<String> = []
  private var dark: [String: Darkness] = [:]
  private var failing: [String: Failures] = [:]
  private var lastReasons: [String: String] = [:]
  /// The own names of screens, also of those that are unplugged.
  private var labels: [String: String] = [:]
  private var now = 0.0

  /// Begins with the screens of a daemon, and returns the troubles that are present. A screen that was plugged in before is unplugged.
  mutating func begin(_ screens: [ScreenInfo], now: Double) -> [Trouble] {
    self.now = now
    for screen in screens { labels[screen.name] = screen.label }
    let names = Set(screens.filter { $0.status == .connected }.map(\.name))
    let gone = plugged.union(unplugged).subtracting(names)
    (plugged, unplugged, dark, failing, lastReasons) = (names, gone, [:], [:], [:])
    for screen in screens where names.contains(screen.name) && screen.currentMode == nil { darken(screen.name) }
    return gone.sorted().map(unplugged)
  }

  mutating func receive(_ event: EventInfo, now: Double) -> [Trouble] {
    self.now = now
    guard let screen = event.screen ?? event.screenInfo?.name else { return [] }
    if let label = event.label ?? event.screenInfo?.label { labels[screen] = label }
    switch event.event {
    case .screenDidConnect:
      plugged.insert(screen)
      unplugged.remove(screen)
      if event.screenInfo?.currentMode == nil { darken(screen) }
    case .screenDidDisconnect:
      guard plugged.remove(screen) != nil else { return [] }
      unplugged.insert(screen)
      (dark[screen], failing[screen], lastReasons[screen]) = (nil, nil, nil)
      return [unplugged(screen)]
    case .screenModeDidChange where event.mode != nil: dark[screen] = nil
    case .screenModeDidChange: darken(screen)
    case EventName(rawValue: "screenTrouble"):
      lastReasons[screen] = event.reason
      dark[screen]?.due = now
    case EventName(rawValue: "contentDidFail"): return contentTroubles([event.reason ?? ""], on: screen)
    default: break
    }
    return []
  }

  /// Returns those of the reasons why a screen cannot show its content that are new.
  mutating func contentTroubles(_ reasons: [String], on screen: String) -> [Trouble] {
    let new = reasons.filter { !Self.isSummary($0) && !(failing[screen]?.reasons.contains($0) ?? false) }
    guard !new.isEmpty else { return [] }
    failing[screen, default: Failures(due: now + Self.patience)].reasons.formUnion(new)
    return new.map { Trouble(event: .cannotShow, screen: screen, label: labels[screen], reason: $0) }
  }

  /// The screens whose troubles may have ended.
  mutating func failingScreensToExamine(now: Double) -> [String] {
    let names = failing.filter { $0.value.due <= now }.keys.sorted()
    for name in names { failing[name]?.due = now + Self.patience }
    return names
  }

  /// Forgets the troubles of a screen that have ended.
  mutating func end(exceptFor present: [String], on screen: String) {
    // A shortened list does not tell which troubles have ended.
    if present.contains(where: Self.isSummary) { return }
    // The sentence of an event may have more words than that of a list.
    let reasons = failing[screen]?.reasons ?? []
    let left = reasons.filter { reason in present.contains { reason.hasPrefix($0) || $0.hasPrefix(reason) } }
    if left.isEmpty { failing[screen] = nil } else { failing[screen]?.reasons = left }
  }

  /// The screens without a mode for which the reason is to be asked now.
  mutating func darkScreensToExamine(now: Double) -> [String] {
    let names = dark.filter { !$0.value.isReported && $0.value.due <= now }.keys.sorted()
    for name in names { dark[name]?.due = now + Self.patience }
    return names
  }

  /// Takes the picture of a screen without a mode, in the words of `explain`. A schedule and a person make it `dark`.
  mutating func examined(_ screen: String, shows: String?) -> [Trouble] {
    guard dark[screen] != nil, let shows, shows != "dark", shows != "untouched" else { return [] }
    dark[screen]?.isReported = true
    return [
      Trouble(event: .dark, screen: screen, label: labels[screen], reason: lastReasons[screen] ?? "no mode is set")
    ]
  }

  /// Whether a line of a list stands for the troubles that the daemon leaves out, as `and 3 more`.
  private static func isSummary(_ line: String) -> Bool { line.wholeMatch(of: /and \d+ more/) != nil }

  private mutating func darken(_ screen: String) {
    if dark[screen] == nil { dark[screen] = Darkness(due: now + Self.patience) }
  }

  private func unplugged(_ screen: String) -> Trouble {
    Trouble(event: .unplugged, screen: screen, label: labels[screen], reason: "no display is connected")
  }
}

/// Runs the command for troubles, one after the other.
struct TroubleCommands {
  let program: String
  let arguments: [String]
  let json: Bool
  private var waiting: [Trouble] = []
  private var running: pid_t?
  private static let mostWaiting = 1000

  init(program: String, arguments: [String], json: Bool) {
    self.program = program
    self.arguments = arguments
    self.json = json
  }

  mutating func add(_ troubles: [Trouble]) {
    waiting += troubles.prefix(max(0, Self.mostWaiting - waiting.count))
    startNext()
  }

  /// Starts the command for the next trouble if the command before has ended.
  mutating func startNext() {
    if let process = running {
      guard let end = ChildEnd.take(of: process) else { return }
      running = nil
      if end != .exited(0) { Console.complain("marqueectl: \(program) failed: \(end).") }
    }
    guard running == nil, !waiting.isEmpty else { return }
    let trouble = waiting.removeFirst()
    let line = "\(trouble.label ?? trouble.screen): \(trouble.event.rawValue): \(trouble.reason)"
    Console.print(json ? (try? JSONText.of(trouble)) ?? line : line)
    let values = [
      "MARQUEE_EVENT": trouble.event.rawValue, "MARQUEE_SCREEN": trouble.screen,
      "MARQUEE_NAME": trouble.label ?? trouble.screen, "MARQUEE_REASON": trouble.reason,
    ]
    for (name, value) in values { setenv(name, value, 1) }
    let (failure, process) = ProgramStart.start(program, arguments: arguments, files: [(STDIN_FILENO, nil)])
    guard failure == 0 else {
      return Console.complain("marqueectl: \(program) could not be started: \(String(errno: failure)).")
    }
    running = process
  }
}

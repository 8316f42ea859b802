import ControlClient
import ControlProtocol
import DisplayTypes
import EventLoop
import Glibc
import SpeakerView

/// The presenter on a terminal: it waits for keys, the daemon, signals and the clock, and draws changes. The daemon owns the state of the
/// talk. So several presenters can run at once, and the picture stays if a presenter is killed.
final class TalkPresenter {
  var state: SpeakerState
  let terminal: Terminal
  let signals: SignalReader
  let connections: TalkConnections
  let requests: SlideRequests
  let phone: PhoneChild?
  /// Notes of a file that the daemon does not have yet, because labels of slides are unknown or the connection was lost.
  var notes: NotesToSet?
  var decoder = InputDecoder()
  var writer: GridWriter
  var shown: CellGrid?
  var pictures: TerminalPictures
  var needsDrawing = true
  var ending: TalkPresenterEnding?
  /// The time of the next request for slides and pictures after a failure.
  var nextRequestAt: UInt64 = 0
  var failures = 0
  var failedPictures: Set<SlidePicture> = []
  /// The time of day at which the talk ends; nil if the timer alone counts.
  let end: TalkEnd?
  /// Slides whose notes another controller may have changed.
  var outdatedSlides: Set<Int> = []

  init(
    talk: TalkInfo, notes: NotesToSet?, phone: PhoneChild?, environment: [String: String],
    end: TalkEnd? = nil, connect: @escaping () throws(ClientError) -> ControlClient
  ) throws {
    state = SpeakerState(talk: talk)
    self.notes = notes
    self.phone = phone
    self.end = end
    let kind = environment["TERM"] ?? ""
    do {
      signals = try SignalReader()
      terminal = try Terminal(kind: kind)
    } catch {
      throw ToolFailure(message: "\(error). The talk continues without this view.")
    }
    connections = TalkConnections(connect)
    requests = SlideRequests(connect)
    let letters: GridWriter.Letters = kind == "linux" ? .console : .unicode
    let colors = ColorDepth(environment: environment)
    writer = GridWriter(colors: colors, letters: letters)
    pictures = TerminalPictures(isConsole: kind == "linux", hasPixels: colors.showsPixels)
    state.showsPictures = pictures.areShown
  }

  /// Presents until the speaker leaves, the talk ends, or a signal arrives. Then it restores the terminal.
  func run() throws -> TalkPresenterEnding {
    try terminal.enter()
    defer { terminal.leave() }
    measure()
    decoder.expectCursor()
    terminal.write(pictures.query)
    while ending == nil {
      maintainConnection()
      maintainPhone()
      requestMissing()
      draw()
      wait()
    }
    hideCode()
    return ending ?? .left
  }

  /// Waits for the next input of any kind and processes it.
  private func wait() {
    let descriptors = [
      terminal.descriptor, signals.descriptor, connections.descriptor, requests.descriptor, phone?.descriptor,
      phone?.errors,
    ]
    var entries = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    if !terminal.isDrained { entries[0].events |= Int16(POLLOUT) }
    let count = poll(&entries, nfds_t(entries.count), timeout())
    tick()
    guard count > 0 else {
      if count == 0, decoder.isWaiting { take(decoder.flush()) }
      return
    }
    if entries[1].revents != 0 { receiveSignals() }
    if entries[2].revents != 0 { receiveTalk() }
    if entries[3].revents != 0 { receiveReply() }
    if entries[5].revents != 0 { phone?.readErrors() }
    if entries[4].revents != 0 { receivePhoneEvents() }
    if entries[0].revents & Int16(POLLOUT) != 0 { _ = terminal.flush() }
    if entries[0].revents & ~Int16(POLLOUT) != 0 { receiveInput() }
  }

  /// Milliseconds until the next work that needs no input.
  private func timeout() -> Int32 {
    if decoder.isWaiting { return 60 }
    var least = PresenterClock.timeOfDay().millisecondsLeft
    // No descriptor reports the end of a process.
    if phone?.isEnding == true { least = min(least, 20) }
    let requestAt = nextRequestAt > state.now ? nextRequestAt : nil
    for moment in [connections.retryAt, requestAt, phone?.startsAt].compactMap(\.self) {
      let left = moment > state.now ? (moment - state.now) / 1_000_000 + 1 : 0
      least = min(least, Int32(clamping: left))
    }
    return max(1, least)
  }

  private func tick() {
    state.now = PresenterClock.monotonic
    state.clock = PresenterClock.timeOfDay().text
    needsDrawing = true
  }

  /// Measures the terminal, and draws everything again.
  func measure() {
    let size = terminal.size()
    (state.columns, state.rows) = (size.columns, size.rows)
    pictures.setCell(width: size.cellWidth, height: size.cellHeight)
    state.cellShape = pictures.cellShape
    tick()
    shown = nil
  }
}

/// The connections to the daemon.
extension TalkPresenter {
  func maintainConnection() {
    guard !connections.isConnected, ending == nil, state.now >= connections.retryAt ?? 0 else { return }
    do throws(ClientError) {
      try connections.open(now: state.now)
      (failedPictures, failures) = ([], 0)
      receiveTalk()
      if connections.isConnected { state.setConnection(.connected) }
    } catch {
      connectionDidEnd(error)
    }
    needsDrawing = true
  }

  private func connectionDidEnd(_ error: ClientError) {
    if connections.isConnected { connections.lose(now: state.now) }
    requests.drop()
    switch error {
    case .noDaemon: state.setConnection(.lost("The daemon does not run. Trying again …"))
    case .lost, .timedOut, .invalidReply, .failed:
      state.setConnection(.lost("The daemon does not answer. Trying again …"))
    case .refused(let message): state.setConnection(.lost(message))
    }
  }

  func receiveTalk() {
    do throws(ClientError) {
      guard let reply = try connections.newestState() else { return }
      guard let talk = reply.talk else {
        ending = .talkIsOver
        return
      }
      if talk.page != state.talk.page { outdatedSlides.insert(talk.page) }
      learn(talk)
    } catch {
      connectionDidEnd(error)
    }
  }

  /// Stores a state of the talk. Another deck invalidates slides and pictures.
  private func learn(_ talk: TalkInfo) {
    let before = (state.talk.identifier, state.talk.deckVersion)
    let hasStarted = talk.timer.running && !state.talk.timer.running && talk.identifier == before.0
    state.update(talk)
    needsDrawing = true
    if hasStarted { keepEnd(talk.timer) }
    guard before != (state.talk.identifier, state.talk.deckVersion) else { return }
    // The notes belong to the talk for which this view was opened.
    if before.0 != state.talk.identifier { notes = nil }
    pictures.removeAll()
    (failedPictures, failures, nextRequestAt) = ([], 0, 0)
    // The running request is for the previous deck.
    requests.drop()
  }

  /// Sets the time of the talk again when the timer starts, because the timer stands before the talk and in pauses, and the day does not.
  private func keepEnd(_ timer: TalkTimer) {
    guard let left = end?.secondsLeft else { return }
    control(
      ControlTalkCall(
        action: .setDuration, seconds: Double(timer.elapsedMilliseconds) / 1000 + Double(left), noWait: true))
  }

  /// Sends an action. Without a connection it only reports an error.
  func control(_ call: ControlTalkCall) {
    guard connections.isConnected else {
      state.report("Nothing was done: the daemon does not answer. Trying again …", isBad: true)
      return
    }
    do throws(ClientError) {
      learn(try connections.call(call).talk)
    } catch {
      switch error {
      case .failed(.noTalk): ending = .talkIsOver
      case .failed, .refused: state.report(error.description, isBad: true)
      case .noDaemon, .lost, .timedOut, .invalidReply: connectionDidEnd(error)
      }
    }
  }

  /// Requests missing slides and pictures, the visible ones first.
  func requestMissing() {
    guard connections.isConnected, requests.isFree, state.now >= nextRequestAt, ending == nil else { return }
    do throws(ClientError) {
      if let page = outdatedSlides.popFirst() {
        try requests.send(slidesFrom: page, count: 2)
      } else if state.slides[state.talk.page] == nil, let page = state.firstUnknown {
        try requests.send(slidesFrom: page, count: 10)
      } else if let picture = pictures.missing(shown?.pictures ?? []).first(where: { !failedPictures.contains($0) }) {
        try requests.send(picture)
      } else if let page = state.firstUnknown {
        try requests.send(slidesFrom: page, count: 50)
      } else {
        sendNotes()
      }
    } catch {
      postpone(error)
    }
  }

  /// Postpones requests, because a deck has no slides for a moment while it opens. After the fourth failure it reports the error, or stops
  /// the requests for that picture.
  private func postpone(_ error: ClientError) {
    failures += 1
    nextRequestAt = state.now + (failures < 4 ? 500_000_000 : 4_000_000_000)
    guard case .failed(let reason) = error, failures >= 4 else { return }
    if let picture = requests.requested {
      // The state of the talk reports a slide that cannot be drawn.
      failedPictures.insert(picture)
    } else if failures == 4 {
      state.report(reason.description, isBad: true)
      sendNotes()
    }
  }

  func receiveReply() {
    do throws(ClientError) {
      let answer = try requests.reply()
      if answer != nil { failures = 0 }
      switch answer {
      case .slides(let reply):
        state.learn(reply.slides)
        // The deck has fewer pages than before, or none at present.
        if reply.slides.isEmpty { nextRequestAt = state.now + 2_000_000_000 }
      case .picture(let picture, let reply): pictures.add(reply, for: picture)
      case nil: break
      }
      needsDrawing = true
    } catch {
      postpone(error)
    }
  }

  /// Sends the notes of the file, and sends them again if the daemon restarts.
  private func sendNotes() {
    refreshTalk()
    // Count the pages if the daemon does not report their labels.
    guard connections.isConnected, ending == nil, let wanted = notes, state.talk.pages > 0,
      state.firstUnknown == nil || failures >= 4,
      let isWanted = wanted.isWanted(for: state.talk, over: state.slides.values)
    else { return }
    guard isWanted else {
      if wanted.sent != nil { outdatedSlides.insert(state.talk.page) }
      notes = nil
      return
    }
    let labels = (1...state.talk.pages).map { state.slides[$0]?.label ?? "\($0)" }
    let found = SlideNotes(wanted.file, labels: labels)
    needsDrawing = true
    do throws(ClientError) {
      notes?.sent = found.version
      for call in try calls(for: found) { _ = try connections.call(call) }
      notes = nil
      state.learn(found.notes)
      if let problem = found.problem { state.report(problem, isBad: true) }
    } catch {
      switch error {
      case .noDaemon, .lost, .timedOut, .invalidReply: connectionDidEnd(error)
      case .failed, .refused:
        notes = nil
        state.report("The notes of \(wanted.file.name) could not be set: \(error.description)", isBad: true)
      }
    }
  }

  /// Reads the talk before notes are sent. After a lost connection it may be another talk, or have notes already.
  private func refreshTalk() {
    guard notes != nil else { return }
    do throws(ClientError) {
      if let talk = try connections.call(GetTalkCall()).talk { learn(talk) } else { ending = .talkIsOver }
    } catch {
      connectionDidEnd(error)
    }
  }

  private func calls(for found: SlideNotes) throws(ClientError) -> [SetTalkNotesCall] {
    do throws(ControlError) {
      return try found.calls(for: state.talk.identifier)
    } catch {
      throw .failed(error)
    }
  }
}

/// The input from the terminal, and signals.
extension TalkPresenter {
  func receiveInput() {
    guard let bytes = DescriptorIO.read(terminal.descriptor) else {
      ending = .terminalIsGone
      return
    }
    take(decoder.decode(bytes))
  }

  /// Performs the actions of inputs. Of successive pointer moves it performs only the last.
  func take(_ inputs: [TerminalInput]) {
    var actions: [SpeakerAction] = []
    for input in inputs {
      var further: [SpeakerAction] = []
      switch input {
      case .key(let key): further = state.press(key)
      case .mouse(let column, let row): further = state.moveMouse(column: column, row: row)
      case .wheel(let clicks): state.turnWheel(clicks)
      case .reply(let reply): learn(reply)
      }
      for action in further {
        if let last = actions.last, Self.isPointing(last), Self.isPointing(action) { actions.removeLast() }
        actions.append(action)
      }
    }
    needsDrawing = true
    for action in actions where ending == nil { perform(action) }
    terminal.setMouse(state.wantsMouse && ending == nil)
  }

  private static func isPointing(_ action: SpeakerAction) -> Bool {
    if case .control(let call) = action { call.action.isPointing } else { false }
  }

  private func learn(_ reply: TerminalReply) {
    if case .cursor(1, let column) = reply, column > 2 {
      writer.letters = .ascii
      // The letter for two pixels is missing.
      if !pictures.usesKitty { pictures = TerminalPictures(isConsole: true) }
      state.showsPictures = pictures.areShown
      shown = nil
    }
    if pictures.update(reply) {
      state.showsPictures = pictures.areShown
      state.cellShape = pictures.cellShape
      terminal.hasKittyPictures = pictures.usesKitty
      shown = nil
    }
  }

  func perform(_ action: SpeakerAction) {
    switch action {
    case .control(let call): control(call)
    case .endTalk:
      do throws(ClientError) {
        _ = try connections.call(EndTalkCall(noWait: true))
        ending = .ended
      } catch {
        state.mode = .slides
        state.report("The talk could not be ended: \(error.description)", isBad: true)
      }
    case .leave: ending = .left
    case .suspend: suspend()
    case .newPhoneCode(let observes): requestPhoneCode(observes: observes)
    case .redraw: measure()
    }
  }

  private func suspend() {
    terminal.leave()
    signals.stop()
    // Without a shell the kernel has not stopped the process, so no SIGCONT follows.
    if !signals.isContinued { resume() }
  }

  /// Takes the terminal back from the shell. In the background this process stops again.
  private func resume() {
    guard terminal.isForeground else { return signals.stop(by: SIGTTIN) }
    do {
      try terminal.enter()
      terminal.setMouse(state.wantsMouse)
      pictures.resetShown()
      measure()
    } catch {
      ending = .terminalIsGone
    }
  }

  func receiveSignals() {
    while let number = signals.next() {
      switch number {
      case SIGWINCH:
        pictures.resetShown()
        measure()
      case SIGTSTP: suspend()
      case SIGCONT: resume()
      case SIGHUP: ending = .terminalIsGone
      default: ending = .signal(number)
      }
    }
  }
}

/// The program for phones, which runs while this view is open.
extension TalkPresenter {
  func receivePhoneEvents() {
    for event in phone?.read() ?? [] { take(event) }
  }

  private func take(_ event: PhoneChild.Event) {
    let actions =
      switch event {
      case .ready(let info): state.learn(phone: info)
      case .observer(let link): state.learn(observerLink: link)
      case .ended(let reason): state.losePhone(reason)
      }
    for action in actions { perform(action) }
    needsDrawing = true
  }

  /// Requests a code. If the program does not run, starts it, and it then makes a code.
  func requestPhoneCode(observes: Bool) {
    guard let phone else { return }
    if phone.runs { phone.requestCode(observes: observes) } else { start(phone.startByHand) }
  }

  /// Handles the end of the program, and restarts it if that is due.
  func maintainPhone() {
    if let end = phone?.takeEnd() { take(end) }
    guard let phone, let moment = phone.startsAt, state.now >= moment else { return }
    start(phone.start)
  }

  private func start(_ begin: () throws -> Void) {
    do {
      try begin()
    } catch {
      take(.ended("No phone can take part: \(error). Press a, then c, to try again."))
    }
    needsDrawing = true
  }

  /// Removes the code from the display, because the phones' program ends with this view.
  func hideCode() {
    guard let code = state.observerLink, state.talk.code == code, connections.isConnected else { return }
    _ = try? connections.call(ControlTalkCall(action: .code, text: "", noWait: true))
  }
}

/// Draws only changes, and only after the terminal has taken the previous output.
extension TalkPresenter {
  func draw() {
    guard needsDrawing, terminal.isDrained, ending == nil else { return }
    needsDrawing = false
    var grid = SpeakerPicture.draw(state)
    pictures.fill(&grid)
    guard grid != shown || pictures.hasChanges else { return }
    var bytes = writer.bytes(from: shown, to: grid)
    bytes += pictures.bytes(for: grid.pictures, hasErased: shown == nil)
    shown = grid
    terminal.write(bytes)
  }
}

/// The reason why a presenter ended. The talk continues except after `ended` and `talkIsOver`.
enum TalkPresenterEnding {
  case left
  /// The speaker ended the talk.
  case ended
  /// Another controller ended the talk.
  case talkIsOver
  case signal(Int32)
  case terminalIsGone
}

enum PresenterClock {
  /// Nanoseconds on the monotonic clock, as in the daemon's timer.
  static var monotonic: UInt64 { MonotonicTime.now.nanoseconds }

  /// The time of day, as 14:05, and the milliseconds until its seconds change.
  static func timeOfDay() -> (text: String, millisecondsLeft: Int32) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    var seconds = now.tv_sec
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return ("\(two(parts.tm_hour)):\(two(parts.tm_min))", Int32(1000 - now.tv_nsec / 1_000_000))
  }
}

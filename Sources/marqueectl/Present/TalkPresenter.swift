import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

/// The presenter on a terminal.
///
/// It waits for keys, the daemon, signals and the clock, and draws changes.
///
/// It keeps no state of the talk: several presenters can run at once, and the picture stays if one is killed.
final class TalkPresenter {
  var state: SpeakerState
  let terminal: Terminal
  let signals: SignalReader
  let link: TalkConnections
  let enquiry: TalkQueries
  let phone: PhoneChild?
  /// Notes of a file that are not set yet, since not all labels of slides are known, or the daemon was away.
  var notes: NotesToSet?
  var decoder = InputDecoder()
  var writer: GridWriter
  var shown: CellGrid?
  var pictures: TerminalPictures
  var needsDrawing = true
  var ending: TalkPresenterEnding?
  /// The time of the next request for slides and pictures after a failure.
  var nextRequestAt: UInt64 = 0
  /// How often that failed in a row.
  var failures = 0
  /// Pictures that could not be made.
  var failedRequests: Set<SlidePicture> = []
  /// Slides whose notes another controller may have changed.
  var refresh: Set<Int> = []

  init(
    talk: TalkInfo, notes: NotesToSet?, phone: PhoneChild?, environment: [String: String],
    connect: @escaping () throws(ClientError) -> ControlClient
  ) throws {
    state = SpeakerState(talk: talk)
    self.notes = notes
    self.phone = phone
    let kind = environment["TERM"] ?? ""
    do throws(SystemCallError) {
      signals = try SignalReader()
      terminal = try Terminal(kind: kind)
    } catch {
      throw ToolFailure(message: "\(error.description). The talk continues without this view.", status: .failed)
    }
    link = TalkConnections(connect)
    enquiry = TalkQueries(connect)
    let letters: GridWriter.Letters = kind == "linux" ? .console : .unicode
    writer = GridWriter(colors: ColorDepth(environment: environment), letters: letters)
    pictures = TerminalPictures(isConsole: kind == "linux")
  }

  /// Presents until the speaker leaves, the talk ends, or a signal arrives; then it restores the terminal.
  func run() throws -> TalkPresenterEnding {
    do throws(SystemCallError) {
      try terminal.enter()
    } catch {
      throw ToolFailure(message: error.description, status: .failed)
    }
    defer { terminal.leave() }
    measure()
    decoder.expectCursor()
    terminal.write(pictures.question)
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
    var entries = [
      pollfd(
        fd: terminal.descriptor, events: Int16(terminal.isDrained ? POLLIN : POLLIN | POLLOUT), revents: 0),
      pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: enquiry.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: phone?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: phone?.complaints ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), timeout())
    tick()
    guard count > 0 else {
      if count == 0, decoder.isWaiting { take(decoder.flush()) }
      return
    }
    if entries[1].revents != 0 { readSignals() }
    if entries[2].revents != 0 { readTalk() }
    if entries[3].revents != 0 { readReply() }
    if entries[5].revents != 0 { phone?.readComplaints() }
    if entries[4].revents != 0 { readPhone() }
    if entries[0].revents & Int16(POLLOUT) != 0 { _ = terminal.flush() }
    if entries[0].revents & ~Int16(POLLOUT) != 0 { readInput() }
  }

  /// Milliseconds until something is to be done without anything coming.
  private func timeout() -> Int32 {
    if decoder.isWaiting { return 60 }
    var least = PresenterClock.timeOfDay().millisecondsLeft
    // The end of a process makes nothing readable.
    if phone?.isEnding == true { least = min(least, 20) }
    for moment in [link.retryAt, nextRequestAt > state.now ? nextRequestAt : nil, phone?.startsAt] {
      guard let moment else { continue }
      let left = moment > state.now ? (moment - state.now) / 1_000_000 + 1 : 0
      least = min(least, Int32(clamping: left))
    }
    return max(1, least)
  }

  /// Updates the clocks.
  private func tick() {
    state.now = PresenterClock.monotonic
    state.clock = PresenterClock.timeOfDay().text
    needsDrawing = true
  }

  /// How large the terminal is.
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
  /// Connects if there is no connection and its time has come.
  func maintainConnection() {
    guard !link.isConnected, ending == nil, state.now >= link.retryAt ?? 0 else { return }
    do throws(ClientError) {
      try link.open(now: state.now)
      (failedRequests, failures) = ([], 0)
      readTalk()
      if link.isConnected { state.setConnection(.connected) }
    } catch {
      connectionDidEnd(error)
    }
    needsDrawing = true
  }

  /// Reports the lost connection, and keeps trying.
  private func connectionDidEnd(_ error: ClientError) {
    if link.isConnected { link.lose(now: state.now) }
    enquiry.drop()
    switch error {
    case .noDaemon: state.setConnection(.lost("The daemon does not run. Trying again …"))
    case .lost, .timedOut, .invalidReply, .failed:
      state.setConnection(.lost("The daemon does not answer. Trying again …"))
    case .refused(let message): state.setConnection(.lost(message))
    }
  }

  /// The talk changed.
  func readTalk() {
    do throws(ClientError) {
      guard let reply = try link.newestState() else { return }
      guard let talk = reply.talk else {
        ending = .talkIsOver
        return
      }
      if talk.page != state.talk.page { refresh.insert(talk.page) }
      learn(talk)
    } catch {
      connectionDidEnd(error)
    }
  }

  /// Takes a state of the talk.
  ///
  /// Another deck invalidates slides and pictures.
  private func learn(_ talk: TalkInfo) {
    let before = (state.talk.identifier, state.talk.deckVersion)
    state.update(talk)
    needsDrawing = true
    guard before != (state.talk.identifier, state.talk.deckVersion) else { return }
    // Notes are for the talk that this view was opened for.
    if before.0 != state.talk.identifier { notes = nil }
    pictures.forgetAll()
    (failedRequests, failures, nextRequestAt) = ([], 0, 0)
    // The running request is about the former deck.
    enquiry.drop()
  }

  /// Sends an action.
  ///
  /// While the daemon is away, a key does nothing but show that.
  func control(_ call: ControlTalkCall) {
    guard link.isConnected else {
      state.report("Nothing was done: the daemon does not answer. Trying again …", isBad: true)
      return
    }
    do throws(ClientError) {
      learn(try link.call(call).talk)
    } catch {
      switch error {
      case .failed(.noTalk): ending = .talkIsOver
      case .failed, .refused: state.report(error.description, isBad: true)
      case .noDaemon, .lost, .timedOut, .invalidReply: connectionDidEnd(error)
      }
    }
  }

  /// Requests missing data, the visible one first.
  func requestMissing() {
    guard link.isConnected, enquiry.isFree, state.now >= nextRequestAt, ending == nil else { return }
    do throws(ClientError) {
      if let page = refresh.popFirst() {
        try enquiry.request(slidesFrom: page, count: 2)
      } else if state.slides[state.talk.page] == nil, let page = state.firstUnknown {
        try enquiry.request(slidesFrom: page, count: 10)
      } else if let picture = pictures.wanted(shown?.pictures ?? []).first(where: { !failedRequests.contains($0) }) {
        try enquiry.request(picture)
      } else if let page = state.firstUnknown {
        try enquiry.request(slidesFrom: page, count: 50)
      } else {
        sendNotes()
      }
    } catch {
      putOff(error)
    }
  }

  /// Requests again later, because a deck that opens has no slides for a moment.
  ///
  /// The fourth failure is reported, or ends the requests.
  private func putOff(_ error: ClientError) {
    failures += 1
    nextRequestAt = state.now + (failures < 4 ? 500_000_000 : 4_000_000_000)
    guard case .failed(let reason) = error, failures >= 4 else { return }
    if let picture = enquiry.requested {
      // The talk itself reports a slide that cannot be drawn.
      failedRequests.insert(picture)
    } else if failures == 4 {
      state.report(reason.description, isBad: true)
      sendNotes()
    }
  }

  func readReply() {
    do throws(ClientError) {
      let answer = try enquiry.reply()
      if answer != nil { failures = 0 }
      switch answer {
      case .slides(let reply):
        state.learn(reply.slides)
        // A deck that has fewer pages than it had, or none at present.
        if reply.slides.isEmpty { nextRequestAt = state.now + 2_000_000_000 }
      case .picture(let picture, let reply): pictures.learn(reply, for: picture)
      case nil: break
      }
      needsDrawing = true
    } catch {
      putOff(error)
    }
  }

  /// Sets the notes of the file for all presenters of this talk; they are sent again if the daemon restarts.
  private func sendNotes() {
    learnWhichTalk()
    // Where the deck's labels cannot be had, its pages are counted.
    guard link.isConnected, ending == nil, let wanted = notes, state.talk.pages > 0,
      state.firstUnknown == nil || failures >= 4,
      let isWanted = wanted.isWanted(for: state.talk, over: state.slides.values)
    else { return }
    guard isWanted else {
      // The result of the last notes.
      if wanted.sent != nil { refresh.insert(state.talk.page) }
      notes = nil
      return
    }
    let labels = (1...state.talk.pages).map { state.slides[$0]?.label ?? "\($0)" }
    let found = SlideNotes(wanted.file, labels: labels)
    needsDrawing = true
    do throws(ClientError) {
      notes?.sent = found.version
      try set(found)
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

  /// Asks how the talk is, before notes are sent: after a lost connection it may be another, or have notes.
  private func learnWhichTalk() {
    guard notes != nil else { return }
    do throws(ClientError) {
      if let talk = try link.call(GetTalkCall()).talk { learn(talk) } else { ending = .talkIsOver }
    } catch {
      connectionDidEnd(error)
    }
  }

  private func set(_ found: SlideNotes) throws(ClientError) {
    let calls: [SetTalkNotesCall]
    do throws(ControlError) {
      calls = try found.calls(for: state.talk.identifier)
    } catch {
      throw .failed(error)
    }
    for call in calls { _ = try link.call(call) }
  }
}

/// Input from the terminal, and signals.
extension TalkPresenter {
  func readInput() {
    guard let bytes = terminal.read() else {
      ending = .terminalIsGone
      return
    }
    take(decoder.decode(bytes))
  }

  /// Does the actions of keys.
  ///
  /// Of several pointer moves only the last has an effect.
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

  /// Takes the terminal's reply about its abilities.
  private func learn(_ reply: TerminalReply) {
    if case .cursor(1, let column) = reply, column > 2 {
      writer.letters = .ascii
      shown = nil
    }
    if pictures.learn(reply) {
      state.showsPictures = pictures.works
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
        _ = try link.call(EndTalkCall(noWait: true))
        ending = .ended
      } catch {
        state.mode = .slides
        state.report("The talk could not be ended: \(error.description)", isBad: true)
      }
    case .leave: ending = .left
    case .suspend: suspend()
    case .newPhoneCode(let observes): makePhoneCode(observes: observes)
    case .redraw: measure()
    }
  }

  private func suspend() {
    terminal.leave()
    signals.stop()
    // Without a shell the kernel did not stop the process, and no signal follows.
    if !signals.isContinued { resume() }
  }

  /// Takes the terminal back from the shell.
  ///
  /// In the background, this process stops again.
  private func resume() {
    guard terminal.isForeground else { return signals.stop(by: SIGTTIN) }
    do throws(SystemCallError) {
      try terminal.enter()
      terminal.setMouse(state.wantsMouse)
      pictures.forgetShown()
      measure()
    } catch {
      ending = .terminalIsGone
    }
  }

  func readSignals() {
    while let number = signals.next() {
      switch number {
      case SIGWINCH:
        pictures.forgetShown()
        measure()
      case SIGTSTP: suspend()
      case SIGCONT: resume()
      case SIGHUP: ending = .terminalIsGone
      default: ending = .signal(number)
      }
    }
  }
}

/// The program for phones, for as long as this view is open.
extension TalkPresenter {
  /// Takes output and the end of the child.
  func readPhone() {
    guard let phone else { return }
    for news in phone.read() { take(news) }
    needsDrawing = true
  }

  private func take(_ news: PhoneChild.Event) {
    let actions =
      switch news {
      case .ready(let info): state.learn(phone: info)
      case .observer(let link): state.learn(observerLink: link)
      case .ended(let reason): state.losePhone(reason)
      }
    for action in actions { perform(action) }
    needsDrawing = true
  }

  /// Requests a code; if the program has ended, this starts it, and it makes a code.
  func makePhoneCode(observes: Bool) {
    guard let phone else { return }
    if phone.runs { phone.requestCode(observes: observes) } else { start(phone.startByHand) }
  }

  /// Handles its end, and restarts it if its time has come.
  func maintainPhone() {
    if let end = phone?.takeEnd() { take(end) }
    guard let phone, let moment = phone.startsAt, state.now >= moment else { return }
    start(phone.start)
  }

  private func start(_ begin: () throws -> Void) {
    do {
      try begin()
    } catch {
      let reason = (error as? ToolFailure)?.message ?? "\(error)"
      for action in state.losePhone("No phone can take part: \(reason). Press a, then c, to try again.") {
        perform(action)
      }
    }
    needsDrawing = true
  }

  /// The phones' address is of no use on the display when this view, with which they end, has gone.
  func hideCode() {
    guard let code = state.observerLink, state.talk.code == code, link.isConnected else { return }
    _ = try? link.call(ControlTalkCall(action: .code, text: "", noWait: true))
  }
}

/// Draws only changes, and only after the terminal has taken the previous output.
extension TalkPresenter {
  func draw() {
    guard needsDrawing, terminal.isDrained, ending == nil else { return }
    needsDrawing = false
    let grid = SpeakerPicture.draw(state)
    guard grid != shown || pictures.hasNews else { return }
    var bytes = writer.bytes(from: shown, to: grid)
    bytes += pictures.bytes(for: grid.pictures, hasErased: shown == nil)
    shown = grid
    terminal.write(bytes)
  }
}

/// How a presenter ended.
enum TalkPresenterEnding {
  /// The speaker left. The talk continues.
  case left
  /// The speaker ended the talk.
  case ended
  /// The talk was ended elsewhere.
  case talkIsOver
  /// A signal ended the presenter. The talk continues.
  case signal(Int32)
  /// The terminal is gone. The talk continues.
  case terminalIsGone
}

/// The clocks of this machine.
enum PresenterClock {
  /// Nanoseconds on the monotonic clock, as in the daemon's timer.
  static var monotonic: UInt64 {
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

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

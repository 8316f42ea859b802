import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

/// The presenter on a terminal: waits for keys, the daemon, signals and the clock, and draws what changed.
///
/// It keeps nothing of the talk: several can run at once, and one that is killed leaves the picture alone.
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
  /// When slides and pictures are asked for again, after that failed.
  var askAgainAt: UInt64 = 0
  /// How often that failed in a row.
  var failures = 0
  /// Pictures that could not be made.
  var asksNoMore: Set<SlidePicture> = []
  /// Slides whose notes somebody else may have changed.
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
      throw ToolFailure(message: "\(error.description). The talk goes on without this view.", status: .failed)
    }
    link = TalkConnections(connect)
    enquiry = TalkQueries(connect)
    let letters: GridWriter.Letters = kind == "linux" ? .console : .unicode
    writer = GridWriter(colors: ColorDepth(environment: environment), letters: letters)
    pictures = TerminalPictures(isConsole: kind == "linux")
  }

  /// Presents until the speaker goes, the talk is over, or a signal says so; the terminal is given back.
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
      keepLink()
      keepPhone()
      askFurther()
      draw()
      wait()
    }
    takeCodeAway()
    return ending ?? .left
  }

  /// Waits for whatever comes first, and takes it in.
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
    if entries[1].revents != 0 { takeSignals() }
    if entries[2].revents != 0 { takeNews() }
    if entries[3].revents != 0 { takeAnswer() }
    if entries[5].revents != 0 { phone?.readComplaints() }
    if entries[4].revents != 0 { takePhone() }
    if entries[0].revents & Int16(POLLOUT) != 0 { _ = terminal.flush() }
    if entries[0].revents & ~Int16(POLLOUT) != 0 { takeInput() }
  }

  /// Milliseconds until something is to be done without anything coming.
  private func timeout() -> Int32 {
    if decoder.isWaiting { return 60 }
    var least = PresenterClock.timeOfDay().millisecondsLeft
    // The end of a process makes nothing readable.
    if phone?.isEnding == true { least = min(least, 20) }
    for moment in [link.retryAt, askAgainAt > state.now ? askAgainAt : nil, phone?.startsAt] {
      guard let moment else { continue }
      let left = moment > state.now ? (moment - state.now) / 1_000_000 + 1 : 0
      least = min(least, Int32(clamping: left))
    }
    return max(1, least)
  }

  /// The clocks go on.
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

/// What the daemon is told, and what comes from it.
extension TalkPresenter {
  /// Connects where there is no connection and it is time to.
  func keepLink() {
    guard !link.isConnected, ending == nil, state.now >= link.retryAt ?? 0 else { return }
    do throws(ClientError) {
      try link.open(now: state.now)
      (asksNoMore, failures) = ([], 0)
      takeNews()
      if link.isConnected { state.setLink(.connected) }
    } catch {
      lost(error)
    }
    needsDrawing = true
  }

  /// The connection is lost: says so, and goes on trying.
  private func lost(_ error: ClientError) {
    if link.isConnected { link.lose(now: state.now) }
    enquiry.drop()
    switch error {
    case .noDaemon: state.setLink(.lost("The daemon does not run; trying again until it does"))
    case .lost, .timedOut, .invalidReply, .failed:
      state.setLink(.lost("The daemon does not answer; trying again until it does"))
    case .refused(let message): state.setLink(.lost(message))
    }
  }

  /// The talk changed.
  func takeNews() {
    do throws(ClientError) {
      guard let reply = try link.news() else { return }
      guard let talk = reply.talk else {
        ending = .talkIsOver
        return
      }
      if talk.page != state.talk.page { refresh.insert(talk.page) }
      learn(talk)
    } catch {
      lost(error)
    }
  }

  /// The daemon says how the talk is; with another deck nothing of the former is of use.
  private func learn(_ talk: TalkInfo) {
    let before = (state.talk.identifier, state.talk.deckVersion)
    state.update(talk)
    needsDrawing = true
    guard before != (state.talk.identifier, state.talk.deckVersion) else { return }
    // Notes are for the talk that this view was opened for.
    if before.0 != state.talk.identifier { notes = nil }
    pictures.forgetAll()
    (asksNoMore, failures, askAgainAt) = ([], 0, 0)
    // What is on its way is of the former.
    enquiry.drop()
  }

  /// Does something in the talk; a key that is pressed while the daemon is away does nothing, and says so.
  func control(_ call: ControlTalkCall) {
    guard link.isConnected else {
      state.tell("Nothing was done: the daemon does not answer; trying again until it does", isBad: true)
      return
    }
    do throws(ClientError) {
      learn(try link.call(call).talk)
    } catch {
      switch error {
      case .failed(.noTalk): ending = .talkIsOver
      case .failed, .refused: state.tell(error.description, isBad: true)
      case .noDaemon, .lost, .timedOut, .invalidReply: lost(error)
      }
    }
  }

  /// Asks for what is not known yet: first what is looked at.
  func askFurther() {
    guard link.isConnected, enquiry.isFree, state.now >= askAgainAt, ending == nil else { return }
    do throws(ClientError) {
      if let page = refresh.popFirst() {
        try enquiry.ask(slidesFrom: page, count: 2)
      } else if state.slides[state.talk.page] == nil, let page = state.firstUnknown {
        try enquiry.ask(slidesFrom: page, count: 10)
      } else if let picture = pictures.wanted(shown?.pictures ?? []).first(where: { !asksNoMore.contains($0) }) {
        try enquiry.ask(picture)
      } else if let page = state.firstUnknown {
        try enquiry.ask(slidesFrom: page, count: 50)
      } else {
        sendNotes()
      }
    } catch {
      putOff(error)
    }
  }

  /// Asks again later: a deck that is being opened has no slides for a moment.
  ///
  /// What fails for the fourth time is told, or left.
  private func putOff(_ error: ClientError) {
    failures += 1
    askAgainAt = state.now + (failures < 4 ? 500_000_000 : 4_000_000_000)
    guard case .failed(let reason) = error, failures >= 4 else { return }
    if let picture = enquiry.asked {
      // One that cannot be drawn is told of by the talk itself.
      asksNoMore.insert(picture)
    } else if failures == 4 {
      state.tell(reason.description, isBad: true)
      sendNotes()
    }
  }

  func takeAnswer() {
    do throws(ClientError) {
      let answer = try enquiry.answer()
      if answer != nil { failures = 0 }
      switch answer {
      case .slides(let reply):
        state.learn(reply.slides)
        // A deck that has fewer pages than it had, or none at present.
        if reply.slides.isEmpty { askAgainAt = state.now + 2_000_000_000 }
      case .picture(let picture, let reply): pictures.learn(reply, for: picture)
      case nil: break
      }
      needsDrawing = true
    } catch {
      putOff(error)
    }
  }

  /// Sets the notes of the file for all who drive this talk; a daemon that goes meanwhile is sent them again.
  private func sendNotes() {
    learnWhichTalk()
    // Where the deck's labels cannot be had, its pages are counted.
    guard link.isConnected, ending == nil, let wanted = notes, state.talk.pages > 0,
      state.firstUnknown == nil || failures >= 4,
      let isWanted = wanted.isWanted(for: state.talk, over: state.slides.values)
    else { return }
    guard isWanted else {
      // What came of those that were sent.
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
      if let problem = found.problem { state.tell(problem, isBad: true) }
    } catch {
      switch error {
      case .noDaemon, .lost, .timedOut, .invalidReply: lost(error)
      case .failed, .refused:
        notes = nil
        state.tell("The notes of \(wanted.file.name) could not be set: \(error.description)", isBad: true)
      }
    }
  }

  /// Asks how the talk is, before notes are sent: after a lost connection it may be another, or have notes.
  private func learnWhichTalk() {
    guard notes != nil else { return }
    do throws(ClientError) {
      if let talk = try link.call(GetTalkCall()).talk { learn(talk) } else { ending = .talkIsOver }
    } catch {
      lost(error)
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

/// What comes from the terminal, and signals.
extension TalkPresenter {
  func takeInput() {
    guard let bytes = terminal.read() else {
      ending = .terminalIsGone
      return
    }
    take(decoder.decode(bytes))
  }

  /// Does what keys say; of several moves of the pointer only the last counts.
  func take(_ inputs: [TerminalInput]) {
    var actions: [SpeakerAction] = []
    for input in inputs {
      let further: [SpeakerAction] =
        switch input {
        case .key(let key): state.press(key)
        case .mouse(let column, let row, _): state.moveMouse(column: column, row: row)
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

  /// The terminal answered what it can do.
  private func learn(_ reply: TerminalReply) -> [SpeakerAction] {
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
    return []
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
        state.tell("The talk could not be ended: \(error.description)", isBad: true)
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
    // Where nobody could let this process go on it was not stopped, and nothing will tell of that.
    if !signals.isContinued { resume() }
  }

  /// Takes the terminal, after the shell had it; in the background, where it is the shell's, this process stops again.
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

  func takeSignals() {
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
  /// It said something, or has ended.
  func takePhone() {
    guard let phone else { return }
    for news in phone.read() { take(news) }
    needsDrawing = true
  }

  private func take(_ news: PhoneChild.News) {
    let actions =
      switch news {
      case .ready(let info): state.learn(phone: info)
      case .observer(let link): state.learn(observerLink: link)
      case .ended(let reason): state.losePhone(reason)
      }
    for action in actions { perform(action) }
    needsDrawing = true
  }

  /// A code is asked for; a program that has ended is started again by that, and makes one.
  func makePhoneCode(observes: Bool) {
    guard let phone else { return }
    if phone.runs { phone.askForCode(observes: observes) } else { start(phone.startByHand) }
  }

  /// Takes note of its end, and starts it again where it is time to.
  func keepPhone() {
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
  func takeCodeAway() {
    guard let code = state.observerLink, state.talk.code == code, link.isConnected else { return }
    _ = try? link.call(ControlTalkCall(action: .code, text: "", noWait: true))
  }
}

/// Drawing: only what changed, and only when the terminal has taken what went before.
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
  /// The speaker went; the talk goes on.
  case left
  /// The speaker ended the talk.
  case ended
  /// There is no talk any more: it was ended elsewhere.
  case talkIsOver
  /// A signal ended the presenter; the talk goes on.
  case signal(Int32)
  /// The terminal is gone; the talk goes on.
  case terminalIsGone
}

/// The clocks of this machine.
enum PresenterClock {
  /// Nanoseconds on the monotonic clock, which the daemon's timer is told on.
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

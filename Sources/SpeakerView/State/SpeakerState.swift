package import ControlProtocol

/// The state of the speaker's view as a value, changed by keys, the daemon's messages and the clock. The state of the talk itself belongs
/// to the daemon. Several views can be open at once.
package struct SpeakerState: Sendable {
  package private(set) var talk: TalkInfo
  /// The known slides, by number.
  package private(set) var slides: [Int: TalkSlideInfo] = [:]
  private(set) var numbers: SlideNumbers
  /// Notes that only this view has set yet, by the numbers of their slides.
  private var ownNotes: [Int: String] = [:]
  package var mode = SpeakerMode.slides
  /// The number of lines of notes above the first visible line.
  private(set) var notesScroll = 0
  private(set) var search = ""
  /// The last message as a sentence; empty if there is none.
  private(set) var message = ""
  /// Whether the message needs an action of the speaker.
  private(set) var messageIsBad = false
  private(set) var connection = DaemonConnectionState.connected
  /// The monotonic clock in nanoseconds.
  package var now: UInt64 = 0
  /// The time of day as a text.
  package var clock = ""
  package var columns = 80
  package var rows = 24
  package var showsPictures = false
  /// The width of a cell divided by its height.
  package var cellShape = 0.5
  /// The address for phones; nil if phones cannot connect.
  var phone: PhoneInfo?
  /// The reason why phones can no longer connect, as a sentence.
  private(set) var phoneTrouble: String?
  /// The last link for observers that was sent to the display.
  package private(set) var observerLink: String?
  /// Whether the next link for observers goes to the display.
  private var awaitsObserver = false
  /// Whether the display had a code when phones were lost. The code returns with them.
  private var hasLostCode = false
  private var changes: TalkChanges

  package init(talk: TalkInfo) {
    self.talk = talk
    numbers = SlideNumbers(pages: talk.pages) { _ in nil }
    changes = TalkChanges(talk)
    if let waiting = changes.waiting(in: talk) { report(waiting, isBad: true) }
  }

  /// Stores a state of the talk. Ignores an older state than the current one, for example from another connection.
  package mutating func update(_ talk: TalkInfo) {
    let isAnother = talk.identifier != self.talk.identifier
    guard isAnother || talk.timer.monotonicNanoseconds >= self.talk.timer.monotonicNanoseconds else { return }
    if isAnother || talk.page != self.talk.page { notesScroll = 0 }
    if isAnother { ownNotes = [:] }
    if isAnother || talk.deckVersion != self.talk.deckVersion { slides = [:] }
    let hadSteps = numbers.hasSteps
    numbers = SlideNumbers(pages: talk.pages) { [slides] in slides[$0]?.label }
    let sentences = changes.sentences(to: talk, slide: numbers.number(of: talk.page), hasSteps: hadSteps)
    if !sentences.isEmpty { message = sentences.map(\.text).joined(separator: "; ") }
    if let last = sentences.last { messageIsBad = last.isBad }
    self.talk = talk
  }

  /// Stores the daemon's data about some slides.
  package mutating func learn(_ slides: [TalkSlideInfo]) {
    for slide in slides { self.slides[slide.page] = slide }
    numbers = SlideNumbers(pages: talk.pages) { [slides = self.slides] in slides[$0]?.label }
  }

  /// Stores notes from a file. Notes from the daemon replace them.
  package mutating func learn(_ notes: [TalkNoteInfo]) {
    for note in notes {
      ownNotes[note.page] = note.text
      slides[note.page]?.notes = note.text
      slides[note.page]?.notesSource = .set
      slides[note.page]?.hidden = note.hidden == true
    }
  }

  /// The notes of a slide; empty if none are known.
  func notes(_ page: Int) -> String {
    let sentences = slides[page]?.notes ?? ""
    return sentences.isEmpty ? ownNotes[page] ?? "" : sentences
  }

  /// Stores the address for phones. If the address has changed while a display shows a code, the display gets a new code.
  package mutating func learn(phone: PhoneInfo) -> [SpeakerAction] {
    let former = self.phone
    if former == nil, phoneTrouble != nil { report("Phones can take part again: a shows address and code") }
    (self.phone, phoneTrouble) = (phone, nil)
    let hasMoved = former.map { $0.address != phone.address && showsOwnCode } ?? hasLostCode
    hasLostCode = false
    guard hasMoved, !awaitsObserver else { return [] }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// Records the reason why phones can no longer connect. Removes a code on the display, which returns with the phones.
  package mutating func losePhone(_ reason: String) -> [SpeakerAction] {
    (phone, phoneTrouble) = (nil, reason)
    report(reason, isBad: true)
    hasLostCode = hasLostCode || awaitsObserver || showsOwnCode
    awaitsObserver = false
    return showsOwnCode ? act(.code, text: "") : []
  }

  /// Whether the display shows the code of this view.
  private var showsOwnCode: Bool { observerLink.map { talk.code == $0 } ?? false }

  /// Stores a link for observing phones. It goes to the display if the speaker requested that.
  package mutating func learn(observerLink link: String) -> [SpeakerAction] {
    guard awaitsObserver else { return [] }
    (awaitsObserver, observerLink) = (false, link)
    return act(.code, text: link)
  }

  package mutating func report(_ sentence: String, isBad: Bool = false) {
    (message, messageIsBad) = (sentence, isBad)
  }

  package mutating func setConnection(_ connection: DaemonConnectionState) {
    guard connection != self.connection else { return }
    self.connection = connection
    switch connection {
    case .connected: report("The daemon answers again; the talk continues at slide \(number)")
    case .lost(let reason): report(reason, isBad: true)
    }
  }

  /// Milliseconds since the talk began, without pauses.
  var elapsed: Int {
    guard talk.timer.running, now > talk.timer.monotonicNanoseconds else { return talk.timer.elapsedMilliseconds }
    let since = (now - talk.timer.monotonicNanoseconds) / 1_000_000
    return talk.timer.elapsedMilliseconds.addingReportingOverflow(Int(clamping: since)).partialValue
  }

  /// The pace, which counts only the slides that turns show.
  var pace: Pace {
    let shown = stride(from: 1, through: numbers.count, by: 1).filter { number in
      !numbers.pages(of: number).allSatisfy { slides[$0]?.hidden == true }
    }
    let number = number
    return Pace(
      elapsed: elapsed, duration: talk.timer.durationMilliseconds, page: shown.count { $0 <= number },
      pages: shown.count)
  }

  /// Whether the terminal must report its mouse.
  package var wantsMouse: Bool {
    if case .pointing = mode { true } else { false }
  }
}

/// The data of slides, and the search in them.
extension SpeakerState {
  /// The title of a slide; empty if none is known.
  func title(_ page: Int) -> String { slides[page]?.title ?? "" }

  /// The number of the speaker's slide.
  var number: Int { numbers.number(of: talk.page) }

  /// The number of a page's slide, with its label if that differs.
  func name(_ page: Int) -> String {
    let number = numbers.number(of: page)
    guard let label = slides[page]?.label, !label.isEmpty, label != "\(number)" else { return "\(number)" }
    return "\(number) (\(label))"
  }

  /// The next page that is not hidden; nil if there is none.
  var nextPage: Int? {
    stride(from: talk.page + 1, through: talk.pages, by: 1).first { slides[$0]?.hidden != true }
  }

  /// The step of a slide with several pages, as `step 2 of 3`; nil for other slides.
  func step(_ page: Int) -> String? {
    let pages = numbers.pages(of: numbers.number(of: page))
    return pages.count > 1 ? "step \(page - pages.lowerBound + 1) of \(pages.count)" : nil
  }

  /// The unknown slide nearest to the speaker's slide; nil if all are known.
  package var firstUnknown: Int? {
    let from = stride(from: max(1, talk.page), through: talk.pages, by: 1).first { slides[$0] == nil }
    return from ?? stride(from: 1, through: talk.pages, by: 1).first { slides[$0] == nil }
  }

  /// Whether a step of a slide has the searched words in its title, text or notes.
  func isMatch(slide number: Int) -> Bool {
    let words = search.lowercased()
    return !words.isEmpty
      && numbers.pages(of: number).contains { page in
        [title(page), slides[page]?.text ?? "", notes(page)].contains { $0.lowercased().contains(words) }
      }
  }

  /// The first page of the next slide with the searched words, beginning after the slide of `page` and continuing after the end at the
  /// start; nil if none has them.
  private func match(from page: Int, backwards: Bool) -> Int? {
    let (start, count) = (numbers.number(of: page), numbers.count)
    return stride(from: 1, through: count, by: 1).lazy.map { step in
      let offset = backwards ? -step : step
      return ((start - 1 + offset) % count + count) % count + 1
    }.first(where: isMatch).map(numbers.firstPage)
  }
}

/// Keys: each changes the view, or returns an action for the talk.
extension SpeakerState {
  package mutating func press(_ key: TerminalKey) -> [SpeakerAction] {
    if key == .control("z") { return [.suspend] }
    if key == .control("l") { return [.redraw] }
    if key == .control("c") {
      if mode == .leaving { return [.leave] }
      mode = .leaving
      return []
    }
    switch mode {
    case .slides: return pressInSlides(key)
    case .question(let question, let text): return press(key, asking: question, text)
    case .overview(let selected): return press(key, overview: selected)
    case .help(let scroll): return press(key, help: scroll)
    case .pointing(let kind, let x, let y): return press(key, pointing: kind, x, y)
    case .phone: return pressInPhone(key)
    case .leaving: return pressWhileLeaving(key)
    }
  }

  package mutating func turnWheel(_ clicks: Int) { notesScroll = max(0, notesScroll + 3 * clicks) }

  private mutating func pressInSlides(_ key: TerminalKey) -> [SpeakerAction] {
    if let turn = Self.turn(key) { return act(turn) }
    switch key {
    case .up: notesScroll = max(0, notesScroll - 1)
    case .down: notesScroll += 1
    case .tab: mode = .overview(selected: talk.page)
    case .escape:
      if talk.pointer != nil { return act(.pointerOff) }
      report("")
    case .function(1): mode = .help(scroll: 0)
    case .character(let character): return pressInSlides(character)
    case .control, .enter, .backspace, .left, .right, .pageUp, .pageDown, .home, .end, .delete, .function: break
    }
    return []
  }

  /// The keys that turn slides unless the view needs them.
  private static func turn(_ key: TerminalKey) -> TalkAction? {
    switch key {
    case .right, .pageDown, .enter, .character(" "): .next
    case .left, .pageUp, .backspace: .previous
    case .home: .first
    case .end: .last
    case .up, .down, .tab, .escape, .delete, .function, .control, .character: nil
    }
  }

  private mutating func pressInSlides(_ character: Character) -> [SpeakerAction] {
    switch character {
    case "0"..."9": mode = .question(.slide, String(character))
    case "g": mode = .question(.slide, "")
    case "/": mode = .question(.search, "")
    case "n", "N": showMatch(from: talk.page, backwards: character == "N")
    case "o": mode = .overview(selected: talk.page)
    case "?", "h": mode = .help(scroll: 0)
    case "f": return act(.freeze)
    case "b", ".": return act(.black)
    case "w", ",": return act(.white)
    case "v": return act(.video)
    case "p": return point(.pointer)
    case "l": return point(.spotlight)
    case "m": mode = .question(.message, "")
    case "t": return act(talk.timer.running ? .pauseTimer : .startTimer)
    case "R": return act(.resetTimer)
    case "d": mode = .question(.minutes, "")
    case "s": return showWaiting()
    case "a": mode = .phone
    case "Q": return showCode()
    case "q": mode = .leaving
    case "[": notesScroll = max(0, notesScroll - 5)
    case "]": notesScroll += 5
    default: report("\(character) has no effect; press ? for all keys")
    }
    return []
  }

  private func act(
    _ action: TalkAction, page: Int? = nil, x: Double? = nil, y: Double? = nil, seconds: Double? = nil,
    text: String? = nil, screen: String? = nil
  ) -> [SpeakerAction] {
    let call = ControlTalkCall(
      action: action, page: page, x: x, y: y, seconds: seconds, text: text, screen: screen, noWait: true)
    return [.control(call)]
  }

  private mutating func showWaiting() -> [SpeakerAction] {
    guard let screen = talk.screens.first(where: { $0.state == .waiting })?.screen else {
      report("No display waits for permission to show the talk")
      return []
    }
    return act(.show, screen: screen)
  }

  /// Shows or removes a code on the display. The code is for observers only, because the audience can see it.
  private mutating func showCode() -> [SpeakerAction] {
    if talk.code != nil {
      // Drop a requested code too.
      (awaitsObserver, hasLostCode) = (false, false)
      return act(.code, text: "")
    }
    guard phone != nil else {
      report(phoneTrouble ?? "There is no phone in this talk: start with marqueectl present --phone")
      return []
    }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// Opens the list at the next slide with the searched words. The audience does not see the list.
  private mutating func showMatch(from page: Int, backwards: Bool) {
    guard !search.isEmpty else {
      report("There is no search yet: press / first")
      return
    }
    guard let found = match(from: page, backwards: backwards) else {
      report("No slide and no notes contain \"\(search)\"", isBad: true)
      return
    }
    mode = .overview(selected: found)
  }
}

/// Keys while a view other than the slides is open.
extension SpeakerState {
  private mutating func press(_ key: TerminalKey, overview selected: Int) -> [SpeakerAction] {
    let number = numbers.number(of: selected)
    func to(_ number: Int) -> SpeakerMode { .overview(selected: numbers.firstPage(of: number)) }
    switch key {
    case .up, .character("k"): mode = to(number - 1)
    case .down, .character("j"): mode = to(number + 1)
    case .pageUp: mode = to(number - max(1, rows - 5))
    case .pageDown: mode = to(number + max(1, rows - 5))
    case .home: mode = to(1)
    case .end: mode = to(numbers.count)
    case .enter, .character(" "):
      mode = .slides
      return act(.goto, page: selected)
    case .escape, .tab, .character("o"), .character("q"): mode = .slides
    case .character("n"): showMatch(from: selected, backwards: false)
    case .character("N"): showMatch(from: selected, backwards: true)
    case .character("/"): mode = .question(.search, "")
    case .character(let digit) where digit.isASCII && digit.isNumber: mode = .question(.slide, String(digit))
    case .character, .control, .backspace, .left, .right, .delete, .function: break
    }
    return []
  }

  private mutating func press(_ key: TerminalKey, help scroll: Int) -> [SpeakerAction] {
    func move(_ lines: Int) { mode = .help(scroll: min(max(0, scroll + lines), HelpPicture.lines.count - 1)) }
    switch key {
    case .up: move(-1)
    case .down: move(1)
    case .pageUp: move(-max(1, rows - 4))
    case .pageDown, .character(" "): move(max(1, rows - 4))
    case .character, .control, .enter, .escape, .backspace, .tab, .left, .right, .home, .end, .delete, .function:
      mode = .slides
    }
    return []
  }

  private mutating func pressInPhone(_ key: TerminalKey) -> [SpeakerAction] {
    if key == .character("Q") { return showCode() }
    // If the program for phones has ended, this starts it again.
    if key == .character("c"), phone != nil || phoneTrouble != nil { return [.newPhoneCode(observes: false)] }
    mode = .slides
    return Self.turn(key).map { act($0) } ?? []
  }

  private mutating func pressWhileLeaving(_ key: TerminalKey) -> [SpeakerAction] {
    mode = .slides
    switch key {
    case .character("e"), .character("E"): return [.endTalk]
    case .character("q"), .character("Q"): return [.leave]
    case .character, .control, .enter, .escape, .backspace, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home,
      .end, .delete, .function:
      return []
    }
  }

  private mutating func press(
    _ key: TerminalKey, asking question: SpeakerMode.Question, _ text: String
  ) -> [SpeakerAction] {
    switch key {
    case .escape: mode = .slides
    case .enter: return answer(question, text)
    case .backspace: mode = text.isEmpty ? .slides : .question(question, String(text.dropLast()))
    case .control("u"): mode = .question(question, "")
    case .character(let character):
      let isNumber = character.isASCII && character.isNumber
      let fits =
        switch question {
        case .slide: isNumber && text.count < 6
        case .minutes: (isNumber || (character == "." && !text.contains("."))) && text.count < 6
        case .search, .message: text.count < 200
        }
      if fits { mode = .question(question, text + String(character)) }
    case .control, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .delete, .function: break
    }
    return []
  }

  private mutating func answer(_ question: SpeakerMode.Question, _ text: String) -> [SpeakerAction] {
    mode = .slides
    switch question {
    case .slide:
      guard let number = Int(text) else { return [] }
      guard (1...max(1, numbers.count)).contains(number) else {
        report("There is no slide \(number): the deck has \(numbers.count)", isBad: true)
        return []
      }
      return act(.goto, page: numbers.firstPage(of: number))
    case .search:
      if !text.isEmpty { search = text }
      showMatch(from: talk.page, backwards: false)
      return []
    case .message: return act(.message, text: text)
    case .minutes:
      guard let minutes = Double(text), (0...1440).contains(minutes) else {
        report("Minutes are 0 to 1440; 0 for no limit", isBad: true)
        return []
      }
      return act(.setDuration, seconds: minutes * 60)
    }
  }
}

/// Pointing at the slide with arrow keys and the mouse.
extension SpeakerState {
  private mutating func point(_ kind: TalkPointerKind) -> [SpeakerAction] {
    point(kind, x: talk.pointer?.x ?? 0.5, y: talk.pointer?.y ?? 0.5)
  }

  private mutating func point(_ kind: TalkPointerKind, x: Double, y: Double) -> [SpeakerAction] {
    let (x, y) = (min(max(0, x), 1), min(max(0, y), 1))
    mode = .pointing(kind, x: x, y: y)
    return act(kind == .pointer ? .pointer : .spotlight, x: x, y: y)
  }

  private mutating func press(
    _ key: TerminalKey, pointing kind: TalkPointerKind, _ x: Double, _ y: Double
  ) -> [SpeakerAction] {
    // An arrow key moves the pointer by this fraction of the slide. Letters move it five times as far.
    let step = 0.02
    switch key {
    case .left: return point(kind, x: x - step, y: y)
    case .right: return point(kind, x: x + step, y: y)
    case .up: return point(kind, x: x, y: y - step)
    case .down: return point(kind, x: x, y: y + step)
    case .character("H"): return point(kind, x: x - 5 * step, y: y)
    case .character("L"): return point(kind, x: x + 5 * step, y: y)
    case .character("K"): return point(kind, x: x, y: y - 5 * step)
    case .character("J"): return point(kind, x: x, y: y + 5 * step)
    case .character("p"): return point(.pointer, x: x, y: y)
    case .character("l"): return point(.spotlight, x: x, y: y)
    case .character(" "), .pageDown: return act(.next)
    case .backspace, .pageUp: return act(.previous)
    case .escape, .enter, .character("q"):
      mode = .slides
      return act(.pointerOff)
    case .character, .control, .tab, .home, .end, .delete, .function: return []
    }
  }

  /// Moves the pointer to a cell.
  package mutating func moveMouse(column: Int, row: Int) -> [SpeakerAction] {
    guard case .pointing(let kind, let oldX, let oldY) = mode else { return [] }
    let area = PointerPicture.slideArea(of: self)
    guard area.width > 1, area.height > 1 else { return [] }
    let x = Double(column - area.column) / Double(area.width - 1)
    let y = Double(row - area.row) / Double(area.height - 1)
    guard (-0.05...1.05).contains(x), (-0.05...1.05).contains(y), x != oldX || y != oldY else { return [] }
    return point(kind, x: x, y: y)
  }
}

/// The address and the code for a phone.
package struct PhoneInfo: Hashable, Sendable {
  var address: String
  var code: String
  /// The address that includes the code, for a QR code.
  var link: String

  package init(address: String, code: String, link: String) {
    (self.address, self.code, self.link) = (address, code, link)
  }
}

package enum DaemonConnectionState: Hashable, Sendable {
  case connected
  /// The connection is lost. The sentence is the reason. The view tries again.
  case lost(String)
}

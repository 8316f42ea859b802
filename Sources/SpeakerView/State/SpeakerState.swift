public import ControlProtocol

/// The state of the speaker's view as a value, changed by keys, the daemon's messages and the clock.
///
/// The state of the talk itself belongs to the daemon. Several views can be open at once.
public struct SpeakerState: Sendable {
  /// The last talk from the daemon.
  public private(set) var talk: TalkInfo
  /// The known slides, by number.
  public private(set) var slides: [Int: TalkSlideInfo] = [:]
  /// Notes that are set only here yet, by the numbers of their slides.
  private var ownNotes: [Int: String] = [:]
  /// The current meaning of keys.
  public var mode = SpeakerMode.slides
  /// Lines of notes that are above the uppermost one shown.
  public internal(set) var notesScroll = 0
  /// The last search.
  public internal(set) var search = ""
  /// The last message as a sentence; empty if there is none.
  public internal(set) var message = ""
  /// Whether that is something to do something about.
  public internal(set) var messageIsBad = false
  /// How it stands with the daemon.
  public private(set) var link = DaemonConnectionState.connected
  /// The monotonic clock in nanoseconds.
  public var now: UInt64 = 0
  /// The time of day as a text.
  public var clock = ""
  /// The terminal's columns.
  public var columns = 80
  /// The terminal's rows.
  public var rows = 24
  /// Whether pictures of slides can be shown.
  public var showsPictures = false
  /// How wide a cell is, in shares of its height.
  public var cellShape = 0.5
  /// The phone that may take part; nil if none may.
  public var phone: PhoneInfo?
  /// Why there is no phone, as a sentence.
  public private(set) var phoneTrouble: String?
  /// The address with a code for phones that look on, which the display got last.
  public private(set) var observerLink: String?
  /// Whether the next such address goes to the display.
  var awaitsObserver = false
  /// Whether phones could take part before.
  private var hasLostPhone = false
  /// Whether the display had a code then, which returns with them.
  var hasLostCode = false
  private var changes: TalkChanges

  /// Begins with a talk.
  public init(talk: TalkInfo) {
    self.talk = talk
    changes = TalkChanges(talk)
    let waiting = changes.waiting(in: talk)
    if let first = waiting { (message, messageIsBad) = (first, true) }
  }

  /// Takes a state of the talk; an older state than the current one, for example of another connection, is ignored.
  public mutating func update(_ talk: TalkInfo) {
    if talk.identifier == self.talk.identifier,
      talk.timer.monotonicNanoseconds < self.talk.timer.monotonicNanoseconds
    {
      return
    }
    if talk.page != self.talk.page || talk.identifier != self.talk.identifier { notesScroll = 0 }
    if talk.identifier != self.talk.identifier { ownNotes = [:] }
    if talk.identifier != self.talk.identifier || talk.deckVersion != self.talk.deckVersion { slides = [:] }
    let sentences = changes.sentences(to: talk)
    if !sentences.isEmpty { message = sentences.map(\.text).joined(separator: "; ") }
    if let last = sentences.last { messageIsBad = last.isBad }
    self.talk = talk
  }

  /// Takes the daemon's data about some slides.
  public mutating func learn(_ slides: [TalkSlideInfo]) {
    for slide in slides { self.slides[slide.page] = slide }
  }

  /// Notes from a file.
  ///
  /// Notes from the daemon replace them.
  public mutating func learn(_ notes: [TalkNoteInfo]) {
    for note in notes {
      ownNotes[note.page] = note.text
      slides[note.page]?.notes = note.text
      slides[note.page]?.notesSource = .set
    }
  }

  /// The notes of a slide; empty if none are known.
  public func notes(_ page: Int) -> String {
    let sentences = slides[page]?.notes ?? ""
    return sentences.isEmpty ? ownNotes[page] ?? "" : sentences
  }

  /// Phones can connect at an address.
  ///
  /// Returns the actions for that.
  ///
  /// If the address has changed while a display shows a code, the display gets a new code.
  public mutating func learn(phone: PhoneInfo) -> [SpeakerAction] {
    let former = self.phone
    (self.phone, phoneTrouble) = (phone, nil)
    if former == nil, hasLostPhone { report("Phones can take part again: a shows address and code") }
    let hasMoved = former.map { $0.address != phone.address && showsOwnCode } ?? hasLostCode
    (hasLostPhone, hasLostCode) = (false, false)
    guard hasMoved, !awaitsObserver else { return [] }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// Phones cannot connect any more, for a reason.
  ///
  /// Returns the actions for that.
  ///
  /// A code on the display is removed, and returns with the phones.
  public mutating func losePhone(_ reason: String) -> [SpeakerAction] {
    (phone, phoneTrouble, hasLostPhone) = (nil, reason, true)
    report(reason, isBad: true)
    hasLostCode = hasLostCode || awaitsObserver || showsOwnCode
    awaitsObserver = false
    return showsOwnCode ? [.control(ControlTalkCall(action: .code, text: "", noWait: true))] : []
  }

  /// Whether the display has the code that this view has put there.
  private var showsOwnCode: Bool { observerLink.map { talk.code == $0 } ?? false }

  /// Takes a code for observing phones; returns the actions for that.
  public mutating func learn(observerLink link: String) -> [SpeakerAction] {
    guard awaitsObserver else { return [] }
    (awaitsObserver, observerLink) = (false, link)
    return [.control(ControlTalkCall(action: .code, text: link, noWait: true))]
  }

  /// Shows a message to the speaker.
  public mutating func report(_ sentence: String, isBad: Bool = false) {
    (message, messageIsBad) = (sentence, isBad)
  }

  /// The connection to the daemon is lost, or there again.
  public mutating func setLink(_ link: DaemonConnectionState) {
    guard link != self.link else { return }
    switch (self.link, link) {
    case (.lost, .connected): report("The daemon answers again; the talk continues at slide \(talk.page)")
    case (_, .lost(let reason)): report(reason, isBad: true)
    case (.connected, .connected): break
    }
    self.link = link
  }

  /// Milliseconds that the talk has taken by now.
  public var elapsed: Int {
    guard talk.timer.running, now > talk.timer.monotonicNanoseconds else { return talk.timer.elapsedMilliseconds }
    let since = (now - talk.timer.monotonicNanoseconds) / 1_000_000
    return talk.timer.elapsedMilliseconds.addingReportingOverflow(Int(clamping: since)).partialValue
  }

  /// How it keeps its time.
  public var pace: Pace {
    Pace(elapsed: elapsed, duration: talk.timer.durationMilliseconds, page: talk.page, pages: talk.pages)
  }

  /// Whether the mouse must be reported.
  public var wantsMouse: Bool {
    if case .pointing = mode { true } else { false }
  }

  /// Whether the terminal is large enough.
  public var fits: Bool { columns >= SpeakerPicture.leastColumns && rows >= SpeakerPicture.leastRows }
}

/// The data of slides, and the search in them.
extension SpeakerState {
  /// The title of a slide; empty if none is known.
  public func title(_ page: Int) -> String { slides[page]?.title ?? "" }

  /// The number of a slide, with its label if that differs.
  func name(_ page: Int) -> String {
    guard let label = slides[page]?.label, !label.isEmpty, label != "\(page)" else { return "\(page)" }
    return "\(page) (\(label))"
  }

  /// The unknown slide nearest to the speaker's; nil if all are known.
  public var firstUnknown: Int? {
    let page = max(1, talk.page)
    let from = stride(from: page, through: talk.pages, by: 1).first { slides[$0] == nil }
    return from ?? (talk.pages > 0 ? (1...talk.pages).first { slides[$0] == nil } : nil)
  }

  /// The next slide with these words in its title, text or notes, from a slide on and around the end; nil if none has them.
  func match(of words: String, from page: Int, backwards: Bool = false) -> Int? {
    let wanted = words.lowercased()
    guard !wanted.isEmpty, talk.pages > 0 else { return nil }
    for step in 1...talk.pages {
      let offset = backwards ? -step : step
      let candidate = ((page - 1 + offset) % talk.pages + talk.pages) % talk.pages + 1
      guard let slide = slides[candidate] else { continue }
      if [slide.title, slide.text, slide.notes].contains(where: { $0.lowercased().contains(wanted) }) {
        return candidate
      }
    }
    return nil
  }
}

/// Keys: each changes the view, or returns an action for the talk.
extension SpeakerState {
  /// Handles a key; returns the actions.
  public mutating func press(_ key: TerminalKey) -> [SpeakerAction] {
    switch key {
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    case .control("c"):
      if mode == .leaving { return [.leave] }
      mode = .leaving
      return []
    case .character, .control, .enter, .escape, .backspace, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home,
      .end, .delete, .function:
      break
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

  /// The wheel was turned.
  public mutating func turnWheel(_ clicks: Int) -> [SpeakerAction] {
    notesScroll = max(0, notesScroll + 3 * clicks)
    return []
  }

  private mutating func pressInSlides(_ key: TerminalKey) -> [SpeakerAction] {
    if let turn = Self.turn(key) { return act(turn) }
    switch key {
    case .up: notesScroll = max(0, notesScroll - 1)
    case .down: notesScroll += 1
    case .tab: mode = .overview(selected: talk.page)
    case .escape: return talk.pointer == nil ? forgetNews() : act(.pointerOff)
    case .function(1): mode = .help(scroll: 0)
    case .character(let character): return pressInSlides(character)
    case .control, .enter, .backspace, .left, .right, .pageUp, .pageDown, .home, .end, .delete, .function: break
    }
    return []
  }

  private mutating func forgetNews() -> [SpeakerAction] {
    (message, messageIsBad) = ("", false)
    return []
  }

  /// Keys that turn slides unless the view needs them.
  static func turn(_ key: TerminalKey) -> TalkAction? {
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

  func act(_ action: TalkAction) -> [SpeakerAction] { [.control(ControlTalkCall(action: action, noWait: true))] }

  private mutating func showWaiting() -> [SpeakerAction] {
    guard let screen = talk.screens.first(where: { $0.state == .waiting })?.screen else {
      report("No display waits for permission to show the talk")
      return []
    }
    return [.control(ControlTalkCall(action: .show, screen: screen, noWait: true))]
  }

  /// Shows or removes a code for observers on the display; a code with control would be visible to the audience.
  mutating func showCode() -> [SpeakerAction] {
    if talk.code != nil {
      // A code that is on its way is not shown either.
      (awaitsObserver, hasLostCode) = (false, false)
      return [.control(ControlTalkCall(action: .code, text: "", noWait: true))]
    }
    guard phone != nil else {
      report(phoneTrouble ?? "There is no phone in this talk: start with marqueectl present --phone")
      return []
    }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// Opens the list at the next slide in which the words stand; the audience sees nothing of it.
  mutating func showMatch(from page: Int, backwards: Bool) {
    guard !search.isEmpty else {
      report("There is no search yet: press / first")
      return
    }
    guard let found = match(of: search, from: page, backwards: backwards) else {
      report("No slide and no notes contain \"\(search)\"", isBad: true)
      return
    }
    mode = .overview(selected: found)
  }
}

/// Keys while another view than the slides is open.
extension SpeakerState {
  mutating func press(_ key: TerminalKey, overview selected: Int) -> [SpeakerAction] {
    let last = max(1, talk.pages)
    func to(_ page: Int) -> SpeakerMode { .overview(selected: min(max(1, page), last)) }
    switch key {
    case .up, .character("k"): mode = to(selected - 1)
    case .down, .character("j"): mode = to(selected + 1)
    case .pageUp: mode = to(selected - max(1, rows - 5))
    case .pageDown: mode = to(selected + max(1, rows - 5))
    case .home: mode = to(1)
    case .end: mode = to(last)
    case .enter, .character(" "):
      mode = .slides
      return [.control(ControlTalkCall(action: .goto, page: selected, noWait: true))]
    case .escape, .tab, .character("o"), .character("q"): mode = .slides
    case .character("n"): showMatch(from: selected, backwards: false)
    case .character("N"): showMatch(from: selected, backwards: true)
    case .character("/"): mode = .question(.search, "")
    case .character(let digit) where digit.isASCII && digit.isNumber: mode = .question(.slide, String(digit))
    case .character, .control, .backspace, .left, .right, .delete, .function: break
    }
    return []
  }

  mutating func press(_ key: TerminalKey, help scroll: Int) -> [SpeakerAction] {
    switch key {
    case .up: mode = .help(scroll: max(0, scroll - 1))
    case .down: mode = .help(scroll: min(scroll + 1, max(0, HelpPicture.lines.count - 1)))
    case .pageUp: mode = .help(scroll: max(0, scroll - max(1, rows - 4)))
    case .pageDown, .character(" "):
      mode = .help(scroll: min(scroll + max(1, rows - 4), max(0, HelpPicture.lines.count - 1)))
    case .character, .control, .enter, .escape, .backspace, .tab, .left, .right, .home, .end, .delete, .function:
      mode = .slides
    }
    return []
  }

  mutating func pressInPhone(_ key: TerminalKey) -> [SpeakerAction] {
    if key == .character("Q") { return showCode() }
    // If phones have stopped, this starts them again.
    if key == .character("c"), phone != nil || phoneTrouble != nil { return [.newPhoneCode(observes: false)] }
    mode = .slides
    return Self.turn(key).map(act) ?? []
  }

  mutating func pressWhileLeaving(_ key: TerminalKey) -> [SpeakerAction] {
    mode = .slides
    switch key {
    case .character("e"), .character("E"): return [.endTalk]
    case .character("q"), .character("Q"): return [.leave]
    case .character, .control, .enter, .escape, .backspace, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home,
      .end, .delete, .function:
      return []
    }
  }

  mutating func press(_ key: TerminalKey, asking question: SpeakerMode.Question, _ text: String) -> [SpeakerAction] {
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
      guard let page = Int(text) else { return [] }
      guard (1...max(1, talk.pages)).contains(page) else {
        report("There is no slide \(page): the deck has \(talk.pages)", isBad: true)
        return []
      }
      return [.control(ControlTalkCall(action: .goto, page: page, noWait: true))]
    case .search:
      if !text.isEmpty { search = text }
      showMatch(from: talk.page, backwards: false)
      return []
    case .message:
      return [.control(ControlTalkCall(action: .message, text: text, noWait: true))]
    case .minutes:
      guard let minutes = Double(text), (0...1440).contains(minutes) else {
        report("Minutes are 0 to 1440; 0 for no limit", isBad: true)
        return []
      }
      return [.control(ControlTalkCall(action: .setDuration, seconds: minutes * 60, noWait: true))]
    }
  }
}

/// Pointing at the slide, by arrows and by mouse.
extension SpeakerState {
  /// How far an arrow moves, in shares of the slide; letters move five times as far.
  private static let step = 0.02

  mutating func point(_ kind: TalkPointerKind) -> [SpeakerAction] {
    point(kind, x: talk.pointer?.x ?? 0.5, y: talk.pointer?.y ?? 0.5)
  }

  private mutating func point(_ kind: TalkPointerKind, x: Double, y: Double) -> [SpeakerAction] {
    let (x, y) = (min(max(0, x), 1), min(max(0, y), 1))
    mode = .pointing(kind, x: x, y: y)
    let action: TalkAction =
      switch kind {
      case .pointer: .pointer
      case .spotlight: .spotlight
      }
    return [.control(ControlTalkCall(action: action, x: x, y: y, noWait: true))]
  }

  mutating func press(_ key: TerminalKey, pointing kind: TalkPointerKind, _ x: Double, _ y: Double) -> [SpeakerAction] {
    switch key {
    case .left: return point(kind, x: x - Self.step, y: y)
    case .right: return point(kind, x: x + Self.step, y: y)
    case .up: return point(kind, x: x, y: y - Self.step)
    case .down: return point(kind, x: x, y: y + Self.step)
    case .character("H"): return point(kind, x: x - 5 * Self.step, y: y)
    case .character("L"): return point(kind, x: x + 5 * Self.step, y: y)
    case .character("K"): return point(kind, x: x, y: y - 5 * Self.step)
    case .character("J"): return point(kind, x: x, y: y + 5 * Self.step)
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

  /// The mouse is at a cell.
  public mutating func moveMouse(column: Int, row: Int) -> [SpeakerAction] {
    guard case .pointing(let kind, let oldX, let oldY) = mode else { return [] }
    let area = PointerPicture.slideArea(of: self)
    guard area.width > 1, area.height > 1 else { return [] }
    let x = Double(column - area.column) / Double(area.width - 1)
    let y = Double(row - area.row) / Double(area.height - 1)
    guard (-0.05...1.05).contains(x), (-0.05...1.05).contains(y), x != oldX || y != oldY else { return [] }
    return point(kind, x: x, y: y)
  }
}

/// How a phone takes part.
public struct PhoneInfo: Hashable, Sendable {
  /// The address that a phone opens.
  public var address: String
  /// The code for the question.
  public var code: String
  /// The address that has the code in it, for a QR code.
  public var link: String

  /// Makes a phone info from its fields.
  public init(address: String, code: String, link: String) {
    self.address = address
    self.code = code
    self.link = link
  }
}

/// How it stands with the daemon.
public enum DaemonConnectionState: Hashable, Sendable {
  /// It answers.
  case connected
  /// The link is lost, for a reason as a sentence. The view keeps trying.
  case lost(String)
}

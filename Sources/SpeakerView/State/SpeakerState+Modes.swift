internal import ControlProtocol

/// Keys while something else is shown than the slides.
extension SpeakerState {
  mutating func press(_ key: Key, overview selected: Int) -> [SpeakerAction] {
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
    case .character("/"): mode = .asking(.search, "")
    case .character(let digit) where digit.isASCII && digit.isNumber: mode = .asking(.slide, String(digit))
    case .character, .control, .backspace, .left, .right, .delete, .function: break
    }
    return []
  }

  mutating func press(_ key: Key, help scroll: Int) -> [SpeakerAction] {
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

  mutating func pressInPhone(_ key: Key) -> [SpeakerAction] {
    if key == .character("Q") { return showCode() }
    // Where there is none any more, that starts it again.
    if key == .character("c"), phone != nil || phoneTrouble != nil { return [.newPhoneCode(observes: false)] }
    mode = .slides
    return Self.turn(key).map(act) ?? []
  }

  mutating func pressWhileLeaving(_ key: Key) -> [SpeakerAction] {
    mode = .slides
    switch key {
    case .character("e"), .character("E"): return [.endTalk]
    case .character("q"), .character("Q"): return [.leave]
    case .character, .control, .enter, .escape, .backspace, .tab, .up, .down, .left, .right, .pageUp, .pageDown, .home,
      .end, .delete, .function:
      return []
    }
  }

  mutating func press(_ key: Key, asking question: SpeakerMode.Question, _ text: String) -> [SpeakerAction] {
    switch key {
    case .escape: mode = .slides
    case .enter: return answer(question, text)
    case .backspace: mode = text.isEmpty ? .slides : .asking(question, String(text.dropLast()))
    case .control("u"): mode = .asking(question, "")
    case .character(let character):
      let isNumber = character.isASCII && character.isNumber
      let fits =
        switch question {
        case .slide: isNumber && text.count < 6
        case .minutes: (isNumber || (character == "." && !text.contains("."))) && text.count < 6
        case .search, .message: text.count < 200
        }
      if fits { mode = .asking(question, text + String(character)) }
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
        tell("There is no slide \(page): the deck has \(talk.pages)", isBad: true)
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
        tell("Minutes are 0 to 1440; 0 for no end", isBad: true)
        return []
      }
      return [.control(ControlTalkCall(action: .setDuration, seconds: minutes * 60, noWait: true))]
    }
  }
}

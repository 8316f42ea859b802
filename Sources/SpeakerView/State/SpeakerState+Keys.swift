internal import ControlProtocol

/// Keys: each changes what the view shows, or is something to be done in the talk.
extension SpeakerState {
  /// A key was pressed; returns what is to be done.
  public mutating func press(_ key: Key) -> [SpeakerAction] {
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
    case .asking(let question, let text): return press(key, asking: question, text)
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

  private mutating func pressInSlides(_ key: Key) -> [SpeakerAction] {
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
    (news, newsIsBad) = ("", false)
    return []
  }

  /// Keys that turn slides wherever they are not needed for something else.
  static func turn(_ key: Key) -> TalkAction? {
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
    case "0"..."9": mode = .asking(.slide, String(character))
    case "g": mode = .asking(.slide, "")
    case "/": mode = .asking(.search, "")
    case "n", "N": showMatch(from: talk.page, backwards: character == "N")
    case "o": mode = .overview(selected: talk.page)
    case "?", "h": mode = .help(scroll: 0)
    case "f": return act(.freeze)
    case "b", ".": return act(.black)
    case "w", ",": return act(.white)
    case "p": return point(.pointer)
    case "l": return point(.spotlight)
    case "m": mode = .asking(.message, "")
    case "t": return act(talk.timer.running ? .pauseTimer : .startTimer)
    case "R": return act(.resetTimer)
    case "d": mode = .asking(.minutes, "")
    case "s": return showWaiting()
    case "a": mode = .phone
    case "Q": return showCode()
    case "q": mode = .leaving
    case "[": notesScroll = max(0, notesScroll - 5)
    case "]": notesScroll += 5
    default: tell("\(character) does nothing; press ? for all keys")
    }
    return []
  }

  func act(_ action: TalkAction) -> [SpeakerAction] { [.control(ControlTalkCall(action: action, noWait: true))] }

  private mutating func showWaiting() -> [SpeakerAction] {
    guard let screen = talk.screens.first(where: { $0.state == .waiting })?.screen else {
      tell("No display waits to be told that it may show the talk")
      return []
    }
    return [.control(ControlTalkCall(action: .show, screen: screen, noWait: true))]
  }

  /// A code for phones that look on, on the display, or that taken away: whoever sees the display could read one that controls the talk.
  mutating func showCode() -> [SpeakerAction] {
    if talk.code != nil {
      // Nor does one come by itself that is on its way.
      (awaitsObserver, hasLostCode) = (false, false)
      return [.control(ControlTalkCall(action: .code, text: "", noWait: true))]
    }
    guard phone != nil else {
      tell(phoneTrouble ?? "There is no phone in this talk: start with marqueectl present --phone")
      return []
    }
    awaitsObserver = true
    return [.newPhoneCode(observes: true)]
  }

  /// Opens the list at the next slide in which the words stand; the audience sees nothing of it.
  mutating func showMatch(from page: Int, backwards: Bool) {
    guard !search.isEmpty else {
      tell("Nothing was searched for yet: press / first")
      return
    }
    guard let found = match(of: search, from: page, backwards: backwards) else {
      tell("\"\(search)\" stands on no slide and in no notes", isBad: true)
      return
    }
    mode = .overview(selected: found)
  }
}

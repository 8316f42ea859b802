internal import ControlProtocol

/// What happened in a talk, in sentences for its speaker.
struct TalkChanges: Hashable, Sendable {
  /// A sentence.
  struct Sentence: Hashable {
    var text: String
    var isBad: Bool
  }

  private var last: TalkInfo
  /// Displays that have taken part, so that one that returns is known.
  private var known: Set<String>

  init(_ talk: TalkInfo) {
    last = talk
    known = Set(talk.screens.map(\.screen))
  }

  /// Compares the talk with what it was.
  mutating func sentences(to talk: TalkInfo) -> [Sentence] {
    var talk = talk
    let before = Dictionary(last.screens.map { ($0.screen, $0) }, uniquingKeysWith: { $1 })
    // One that was just plugged in is told of once it has a mode.
    talk.screens.removeAll { $0.mode == nil && $0.state == .hidden && before[$0.screen] == nil }
    defer { last = talk }
    guard talk.identifier == last.identifier else {
      known = Set(talk.screens.map(\.screen))
      return [Sentence(text: "Another talk has begun: \(talk.title)", isBad: false)]
    }
    var sentences: [Sentence] = []
    let after = Set(talk.screens.map(\.screen))
    for screen in last.screens where !after.contains(screen.screen) {
      sentences.append(
        Sentence(text: "\(screen.screen) unplugged; the talk goes on at slide \(talk.page)", isBad: true))
    }
    for screen in talk.screens {
      if let text = Self.change(from: before[screen.screen], to: screen, isKnown: known.contains(screen.screen)) {
        sentences.append(Sentence(text: text, isBad: screen.state == .waiting))
      }
    }
    known.formUnion(after)
    if talk.trouble != last.trouble {
      sentences.append(
        talk.trouble.map { Sentence(text: $0, isBad: true) }
          ?? Sentence(text: "The deck is all right again", isBad: false))
    }
    return sentences
  }

  /// What is to be done about a display that waits.
  func waiting(in talk: TalkInfo) -> String? {
    talk.screens.first { $0.state == .waiting }.map { Self.waits($0.screen) }
  }

  private static func waits(_ screen: String) -> String {
    "\(screen) was never seen before: press s to show the talk there"
  }

  private static func change(from old: TalkScreenInfo?, to new: TalkScreenInfo, isKnown: Bool) -> String? {
    let mode = new.mode.map { " \($0)" } ?? ""
    guard let old else {
      switch new.state {
      case .waiting: return waits(new.screen)
      case .shown: return isKnown ? "\(new.screen) is back:\(mode)" : "another projector: \(new.screen)\(mode)"
      case .hidden: return "\(new.screen) is plugged in and shows something else"
      }
    }
    switch (old.state, new.state) {
    case (_, .waiting) where old.state != .waiting: return waits(new.screen)
    case (.shown, .hidden), (.waiting, .hidden): return "\(new.screen) shows something else now"
    case (.hidden, .shown), (.waiting, .shown):
      return "\(new.screen) shows the talk\(new.mode.map { " (\($0))" } ?? "")"
    case (.shown, .shown), (.hidden, .hidden), (.waiting, .waiting), (.shown, .waiting), (.hidden, .waiting): break
    }
    guard old.mode != new.mode else { return nil }
    // What is to be done about it is not covered by what mode it waits in.
    if new.state == .waiting { return waits(new.screen) }
    return old.mode == nil && new.mode == nil
      ? nil : new.mode.map { "\(new.screen) has another mode: \($0)" } ?? "\(new.screen) has no mode at present"
  }
}

internal import ControlProtocol

/// Changes of a talk as sentences for its speaker.
struct TalkChanges {
  struct Sentence {
    var text: String
    var isBad = false
  }

  private var last: TalkInfo
  /// The displays that have shown the talk. With them a returning display is recognised.
  private var known: Set<String>
  private var displays: [String: String] = [:]

  init(_ talk: TalkInfo) {
    last = talk
    known = Set(talk.screens.map(\.screen))
    store(talk)
  }

  private mutating func store(_ talk: TalkInfo) {
    last = talk
    for screen in talk.screens { displays[screen.screen] = screen.display ?? displays[screen.screen] }
  }

  /// Whether another display is connected now. A display without an identity may be the same one.
  private func isAnother(_ screen: TalkScreenInfo) -> Bool {
    guard let display = screen.display, let before = displays[screen.screen] else { return false }
    return display != before
  }

  /// Compares the talk with its previous state.
  ///
  /// - Parameter slide: the number of the speaker's slide, if that is not the number of its page.
  /// - Parameter hasSteps: whether slides of the former deck had several pages.
  mutating func sentences(to talk: TalkInfo, slide: Int? = nil, hasSteps: Bool = false) -> [Sentence] {
    var talk = talk
    let before = Dictionary(last.screens.map { ($0.screen, $0) }, uniquingKeysWith: { $1 })
    // A new display is reported only after it has a mode.
    talk.screens.removeAll { $0.mode == nil && $0.state == .hidden && before[$0.screen] == nil }
    defer { store(talk) }
    guard talk.identifier == last.identifier else {
      known = Set(talk.screens.map(\.screen))
      return [Sentence(text: "Another talk has begun: \(talk.title)")]
    }
    var sentences: [Sentence] = []
    let after = Set(talk.screens.map(\.screen))
    for screen in last.screens where !after.contains(screen.screen) {
      sentences.append(
        Sentence(text: "\(screen.screen) unplugged; the talk continues at slide \(slide ?? talk.page)", isBad: true))
    }
    for screen in talk.screens {
      let isAnother = isAnother(screen)
      let isKnown = known.contains(screen.screen) && !isAnother
      let text =
        isAnother && screen.state == .shown
        ? Self.another(screen) : Self.change(from: before[screen.screen], to: screen, isKnown: isKnown)
      if let text { sentences.append(Sentence(text: text, isBad: screen.state == .waiting)) }
    }
    known.formUnion(after)
    if let version = talk.deckVersion, let old = last.deckVersion, version != old {
      sentences.append(Sentence(text: Self.reload(talk, hasSteps ? "page" : "slide")))
    }
    if let video = Self.newVideo(in: talk, after: last) { sentences.append(Sentence(text: video)) }
    if let remark = talk.remark, remark != last.remark { sentences.append(Sentence(text: remark)) }
    if talk.trouble != last.trouble {
      sentences.append(
        talk.trouble.map { Sentence(text: $0, isBad: true) } ?? Sentence(text: "The trouble with the deck is over"))
    }
    return sentences
  }

  private static func reload(_ talk: TalkInfo, _ unit: String) -> String {
    let name = talk.deck.split(separator: "/").last.map(String.init) ?? talk.deck
    return "\(name) changed: \(talk.pages) \(unit)\(talk.pages == 1 ? "" : "s")"
  }

  /// The hint about a video of another slide, which waits for its start.
  private static func newVideo(in talk: TalkInfo, after last: TalkInfo) -> String? {
    guard let videos = talk.videos, talk.shownPage != last.shownPage || last.videos == nil else { return nil }
    guard let video = videos.first(where: { $0.trouble == nil }), !videos.contains(where: \.playing) else { return nil }
    return "This slide has a video: v plays \(video.file)"
  }

  /// The hint about a display that waits for permission.
  func waiting(in talk: TalkInfo) -> String? {
    talk.screens.first { $0.state == .waiting }.map { Self.waits($0.screen) }
  }

  private static func another(_ screen: TalkScreenInfo) -> String {
    let mode = screen.mode.map { " \($0.name)" } ?? ""
    return "another projector: \(screen.display.map { "\($0) on " } ?? "")\(screen.screen)\(mode)"
  }

  private static func waits(_ screen: String) -> String {
    "\(screen) is new: press s to show the talk there"
  }

  private static func change(from old: TalkScreenInfo?, to new: TalkScreenInfo, isKnown: Bool) -> String? {
    let mode = new.mode.map { " \($0.name)" } ?? ""
    guard let old else {
      switch new.state {
      case .waiting: return waits(new.screen)
      case .shown: return isKnown ? "\(new.screen) is back:\(mode)" : another(new)
      case .hidden: return "\(new.screen) is plugged in and shows something else"
      case .alarm: return "\(new.screen) is plugged in and shows an alarm"
      }
    }
    switch (old.state, new.state) {
    case (.shown, .waiting), (.hidden, .waiting), (.alarm, .waiting): return waits(new.screen)
    case (.shown, .alarm), (.hidden, .alarm), (.waiting, .alarm): return "an alarm covers \(new.screen)"
    case (.shown, .hidden), (.waiting, .hidden), (.alarm, .hidden): return "\(new.screen) shows something else now"
    case (.hidden, .shown), (.waiting, .shown), (.alarm, .shown):
      return "\(new.screen) shows the talk\(new.mode.map { " (\($0.name))" } ?? "")"
    case (.shown, .shown), (.hidden, .hidden), (.waiting, .waiting), (.alarm, .alarm): break
    }
    guard old.mode != new.mode else { return nil }
    // A message about a needed action takes precedence over a message about a mode.
    if new.state == .waiting { return waits(new.screen) }
    return new.mode.map { "\(new.screen) has another mode: \($0.name)" } ?? "\(new.screen) has no mode now"
  }
}

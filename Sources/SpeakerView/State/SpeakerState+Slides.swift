internal import ControlProtocol

/// What is known of slides, and where words stand in them.
extension SpeakerState {
  /// The title of a slide; empty where none is known.
  public func title(_ page: Int) -> String { slides[page]?.title ?? "" }

  /// How a slide is called: its number, and its label where that is another.
  func name(_ page: Int) -> String {
    guard let label = slides[page]?.label, !label.isEmpty, label != "\(page)" else { return "\(page)" }
    return "\(page) (\(label))"
  }

  /// The first slide about which nothing is known, nearest to the speaker's; nil where all are known.
  public var firstUnknown: Int? {
    let page = max(1, talk.page)
    let from = stride(from: page, through: talk.pages, by: 1).first { slides[$0] == nil }
    return from ?? (talk.pages > 0 ? (1...talk.pages).first { slides[$0] == nil } : nil)
  }

  /// The next slide in whose title, text or notes words stand, searched on from a slide and round the end; nil where none has them.
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

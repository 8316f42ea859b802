/// The transition from one slide of a talk to the next.
package enum TalkTransition: Hashable, Sendable {
  /// Each slide has the transition of its page.
  case deck
  /// All slides have this transition.
  case fixed(TransitionDescription)
}

extension TalkTransition {
  /// The text that `read` reads.
  package var written: MessageValue {
    switch self {
    case .deck: .text("deck")
    case .fixed(.cut): .text("none")
    case .fixed(let transition): FieldType<TransitionDescription>.transition.write(transition)
    }
  }

  /// Reads `deck`, `none`, or a transition as in a playlist.
  package static func read(_ key: String, in section: ConfigurationSection) -> Self? {
    if case .scalar(let text, _) = section.entry(key)?.value.value {
      if text == "deck" { return .deck }
      if text == "none" { return .fixed(.cut) }
    }
    return TransitionReader.read(key, in: section, alternatives: ["deck", "none"]).map(Self.fixed)
  }
}

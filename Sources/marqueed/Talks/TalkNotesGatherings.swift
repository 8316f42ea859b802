import ControlProtocol

/// What was sent of notes that come in parts: several may send theirs at once, the same ones or others.
///
/// Of more versions than a few those that came last count; whoever sends the others begins again.
nonisolated struct TalkNotesGatherings {
  /// How many versions are gathered at once.
  static let most = 4

  /// What is not whole; the one that was added to last is the last.
  private var open: [TalkNotesGathering] = []

  /// What there is with a part; nil where those before it are missing.
  ///
  /// Nothing is kept of it.
  func adding(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> TalkNotesGathering? {
    var gathering = open.first { $0.isOf(set) } ?? TalkNotesGathering(set)
    return gathering.add(part, of: set) ? gathering : nil
  }

  /// Goes on with what `adding` gave, until that is whole.
  mutating func keep(_ gathering: TalkNotesGathering, of set: TalkNoteSet) {
    open.removeAll { $0.isOf(set) }
    guard !gathering.isWhole else { return }
    open.append(gathering)
    if open.count > Self.most { open.removeFirst() }
  }
}

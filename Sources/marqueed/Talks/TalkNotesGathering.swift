import ControlProtocol

/// Notes of one version that come in parts, until all of them are there.
///
/// It is in memory only: who sends them sends them again where the daemon ends meanwhile.
nonisolated struct TalkNotesGathering {
  private let version: String
  private let parts: Int
  private var next = 1
  private(set) var notes: [Int: String] = [:]

  /// Nothing yet of what a part belongs to.
  init(_ set: TalkNoteSet) {
    version = set.version
    parts = set.parts
  }

  /// Whether all parts are there.
  var isWhole: Bool { next > parts }

  /// Whether it is of these notes.
  func isOf(_ set: TalkNoteSet) -> Bool { version == set.version && parts == set.parts }

  /// Adds the next part, or one that came before; false where parts before it are missing.
  ///
  /// Several may send the same notes.
  mutating func add(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> Bool {
    guard isOf(set), set.part <= next else { return false }
    for note in part { notes[note.page] = note.text }
    if set.part == next { next += 1 }
    return true
  }
}

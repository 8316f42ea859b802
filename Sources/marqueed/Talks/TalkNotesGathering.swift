import ControlProtocol

/// Notes that come in parts, until all of them are there.
///
/// It is in memory only: who sends them sends them again where the daemon ends meanwhile.
nonisolated struct TalkNotesGathering {
  private let version: String
  private let parts: Int
  private var next = 1
  private(set) var notes: [Int: String] = [:]

  /// Begins with a first part; nil for any other, which came without those before it.
  private init?(_ set: TalkNoteSet) {
    guard set.part == 1 else { return nil }
    version = set.version
    parts = set.parts
  }

  /// Whether all parts are there.
  var isWhole: Bool { next > parts }

  /// Adds a part to what was gathered, or begins anew with a first one; throws where those before it are missing.
  static func gathering(
    _ former: TalkNotesGathering?, adding part: [TalkNoteInfo], of set: TalkNoteSet
  ) throws(ControlError) -> TalkNotesGathering {
    var known: TalkNotesGathering?
    if let former, former.version == set.version, former.parts == set.parts, former.next == set.part { known = former }
    guard var all = known ?? TalkNotesGathering(set) else {
      throw .failed(
        message:
          "part \(set.part) of the notes came without those before it, so nothing was changed: send them again from "
          + "the first part")
    }
    for note in part { all.notes[note.page] = note.text }
    all.next += 1
    return all
  }
}

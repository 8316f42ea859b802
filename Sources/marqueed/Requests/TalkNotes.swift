import ContentModel
import ControlProtocol
import KeptFiles

/// The speaker's notes of the talk, and their file.
final class TalkNotes {
  private(set) var record: TalkNotesRecord?
  let file: KeptValue<TalkNotesRecord>
  private var uploads = TalkNotesUploads()

  init(_ file: KeptValue<TalkNotesRecord>) { self.file = file }

  /// Sets the notes of a call; false while parts are missing.
  func set(_ call: SetTalkNotesCall, of talk: String) throws(ControlError) -> Bool {
    guard call.talk ?? talk == talk else {
      throw .failed(message: "the notes are for another talk than the running one; nothing was changed")
    }
    var record = record ?? TalkNotesRecord(talk: talk, notes: [:])
    var upload: TalkNotesUpload?
    if let set = call.set {
      upload = uploads.adding(call.notes, of: set)
      if let upload {
        record = TalkNotesRecord(talk: talk, set: set.version, notes: [:])
        for note in upload.notes.values { record.take(note) }
      } else if record.set != set.version {
        // This means that another client sent the same notes, with their last part first.
        throw .failed(
          message:
            "part \(set.part) of the notes came before earlier parts; nothing was changed: send them again "
            + "from the first part")
      }
    } else {
      for note in call.notes { record.take(note) }
    }
    guard record.byteCount <= TalkNotesRecord.mostBytes else {
      throw .failed(
        message: "the notes of a talk may take \(TalkNotesRecord.mostBytes) bytes in all, and these would take "
          + "\(record.byteCount); nothing was changed")
    }
    if let set = call.set, let upload { uploads.keep(upload, of: set) }
    if let upload, !upload.isWhole { return false }
    self.record = record
    file.keep(record)
    return true
  }

  /// The notes by the number of their slide.
  var texts: [Int: String] {
    record?.notes.reduce(into: [:]) { texts, note in if let page = Int(note.key) { texts[page] = note.value } } ?? [:]
  }

  /// The command with a target that is not hidden. Without such a slide, the talk stays where it is.
  func skippingHidden(_ command: TalkCommand, in talk: Talk) -> TalkCommand {
    guard let record, record.hidden != nil else { return command }
    func visible(from page: Int, by step: Int) -> TalkCommand {
      let end = step > 0 ? talk.pages : 1
      return .goto(stride(from: page, through: end, by: step).first { !record.isHidden($0) } ?? talk.page)
    }
    switch command {
    case .next: return visible(from: talk.page + 1, by: 1)
    case .previous: return visible(from: talk.page - 1, by: -1)
    case .first: return visible(from: 1, by: 1)
    case .last: return visible(from: talk.pages, by: -1)
    case .goto, .freeze, .cover, .point, .startTimer, .pauseTimer, .resetTimer, .setDuration, .message, .code,
      .playVideos, .stopVideos, .passTime:
      return command
    }
  }

  /// Forgets the notes. Those in the file stay until `forgetKept`.
  func forget() {
    uploads = TalkNotesUploads()
    record = nil
  }

  /// Removes the file, unless there are new notes.
  func forgetKept() { if record == nil { file.forget() } }

  /// Restores the notes of a talk. Removes notes of another talk, which remain if the daemon ended between the writes of the two files.
  ///
  /// - Parameter isLost: whether the talk cannot be read. The notes may belong to it.
  func takeUp(of talk: String?, isLost: Bool = false) {
    let kept = file.take().value
    if let kept, kept.talk == talk {
      record = kept
    } else if kept != nil, !isLost {
      file.forget()
    }
  }
}

/// Notes that arrive in parts. Several clients may send the same or different versions at the same time.
nonisolated struct TalkNotesUploads {
  /// The limit of incomplete versions. Clients that send an older version must begin again.
  static let most = 4

  /// The incomplete versions, ordered by their last change.
  private var open: [TalkNotesUpload] = []

  /// The notes with another part, for `keep`; nil if earlier parts are missing.
  func adding(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> TalkNotesUpload? {
    var upload = open.first { $0.isOf(set) } ?? TalkNotesUpload(set)
    return upload.add(part, of: set) ? upload : nil
  }

  /// Stores the result of `adding` until it is complete.
  mutating func keep(_ upload: TalkNotesUpload, of set: TalkNoteSet) {
    open.removeAll { $0.isOf(set) }
    guard !upload.isWhole else { return }
    open.append(upload)
    if open.count > Self.most { open.removeFirst() }
  }
}

/// The parts of one version of the notes, in memory only.
nonisolated struct TalkNotesUpload {
  private let version: String
  private let parts: Int
  private var next = 1
  private(set) var notes: [Int: TalkNoteInfo] = [:]

  init(_ set: TalkNoteSet) {
    version = set.version
    parts = set.parts
  }

  var isWhole: Bool { next > parts }

  func isOf(_ set: TalkNoteSet) -> Bool { version == set.version && parts == set.parts }

  /// Adds the next part, or a part that another client sent before; false if earlier parts are missing.
  mutating func add(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> Bool {
    guard isOf(set), set.part <= next else { return false }
    for note in part { notes[note.page] = note }
    if set.part == next { next += 1 }
    return true
  }
}

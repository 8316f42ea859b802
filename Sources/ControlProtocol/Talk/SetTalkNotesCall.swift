/// Sets the speaker's notes for some slides; those of others stay.
///
/// It is kept when this is answered.
public struct SetTalkNotesCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .setTalkNotes }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The notes, a slide at a time.
  public var notes: [TalkNoteInfo]

  /// Makes one from its fields.
  public init(notes: [TalkNoteInfo]) {
    self.notes = notes
  }

  /// Checks the numbers.
  public func validate() throws(ControlError) {
    for note in notes {
      guard (1...100_000).contains(note.page) else {
        throw .invalidValue(parameter: "notes.page", value: "\(note.page)", expected: "1 to 100000")
      }
      guard note.text.utf8.count <= ControlLimits.textBytes else {
        throw .textTooLong(length: note.text.utf8.count, limit: ControlLimits.textBytes)
      }
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case notes
  }
}

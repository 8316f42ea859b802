/// Sets the speaker's notes: those for some slides, while those of others stay, or with `set` all that there are.
///
/// It is kept when this is answered; a part of a set when the last part is. Who loses the connection before sends it again from the
/// first part, unless `TalkInfo.notesVersion` says that it is there.
public struct SetTalkNotesCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = EmptyReply
  /// The method's name.
  public static var method: ControlMethod { .setTalkNotes }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// The notes, a slide at a time.
  public var notes: [TalkNoteInfo]
  /// The whole that they are a part of; nil where they are for themselves.
  public var set: TalkNoteSet?
  /// The identifier of the talk that they are for; nil for whichever goes on.
  ///
  /// Where another one goes on nothing is changed, and that is an error.
  public var talk: String?

  /// Makes one from its fields.
  public init(notes: [TalkNoteInfo], set: TalkNoteSet? = nil, talk: String? = nil) {
    self.notes = notes
    self.set = set
    self.talk = talk
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case notes, set, talk
  }
}

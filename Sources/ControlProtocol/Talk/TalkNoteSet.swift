/// Says that notes are a part of a whole, which takes the place of all notes at once when its last part has come.
public struct TalkNoteSet: Codable, Hashable, Sendable {
  /// Another one for each text, as its checksum.
  public var version: String
  /// Which part of it this is, from 1; they come in order, and one that is there already may come again.
  public var part: Int
  /// How many there are.
  public var parts: Int

  /// Makes one from its fields.
  public init(version: String, part: Int, parts: Int) {
    self.version = version
    self.part = part
    self.parts = parts
  }
}

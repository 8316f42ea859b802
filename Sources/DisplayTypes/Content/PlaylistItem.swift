/// One item of a playlist.
public struct PlaylistItem: Hashable, Sendable {
  /// What it is called in events and in the proof of play; nil for its file's or kind's name.
  public var name: String?
  /// What it shows; another playlist plays from its beginning, unless it says its own start.
  public var content: ContentDescription
  /// How long, in milliseconds; nil for its own length or the playlist's usual one.
  ///
  /// A playlist, a slideshow and a deck whose pages turn by themselves have one: all their rounds, their pictures or their pages once.
  public var milliseconds: Int?
  /// How it comes in; nil for the playlist's.
  public var transition: TransitionDescription?

  /// Makes an item.
  public init(
    _ content: ContentDescription, name: String? = nil, milliseconds: Int? = nil,
    transition: TransitionDescription? = nil
  ) {
    self.name = name
    self.content = content
    self.milliseconds = milliseconds
    self.transition = transition
  }
}

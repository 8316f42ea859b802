public import DisplayTypes

/// The pictures of a folder, one after the other, for ever.
///
/// Plays as a playlist of its picture files in the order of their names; what comes into the folder or goes counts at once.
public struct SlideshowDescription: Hashable, Sendable {
  /// The folder's absolute path.
  public var folder: String
  /// How long each picture is shown, in milliseconds.
  public var itemMilliseconds: Int
  /// Whether the order is another in each round.
  public var isShuffled: Bool
  /// How each picture is brought into the room that it has.
  public var fit: ImageFit
  /// Around and behind the pictures.
  public var background: Color
  /// How one picture gives way to the next.
  public var transition: TransitionDescription

  /// Makes a slideshow's description.
  public init(
    folder: String, itemMilliseconds: Int = PlaylistDescription.usualItemMilliseconds, isShuffled: Bool = false,
    fit: ImageFit = .fit, background: Color = .black, transition: TransitionDescription = .cut
  ) {
    self.folder = folder
    self.itemMilliseconds = itemMilliseconds
    self.isShuffled = isShuffled
    self.fit = fit
    self.background = background
    self.transition = transition
  }
}

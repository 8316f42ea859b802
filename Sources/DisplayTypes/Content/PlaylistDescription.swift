/// Contents of any kind, one after the other.
///
/// Which one is shown is a function of the time alone (`Timeline`): boxes whose clocks agree show the same one.
public struct PlaylistDescription: Hashable, Sendable {
  /// How often it is played.
  public enum Repeat: Hashable, Sendable {
    /// Round after round.
    case forever
    /// So many rounds, at least 1; then the last item stays.
    case times(Int)
  }

  /// How long an item is shown that says nothing of it.
  public static let usualItemMilliseconds = 10_000
  /// The longest time of one item: a week.
  public static let longestItemMilliseconds = 7 * 24 * 3_600_000
  /// The shortest time of one item.
  public static let shortestItemMilliseconds = 100
  /// The most items of one playlist.
  public static let mostItems = 1_000

  /// In their order; not empty.
  public var items: [PlaylistItem]
  /// How long an item is shown that says nothing of it and has no length of its own, in milliseconds.
  public var itemMilliseconds: Int
  /// Whether the order is another in each round, the same on every box.
  public var isShuffled: Bool
  /// How often it is played.
  public var repeats: Repeat
  /// When its first round began or begins; nil for the turn of the playlist or schedule that it is in, else the beginning of 1970, so
  /// that all boxes agree.
  ///
  /// Before that moment its first item is shown. What is repeated so many times and is in nothing else needs one.
  public var start: WallTime?
  /// How one item gives way to the next, where that one says nothing of it.
  public var transition: TransitionDescription

  /// Makes a playlist.
  public init(
    items: [PlaylistItem], itemMilliseconds: Int = PlaylistDescription.usualItemMilliseconds, isShuffled: Bool = false,
    repeats: Repeat = .forever, start: WallTime? = nil, transition: TransitionDescription = .cut
  ) {
    self.items = items
    self.itemMilliseconds = itemMilliseconds
    self.isShuffled = isShuffled
    self.repeats = repeats
    self.start = start
    self.transition = transition
  }
}

extension PlaylistDescription {
  /// The most rounds that can be asked for.
  public static let mostRounds = 1_000_000
}

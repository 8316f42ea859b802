extension DeckDescription {
  /// The highest page that can be asked for.
  public static let mostPages = 100_000
}

/// What a talk did with the screens; nothing of the talk itself.
nonisolated struct TalkStep: Codable, Hashable {
  nonisolated enum Kind: String, Codable {
    case began
    /// It was there from an earlier life of the daemon.
    case wentOn
    /// A display that waited shows it.
    case admitted
    case ended
  }

  var step: Kind
  /// The display that was let in, or the only one that it is for; missing where that is every external one.
  var screen: String?
  /// Displays that were never seen before wait.
  var asksOfNewScreens: Bool?
}

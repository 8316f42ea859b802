/// What is to come along from a display whose scenes another one has taken over.
nonisolated struct FormerDisplay: Hashable {
  /// The connector that it was on.
  var connector: String
  /// The app that was put in the foreground there.
  var foregroundApp: String?
}

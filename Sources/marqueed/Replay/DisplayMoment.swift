import DisplayTypes

/// What a replay has to know of the display thread between two steps.
nonisolated struct DisplayMoment: Sendable {
  /// When something is due next; nil where nothing is.
  var deadline: MonotonicTime?
  /// Why what was asked for was not done.
  var failure: String?
}

internal import DisplayTypes
internal import Presentation

/// A screen whose frames count on its mirror, as the display thread was told.
///
/// With either's next mode that may have forgotten.
nonisolated struct FollowedScreen: Hashable {
  /// The mirrored screen.
  var source: ScreenID
  /// Its mode; nil while it has none.
  var sourceToken: CommitToken?
  /// The mode of the mirror.
  var token: CommitToken
}

internal import DisplayTypes

/// The turn that a content has in what plays it.
struct PlayTurn {
  /// When it began; nil for content that is in nothing, and for what goes on over its turns.
  var begin: WallTime?
  /// Which one it is: a shuffled playlist in it begins with the order of this number.
  var number: Int64
  /// How long it lasts as a rule, in nanoseconds; nil without end.
  var length: Int64?

  /// Content that is in nothing.
  static let outermost = PlayTurn(begin: nil, number: 0, length: nil)
}

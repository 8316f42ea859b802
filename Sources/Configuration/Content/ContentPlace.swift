/// Where a content stands among others.
struct ContentPlace {
  /// How many stand around it.
  var level = 0
  /// Whether it is in a playlist or a schedule, whose turn says when it begins.
  var isTimed = false
  /// Whether it is in a region of a layout.
  var isRegion = false

  /// Of what is played by it.
  var timed: ContentPlace { ContentPlace(level: level + 1, isTimed: true, isRegion: isRegion) }
  /// Of what is in a region of it.
  var region: ContentPlace { ContentPlace(level: level + 1, isTimed: false, isRegion: true) }
}

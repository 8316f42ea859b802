internal import DisplayTypes

/// One line of a layout, in points.
struct TextLine: Hashable {
  /// Where it begins, from the layout's left edge.
  var x: Double
  var width: Double
  /// From the baseline up to the top that the fonts ask for.
  var ascent: Double
  /// From the baseline down to the bottom that the fonts ask for.
  var descent: Double
  /// From the layout's left edge and the line's own baseline.
  var ink: PointRect
}

/// The slide of a talk as it can be shown at present.
struct TalkSlide {
  /// Nil where nothing was ever drawn.
  var picture: Picture?
  /// Whether it is the slide that is to be seen, made for the room in question.
  var isCurrent: Bool
}

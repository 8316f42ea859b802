/// How a presenter ended.
enum PresenterEnding {
  /// The speaker went; the talk goes on.
  case left
  /// The speaker ended the talk.
  case ended
  /// There is no talk any more: it was ended elsewhere.
  case talkIsOver
  /// A signal ended the presenter; the talk goes on.
  case signal(Int32)
  /// The terminal is gone; the talk goes on.
  case terminalIsGone
}

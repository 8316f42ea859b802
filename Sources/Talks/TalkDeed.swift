/// What is done in a talk.
public enum TalkDeed: Hashable, Sendable {
  /// To the next slide.
  case next
  /// To the slide before.
  case previous
  /// To the first slide.
  case first
  /// To the last slide.
  case last
  /// To the slide of a number; the nearest where there is none.
  case goto(Int)
  /// Holds what the audience sees, or lets it go on; nil for the other of the two.
  case freeze(Bool?)
  /// Covers the slide, or takes that cover away; nil for the other of the two.
  case cover(Talk.Cover, Bool?)
  /// Points at a place of the slide; nil for nowhere.
  case point(Talk.Pointer?)
  /// Has the timer run.
  case startTimer
  /// Stops the timer.
  case pauseTimer
  /// Sets the timer to zero; one that runs goes on from there.
  case resetTimer
  /// Says how long the talk may take, in milliseconds; zero for as long as it takes.
  case setDuration(Int)
  /// Shows a text, for so many milliseconds where they are said; an empty one ends it.
  case message(String, Int?)
  /// Shows a QR code; an empty text ends it.
  case code(String)
  /// Time has passed: what was for a time ends.
  case passTime
}

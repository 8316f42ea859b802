/// What a speaker does in a talk.
public enum TalkAction: String, Codable, Hashable, Sendable, CaseIterable {
  /// To the next slide.
  case next
  /// To the slide before.
  case previous
  /// To the first slide.
  case first
  /// To the last slide.
  case last
  /// To the slide of a number (`page`).
  case goto
  /// Holds what the audience sees, while the speaker goes on; without it the slide that the speaker has reached is seen.
  case freeze
  /// Covers the slide with black.
  case black
  /// Covers the slide with white.
  case white
  /// Points at a place of the slide (`x`, `y`).
  case pointer
  /// Darkens all but a place of the slide (`x`, `y`).
  case spotlight
  /// Points at nothing.
  case pointerOff
  /// Has the timer run; the first turn of a page does so too.
  case startTimer
  /// Stops the timer.
  case pauseTimer
  /// Sets the timer to zero.
  case resetTimer
  /// Says how long the talk may take (`seconds`); zero for as long as it takes.
  case setDuration
  /// Shows a text over the slide (`text`), for some `seconds` where they are said; an empty one ends it.
  case message
  /// Shows a text as a QR code over the slide (`text`); an empty one ends it.
  case code
  /// Has a display that waits show the talk (`screen`).
  case show

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "action")
  }
}

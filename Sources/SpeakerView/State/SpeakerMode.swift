public import ControlProtocol

/// The current meaning of keys.
public enum SpeakerMode: Hashable, Sendable {
  /// A question on the bottom line.
  public enum Question: Hashable, Sendable {
    /// The number of a slide.
    case slide
    /// Words to search in titles and notes.
    case search
    /// A text that is shown over the slide.
    case message
    /// How many minutes the talk may take.
    case minutes
  }

  /// They turn slides.
  case slides
  /// They write an answer.
  case question(Question, String)
  /// They choose from the list of slides.
  case overview(selected: Int)
  /// They scroll the list of keys.
  case help(scroll: Int)
  /// Keys move the pointer; from 0 to 1.
  case pointing(TalkPointerKind, x: Double, y: Double)
  /// The phone's address is shown.
  case phone
  /// Keys decide whether the talk ends.
  case leaving
}

/// An action after a key.
public enum SpeakerAction: Hashable, Sendable {
  /// Do it in the talk.
  case control(ControlTalkCall)
  /// End the talk and go.
  case endTalk
  /// Leave the view. The talk continues.
  case leave
  /// Give the terminal to the shell for a while.
  case suspend
  /// Request another code for a phone, with control or as an observer.
  case newPhoneCode(observes: Bool)
  /// Draw everything again.
  case redraw
}

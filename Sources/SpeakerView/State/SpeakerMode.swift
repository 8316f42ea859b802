package import ControlProtocol

/// The current meaning of keys.
package enum SpeakerMode: Hashable, Sendable {
  package enum Question: Hashable, Sendable {
    /// The number of a slide.
    case slide
    /// Words to search in titles, texts and notes.
    case search
    /// A message to show over the slide.
    case message
    /// The duration of the talk in minutes.
    case minutes
  }

  /// Keys turn slides.
  case slides
  /// Keys write an answer.
  case question(Question, String)
  case overview(selected: Int)
  case help(scroll: Int)
  /// Keys move the pointer. Its position is from 0 to 1.
  case pointing(TalkPointerKind, x: Double, y: Double)
  /// The view shows the address for phones.
  case phone
  /// The next key decides whether the talk ends.
  case leaving
}

package enum SpeakerAction: Hashable, Sendable {
  case control(ControlTalkCall)
  /// End the talk and leave the view.
  case endTalk
  /// Leave the view. The talk continues.
  case leave
  /// Stop the process, so that the shell has the terminal for a while.
  case suspend
  /// Request another code for a phone, with control or as an observer.
  case newPhoneCode(observes: Bool)
  /// Draw everything again.
  case redraw
}

public import ControlProtocol

/// What is to be done after a key.
public enum SpeakerAction: Hashable, Sendable {
  /// Do it in the talk.
  case control(ControlTalkCall)
  /// End the talk and go.
  case endTalk
  /// Go; the talk goes on.
  case leave
  /// Give the terminal to the shell for a while.
  case suspend
  /// Ask for another code for a phone: one that controls the talk, or one that looks on.
  case newPhoneCode(observes: Bool)
  /// Draw everything anew.
  case redraw
}

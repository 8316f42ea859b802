/// What a display told of its power, or why it told nothing.
public enum PowerAnswer: String, Hashable, Sendable, CaseIterable {
  /// It is on.
  case on
  /// It is in standby.
  case standby
  /// It is about to be on.
  case turningOn
  /// It is about to be in standby.
  case turningOff
  /// It took the message, and does not tell its power.
  case silent
  /// No display acknowledges a message.
  case noAnswer
  /// It says that it does not do that.
  case refused
  /// It shows the input of another device, and was not put to standby.
  case otherInput
  /// The line was never free, or disturbed.
  case busy
  /// The adapter got no address on the line.
  case noAddress
  /// There is no adapter, it is gone, or it cannot be used.
  case noAdapter
}

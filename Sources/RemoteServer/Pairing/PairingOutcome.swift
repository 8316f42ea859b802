/// What comes of a code that somebody has sent.
enum PairingOutcome: Equatable {
  /// It is right, and of no more use from now on.
  ///
  /// The second value is the most that it is for: who has a code of a talk gets a pairing for that talk alone.
  case paired(RemoteRole, SessionRecord.Purpose = .screens)
  /// It is none.
  case wrong
  /// It was right once.
  case used
  /// It was right until a while ago.
  case expired
  /// It was not looked at: so many seconds must pass before the next one.
  case wait(Double)
}

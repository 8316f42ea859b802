/// What comes of a code that somebody has sent.
enum PairingOutcome: Equatable {
  /// It is right, and of no more use from now on.
  ///
  /// The second value is the most that it is for: who has a code of a talk gets a pairing for that talk alone. The third tells whether it was
  /// on a set-up card.
  case paired(RemoteRole, SessionRecord.Purpose = .screens, isCard: Bool = false)
  /// It is right, but what has to be remembered of that cannot be kept.
  case unkept
  /// It is none.
  case wrong
  /// It was right once.
  case used
  /// It was right until a while ago.
  case expired
  /// It was right until it was taken back: the display shows it no more, or somebody else has paired.
  case withdrawn
  /// It was not looked at: so many seconds must pass before the next one.
  case wait(Double)
}

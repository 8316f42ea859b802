/// How an item's turn on a screen ended.
nonisolated enum PlayEnding: String, CaseIterable {
  /// The next item of the same content took its place.
  case completed
  /// Something else was shown there: other content, another app.
  case replaced
  case unplugged
  case blanked
  /// The screen was switched off, by hand or by a schedule.
  case poweredOff = "powered off"
  /// The daemon was told to end.
  case stopped
  /// The daemon ended without a word: how long it was shown is not known.
  case interrupted
  /// It could not be played at all.
  case skipped
}

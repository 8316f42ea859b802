import ControlProtocol

/// What became of frames, in a line each.
enum PresentedText {
  static func lines(_ frames: [PresentedFrame], note: String?, hint: String? = nil) -> String {
    (frames.map(line) + (note.map { [$0.followed(by: hint)] } ?? [])).joined(separator: "\n")
  }

  static func line(_ frame: PresentedFrame) -> String {
    switch frame.ending {
    case .presented:
      // A picture with a code in it has no hash, from which the code could be guessed.
      "\(frame.screen): frame \(frame.sequence)\(frame.frame.isEmpty ? "" : " (\(frame.frame))") on screen at "
        + seconds(frame.timestampNanoseconds)
    case .superseded: "\(frame.screen): not shown, since another change took its place before the next refresh"
    case .discarded:
      """
      \(frame.screen): not shown, since the screen went dark, was unplugged or got another mode first; \
      "marqueectl explain \(frame.screen)" says what it shows now
      """
    }
  }

  /// Seconds with microseconds, as in the kernel's log.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let micro = String(nanoseconds / 1000 % 1_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: max(0, 6 - micro.count)))\(micro) s"
  }
}

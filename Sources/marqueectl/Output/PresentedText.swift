import ControlProtocol

/// What became of frames, in a line each.
enum PresentedText {
  static func lines(_ frames: [PresentedFrame], note: String?) -> String {
    (frames.map(line) + (note.map { [$0] } ?? [])).joined(separator: "\n")
  }

  static func line(_ frame: PresentedFrame) -> String {
    switch frame.ending {
    case .presented:
      "\(frame.screen): frame \(frame.sequence) (\(frame.frame)) on screen at \(seconds(frame.timestampNanoseconds))"
    case .superseded: "\(frame.screen): frame \(frame.sequence) was replaced by a newer one before it was shown"
    case .discarded: "\(frame.screen): frame \(frame.sequence) was not shown"
    }
  }

  /// Seconds with microseconds, as in the kernel's log.
  static func seconds(_ nanoseconds: UInt64) -> String {
    let micro = String(nanoseconds / 1000 % 1_000_000)
    return "\(nanoseconds / 1_000_000_000).\(String(repeating: "0", count: max(0, 6 - micro.count)))\(micro) s"
  }
}

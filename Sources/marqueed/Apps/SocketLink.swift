import ControlProtocol
import DisplayTypes
import Scenes

/// What an app in another process is told of the refreshes of the screen that shows one of its sessions.
///
/// It holds nothing for a reader who does not take it: the newest refresh is told once the one before was read, with the number of those
/// in between. It outlives the scenes of its session, and costs nothing while none is shown.
final class SocketLink {
  private let session: String
  private let hertz: ClosedRange<Double>?
  /// Says it, if all that was said before was read; false where it was not.
  private let tell: (AppMessage) -> Bool
  private var link: DisplayLink?
  private var count = 0
  private var skipped = 0

  init(session: String, maximumHertz: Double?, tell: @escaping (AppMessage) -> Bool) {
    self.session = session
    hertz = maximumHertz.map { 0...$0 }
    self.tell = tell
  }

  /// Goes by the screen of this scene, from one to the next; nil: by none.
  func follow(_ scene: Scene?) {
    link?.invalidate()
    link = scene.map { scene in DisplayLink(scene: scene, hertz: hertz) { [weak self] in self?.refreshed($0) } }
  }

  /// The screen has refreshed.
  func refreshed(_ frame: DisplayLinkFrame) {
    count += 1
    var message = AppMessage(.refresh, session: session)
    message.number = count
    message.timestampNanoseconds = frame.timestamp.nanoseconds
    message.targetTimestampNanoseconds = frame.targetTimestamp.nanoseconds
    message.skipped = skipped > 0 ? skipped : nil
    if tell(message) { skipped = 0 } else { skipped += 1 }
  }
}

import Content
import DisplayTypes

extension Daemon {
  /// The moment of a request, from which a playlist is played that is repeated some times.
  var wallTime: WallTime { content.clock.now }
}

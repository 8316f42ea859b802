import DisplayTypes
import Glibc

extension Daemon {
  /// The moment of a request, from which a playlist is played that is repeated some times.
  var wallTime: WallTime {
    WallTime(seconds: Int64(time(nil)))
  }
}

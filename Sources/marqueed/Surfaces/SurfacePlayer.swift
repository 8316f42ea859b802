import Composition
import Glibc
import Rasterizing

nonisolated struct SurfaceRefusal: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A clip that a process of the daemon shows.
nonisolated struct SurfacePlayer: Sendable {
  enum Event: Sendable {
    /// systemd has started the process.
    case started
    case opened(ClipFacts)
    /// The first picture waits for its time.
    case ready
    /// The process has followed a seek, or needs none while no screen shows the clip.
    case sought
    /// The last picture of a clip that ends waits for its time, or is shown.
    case ended
    /// A screen shows the clip, or none does any more.
    case visibility
    /// The clip is visible after a time in which no picture was drawn.
    case visibleAgain
    /// The clip has no sound, for this reason.
    case silent(String)
    /// The decoder is too slow: the pictures of the last seconds that were sent, and those that were left out.
    case slow(sent: UInt64, skipped: UInt64)
    case refused(String)
  }

  enum Order: Sendable {
    /// The open file, which the connection closes, comes with the order.
    case clip(PlayOrder, file: Int32)
    case stream(StreamOrder)
  }

  let feed: SurfaceFeed
  let order: Order
  /// Called on the thread of the surfaces.
  let report: @Sendable (Event) -> Void

  func close() { if case .clip(_, let file) = order { Glibc.close(file) } }

  var room: PictureRoom {
    switch order {
    case .clip(let order, _): order.room
    case .stream(let order): order.room
    }
  }

  var isStream: Bool { if case .stream = order { true } else { false } }

  /// Whether the times of pictures that wait are those of the real clock.
  var hasTimes: Bool { if case .clip(let order, _) = order { order.time.isReal } else { false } }
}

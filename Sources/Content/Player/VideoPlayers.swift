package import Composition
package import ContentModel
package import DisplayTypes
package import Rasterizing

/// Plays video files as surfaces, each in a process of its own.
package protocol VideoPlayers: AnyObject {
  /// Starts to play a clip. Completes once, in a later turn: with the clip when its first picture waits for its time, or with the reason
  /// why it cannot be played. The process ends when the returned clip is released.
  func play(
    _ request: VideoRequest, completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void
  ) -> any PlayingVideo

  /// A sentence on the decoder of each of these files that plays, for reports.
  func notes(about files: Set<String>) -> [String]
}

/// A clip that plays until this object is released.
package protocol PlayingVideo: AnyObject {
  /// Moves the time of the clip's beginning after the clocks were set, in nanoseconds of the screens' clock.
  func move(beginning: Int64)

  /// Ends its sound. Its pictures go on.
  func endSound()
}

package nonisolated struct VideoRequest: Sendable {
  package let file: MediaFile
  /// The path, for messages.
  package let path: String
  package let room: PictureRoom
  /// The time of the first picture in nanoseconds of the screens' clock, which may be before the clock began.
  package let beginning: Int64
  /// The played part in nanoseconds; a nil end is that of the file.
  package let from: UInt64
  package let to: UInt64?
  package let loops: Bool
  /// The nanoseconds from the beginning to the end of the item's turn, at which the sound ends; nil if it has no end.
  package let turn: UInt64?
  /// Nil for no sound.
  package let sound: SoundRequest?

  package init(
    file: MediaFile, path: String, room: PictureRoom, beginning: Int64, from: UInt64 = 0, to: UInt64? = nil,
    loops: Bool = false, turn: UInt64? = nil, sound: SoundRequest? = nil
  ) {
    (self.turn, self.sound) = (turn, sound)
    (self.file, self.path, self.room, self.beginning) = (file, path, room, beginning)
    (self.from, self.to, self.loops) = (from, to, loops)
  }
}

/// The sound of a clip.
package nonisolated struct SoundRequest: Sendable {
  package let output: SoundOutput
  /// From 0 to 1.
  package let volume: Double
  /// The session whose screen shows the clip.
  package let session: String
}

package struct VideoPicture {
  package let feed: SurfaceFeed
  /// The covered pixels of the room.
  package let place: PixelRect
  /// The length of the played part in nanoseconds.
  package let length: UInt64

  package init(feed: SurfaceFeed, place: PixelRect, length: UInt64) {
    (self.feed, self.place, self.length) = (feed, place, length)
  }
}

/// The reason why a video cannot be played, as a sentence without its file.
package struct VideoFailure: Error, Hashable {
  package enum Remedy: Hashable, Sendable {
    /// Only another file helps.
    case anotherFile
    /// It may succeed soon.
    case time
    /// Something must be installed.
    case repair
  }

  package let reason: String
  package let remedy: Remedy

  package init(_ reason: String, remedy: Remedy) { (self.reason, self.remedy) = (reason, remedy) }
}

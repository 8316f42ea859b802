package import Composition
package import DisplayTypes
package import Rasterizing

/// Plays live streams as surfaces, each in a process of its own.
package protocol StreamPlayers: AnyObject {
  /// Starts to play a stream. If it breaks off, it is tried again until the returned object is released.
  ///
  /// - Parameter didAnswer: called once, in a later turn, when the first picture is there, when the first attempt has failed, or at once if it waits
  ///   for a dark screen.
  func play(_ request: StreamRequest, didAnswer: @escaping () -> Void) -> any PlayingStream

  /// A sentence on each of these streams that plays, for reports.
  func notes(about addresses: Set<StreamAddress>) -> [String]

  /// A sentence on each of these streams that has no picture for a known reason.
  func troubles(of addresses: Set<StreamAddress>) -> [String]
}

/// A stream that plays until this object is released.
package protocol PlayingStream: AnyObject {
  /// The pictures, whose shape may change.
  var feed: SurfaceFeed { get }

  /// Receives the stream from now on only while a screen shows it.
  func endWait()
}

package nonisolated struct StreamRequest: Sendable {
  /// The stream and its place.
  package let order: StreamOrder
  /// Whether another picture is shown while the stream has none. Otherwise its last picture stays.
  package let hasFallback: Bool
  /// Whether it is received before a screen shows it. Otherwise it waits for the screen, which is dark.
  package let isAwaited: Bool

  package init(_ order: StreamOrder, hasFallback: Bool = false, isAwaited: Bool = true) {
    (self.order, self.hasFallback, self.isAwaited) = (order, hasFallback, isAwaited)
  }
}

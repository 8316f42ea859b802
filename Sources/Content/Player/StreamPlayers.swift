package import Composition
package import DisplayTypes
package import Rasterizing

/// Plays live streams as surfaces, each in a process of its own.
package protocol StreamPlayers: AnyObject {
  /// Starts to play a stream. If it breaks off, it is tried again until the returned object is released.
  ///
  /// - Parameter didAnswer: called once, in a later turn, when the first picture is there or the first attempt has failed.
  func play(_ request: StreamRequest, didAnswer: @escaping () -> Void) -> any PlayingStream

  /// A sentence on each of these streams that plays, for reports.
  func notes(about addresses: Set<StreamAddress>) -> [String]
}

/// A stream that plays until this object is released.
package protocol PlayingStream: AnyObject {
  /// The pictures, whose shape may change.
  var feed: SurfaceFeed { get }
}

package nonisolated struct StreamRequest: Sendable {
  /// The stream and its place.
  package let order: StreamOrder
  /// Whether another picture is shown while the stream has none. Otherwise its last picture stays.
  package let hasFallback: Bool

  package init(_ order: StreamOrder, hasFallback: Bool = false) {
    (self.order, self.hasFallback) = (order, hasFallback)
  }
}

internal import ControlProtocol

/// The input of an app's application scenes, owned as long as this value lives.
///
/// Belongs to one thread, and takes the connection for itself: input is sent on another (`SendInputCall`).
public final class InputOwnership {
  private let stream: ControlClient

  /// Owns the input of an app on a connection of its own.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - stream: A new connection, which can be used for nothing else afterwards.
  ///   - timeoutSeconds: How long to wait for the answer; nil waits for ever.
  /// - Throws: ``ClientError/failed(_:)`` where another controller owns it, or the app has no application scenes;
  ///   ``ClientError/refused(message:)`` without the access `control`.
  public init(app: String, stream: ControlClient, timeoutSeconds: Double? = 30) throws(ClientError) {
    self.stream = stream
    _ = try stream.begin(OwnInputCall(app: app), timeoutSeconds: timeoutSeconds)
  }

  /// Waits until it is lost.
  ///
  /// - Throws: ``ClientError/lost(reason:)`` where the daemon went.
  public func wait() throws(ClientError) {
    while try stream.receive(OwnInputReply.self, nil).continues {}
  }
}

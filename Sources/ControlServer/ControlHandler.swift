public import ControlProtocol

/// What answers requests: the daemon.
public protocol ControlHandler: AnyObject {
  /// Handles a request whose access was checked.
  ///
  /// It answers through `responder` exactly once, now or later (after the flip), or sends a stream until the client has gone.
  func handle(_ request: ControlRequest, responder: ControlResponder)
}

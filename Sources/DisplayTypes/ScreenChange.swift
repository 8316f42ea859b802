/// One difference between two looks at the connectors.
public enum ScreenChange: Hashable, Sendable {
  /// A display is gone.
  case disconnected(ScreenID)
  /// A display is there that was not.
  case connected(ScreenSnapshot)
  /// The display on a connector is another one, has other modes, or its EDID came late.
  case changed(ScreenSnapshot)

  /// The screen as it is now; nil where its display is gone.
  public var snapshot: ScreenSnapshot? {
    switch self {
    case .disconnected: nil
    case .connected(let snapshot), .changed(let snapshot): snapshot
    }
  }
}

/// Whether a display is part of the machine or was plugged into it.
public enum ConnectorPlacement: String, Hashable, Sendable {
  /// A laptop's or device's own panel: eDP, LVDS, DSI or DPI.
  case builtIn
  /// Anything with a socket, and what virtual machines show.
  case external
}

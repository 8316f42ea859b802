internal import DisplayTypes
internal import KernelModeSetting
internal import Presentation

/// A mode to be tested or set on a connector: all that the probe thread needs to know.
struct ModesetOrder: Sendable {
  var screen: ScreenID
  var token: CommitToken
  var connector: ConnectorID
  var mode: ScreenMode
  var bufferCount: Int
  /// What may have been made for it already.
  var prepared: PreparedBuffers?
  /// What other screens have in advance: given back where memory is short.
  var spares: [PreparedBuffers]
  /// Connectors that this daemon lights too: what feeds them must stay as it is.
  var others: Set<ConnectorID>
  /// Connectors that are the daemon's and show nothing of it: what feeds them may be taken where nothing else is left.
  ///
  /// A connector in neither set is somebody else's, such as the console's: as long as a display is on it, it keeps its CRTC.
  var yielding: Set<ConnectorID>
  /// The CRTC that the connector had.
  var preferredCRTC: CRTCID?
  var isAtomic: Bool
  /// The screen shows a picture of this daemon, or is about to: it stays where the order comes to nothing.
  var isLit: Bool
  /// As `DriverQuirks.newMemoryIsBlack`.
  var newMemoryIsBlack: Bool
  /// The screen may show this mode already, set by an earlier life of the daemon: then a flip is enough.
  var mayAdopt: Bool
}
